//! Pictures of their own, for documents: curves with error bars, and bars one below the other.

use super::{Anchor, Axis, Frame, Plot, STYLE, Scale, escape, line, line_class, rect, text};
use crate::statistics::Estimate;
use std::fmt::Write as _;

/// A named curve: points from left to right, each with the length of its error bar to either side.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it is called in the legend.
    pub name: String,
    /// Where it goes: x, y, and the standard error of y.
    pub points: Vec<(f64, f64, f64)>,
}

/// A picture of curves.
#[derive(Clone, Debug)]
pub struct Curves {
    /// What it shows.
    pub title: String,
    /// What the x axis shows.
    pub x: String,
    /// How the x axis is laid out.
    pub scale: Scale,
    /// What the y axis shows; it begins at 0, or at the least value if that is negative.
    pub y: String,
    /// What is drawn.
    pub curves: Vec<Curve>,
}

impl Curves {
    /// The picture.
    pub fn svg(&self) -> String {
        let mut plot = Plot::within(Frame::PICTURE, self.x_axis(), self.y_axis());
        let mut legend = String::new();
        for (number, curve) in self.curves.iter().enumerate() {
            let class = line_class(number);
            let places: Vec<(f64, f64)> = curve.points.iter().map(|&(x, y, _)| (x, y)).collect();
            plot.line(&places, &class);
            for &(x, y, error) in &curve.points {
                plot.error_bar(x, [y - error, y + error], &class);
            }
            let (x, y) = (Frame::PICTURE.width - Frame::PICTURE.right + 14.0, 54.0 + 20.0 * number as f64);
            line(&mut legend, (x, y - 4.0), (x + 22.0, y - 4.0), &class);
            text(&mut legend, (x + 28.0, y), Anchor::Start, &curve.name);
        }
        picture(&self.title, Frame::PICTURE.height, &(plot.body(&self.x, &self.y) + &legend))
    }

    fn points(&self) -> impl Iterator<Item = &(f64, f64, f64)> {
        self.curves.iter().flat_map(|curve| &curve.points)
    }

    fn x_axis(&self) -> Axis {
        let low = self.points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let high = self.points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
        // Without any point, something that can be drawn.
        let range = if low.is_finite() { low..=high } else { 1.0..=10.0 };
        Axis::new(range, self.scale)
    }

    fn y_axis(&self) -> Axis {
        let low = self.points().map(|point| point.1 - point.2).fold(0.0, f64::min);
        let high = self.points().map(|point| point.1 + point.2).fold(0.0, f64::max);
        Axis::even(1.05 * low..=1.05 * high)
    }
}

/// A named number.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it is called.
    pub name: String,
    /// How long it is, to the right or to the left of nothing, and how far off that may be.
    pub value: Estimate,
}

impl Bar {
    fn error(&self) -> f64 {
        self.value.standard_error.unwrap_or_default()
    }
}

/// A picture of bars, one below the other, with error bars.
pub fn bars(title: &str, unit: &str, bars: &[Bar]) -> String {
    const ROW: f64 = 26.0;
    const NAMES: f64 = 330.0;
    const NUMBERS: f64 = 90.0;
    let (width, top) = (Frame::PICTURE.width, Frame::PICTURE.top);
    let height = top + ROW * bars.len() as f64 + 30.0;
    let reach = |sign: f64| bars.iter().map(|bar| sign * bar.value.mean + bar.error()).fold(1e-9, f64::max);
    let axis = Axis::even(-reach(-1.0)..=reach(1.0));
    let at = |value: f64| NAMES + axis.share(value) * (width - NAMES - NUMBERS);
    let mut svg = String::new();
    for (number, bar) in bars.iter().enumerate() {
        let y = top + ROW * number as f64;
        let (value, error) = (bar.value.mean, bar.error());
        let (left, right) = (at(value.min(0.0)), at(value.max(0.0)));
        let class = if value < 0.0 { "lost" } else { "won" };
        rect(&mut svg, (left, y), (right - left, ROW - 8.0), class, "");
        let middle = y + ROW / 2.0 - 4.0;
        line(&mut svg, (at(value - error), middle), (at(value + error), middle), "error");
        text(&mut svg, (NAMES - 10.0, middle + 4.0), Anchor::End, &bar.name);
        text(&mut svg, (width - 85.0, middle + 4.0), Anchor::Start, &format!("{:+.1}", bar.value));
    }
    line(&mut svg, (at(0.0), top - 4.0), (at(0.0), height - 26.0), "error");
    text(&mut svg, (at(0.0), height - 10.0), Anchor::Middle, unit);
    picture(title, height, &svg)
}

/// A file of its own: with its style, a title and something to draw on.
pub(super) fn picture(title: &str, height: f64, body: &str) -> String {
    let width = Frame::PICTURE.width;
    let mut svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\n");
    let _ = writeln!(svg, "<style>{STYLE}</style>");
    rect(&mut svg, (0.0, 0.0), (width, height), "paper", "");
    let _ = writeln!(svg, "<text class=\"title\" x=\"10\" y=\"22\">{}</text>", escape(title));
    svg + body + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: &[Vec<(f64, f64, f64)>]) -> Curves {
        let curve =
            |(number, points): (usize, &Vec<_>)| Curve { name: format!("no. {number}"), points: points.clone() };
        Curves {
            title: "A < B".into(),
            x: "seconds".into(),
            scale: Scale::Powers,
            y: "lost".into(),
            curves: points.iter().enumerate().map(curve).collect(),
        }
    }

    #[test]
    fn every_curve_is_drawn() {
        let svg = plot(&[vec![(0.1, 3.0, 0.1), (10.0, 1.5, 0.0)], vec![(0.1, -2.0, 0.0)]]).svg();
        assert!(svg.contains("A &lt; B") && svg.matches("<polyline").count() == 2 && svg.contains(">no. 1<"), "{svg}");
        assert!(svg.contains(">-2<") && svg.contains(">0.5<"), "the axes reach so far: {svg}");
        assert!(!plot(&[]).svg().contains("NaN") && !plot(&[vec![]]).svg().contains("inf"));
    }

    #[test]
    fn bars_go_both_ways() {
        let bar = |name: &str, mean| Bar { name: name.into(), value: Estimate { mean, standard_error: Some(1.0) } };
        let svg = bars("Who wins", "points a game", &[bar("ahead", 12.0), bar("behind", -3.0)]);
        assert!(svg.contains("+12.0 ± 1.0") && svg.contains("-3.0 ± 1.0"), "{svg}");
        assert!(svg.matches("class=\"won\"").count() == 1 && svg.matches("class=\"lost\"").count() == 1);
        assert!(!svg.contains("NaN") && !svg.contains("width=\"-"));
    }
}
