//! Plots as SVG text, which any page can hold.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 280.0;
/// For the numbers beside the plot.
const LEFT: f64 = 60.0;
const RIGHT: f64 = 15.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 40.0;

/// A plot that is being drawn.
#[derive(Clone, Debug)]
pub struct Plot {
    x: RangeInclusive<f64>,
    y: RangeInclusive<f64>,
    marks: String,
}

impl Plot {
    /// With these ranges.
    pub fn new(x: RangeInclusive<f64>, y: RangeInclusive<f64>) -> Self {
        Plot { x: wide(x), y: wide(y), marks: String::new() }
    }

    fn at_x(&self, x: f64) -> f64 {
        LEFT + (x - self.x.start()) / (self.x.end() - self.x.start()) * (WIDTH - LEFT - RIGHT)
    }

    fn at_y(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - (y - self.y.start()) / (self.y.end() - self.y.start()) * (HEIGHT - TOP - BOTTOM)
    }

    /// A bar from nothing to y, from one x to another.
    pub fn bar(&mut self, from: f64, to: f64, y: f64, class: &str, title: &str) {
        let (left, right) = (self.at_x(from), self.at_x(to));
        let (zero, top) = (self.at_y(0.0), self.at_y(y));
        let (wide, high) = ((right - left - 0.3).max(0.4), (zero - top).abs().max(0.5));
        let _ = writeln!(
            self.marks,
            "<rect class=\"{class}\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\"><title>{}</title></rect>",
            zero.min(top),
            escape(title)
        );
    }

    /// A line through points.
    pub fn line(&mut self, points: &[(f64, f64)], class: &str) {
        let _ = writeln!(self.marks, "<polyline class=\"{class}\" points=\"{}\"/>", self.path(points.iter().copied()));
    }

    /// A band between a lower and an upper line.
    pub fn band(&mut self, points: &[(f64, f64, f64)]) {
        let low = points.iter().map(|&(x, low, _)| (x, low));
        let high = points.iter().rev().map(|&(x, _, high)| (x, high));
        let _ = writeln!(self.marks, "<polygon class=\"band\" points=\"{}\"/>", self.path(low.chain(high)));
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let inside = |y: f64| y.clamp(*self.y.start(), *self.y.end());
        let points = points.map(|(x, y)| format!("{:.1},{:.1}", self.at_x(x), self.at_y(inside(y))));
        points.collect::<Vec<_>>().join(" ")
    }

    /// The whole plot, with its axes.
    pub fn finish(&self, x_name: &str, y_name: &str) -> String {
        let mut out = format!("<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n");
        for y in ticks(&self.y) {
            let (at, right) = (self.at_y(y), WIDTH - RIGHT);
            let class = if y == 0.0 { "zero" } else { "grid" };
            let _ =
                writeln!(out, "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>");
            let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{y}</text>", LEFT - 5.0, at + 4.0);
        }
        for x in ticks(&self.x) {
            let _ = writeln!(
                out,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{x}</text>",
                self.at_x(x),
                HEIGHT - BOTTOM + 15.0
            );
        }
        out += &self.marks;
        let (middle, below) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 6.0);
        let _ = writeln!(out, "<text x=\"{middle}\" y=\"{below}\" text-anchor=\"middle\">{}</text>", escape(x_name));
        let (at, up) = (14.0, HEIGHT / 2.0);
        let turned = format!("text-anchor=\"middle\" transform=\"rotate(-90 {at} {up})\"");
        let _ = writeln!(out, "<text x=\"{at}\" y=\"{up}\" {turned}>{}</text>", escape(y_name));
        out + "</svg>\n"
    }
}

/// Never empty.
fn wide(range: RangeInclusive<f64>) -> RangeInclusive<f64> {
    if range.end() > range.start() { range } else { *range.start()..=range.start() + 1.0 }
}

/// Round numbers in a range, about six of them.
fn ticks(range: &RangeInclusive<f64>) -> Vec<f64> {
    let rough = (range.end() - range.start()) / 6.0;
    let magnitude = 10.0_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * magnitude).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(rough);
    let (first, last) = ((range.start() / step).ceil() as i64, (range.end() / step).floor() as i64);
    // Steps below one are tenths of something, and have to be written so.
    (first..=last).map(|tick| (tick as f64 * step * 1e9).round() / 1e9).collect()
}

/// Text that means nothing to a browser.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        assert_eq!(ticks(&(-130.0..=250.0)), [-100.0, 0.0, 100.0, 200.0]);
        assert_eq!(ticks(&(0.0..=1.0)), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(ticks(&(0.0..=10.0)), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
    }

    #[test]
    fn nothing_to_draw_is_no_trouble() {
        let mut plot = Plot::new(0.0..=0.0, 0.0..=0.0);
        plot.line(&[], "one");
        plot.bar(0.0, 1.0, 0.0, "won", "<&>");
        let text = plot.finish("x", "y");
        assert!(text.contains("&lt;&amp;&gt;") && !text.contains("NaN"), "{text}");
    }
}
