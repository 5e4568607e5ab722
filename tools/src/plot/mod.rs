//! Plots as SVG text, which any browser shows: within a page, or as pictures of their own.
//!
//! A [`Plot`] is two axes and what is drawn between them, mark by mark. What a mark looks like is its class; the
//! classes are in [`STYLE`], which a page has in its style sheet and a picture brings with it. The pictures that
//! experiments make, [`Curves`], [`bars`], [`scatter_picture`] and [`spreads_picture`], have a title too, and a legend
//! where there are several things.
//!
//! Ours and not plotters': beside one of its pictures ours has the cleaner axes and legend (its logarithmic axis writes
//! its labels over each other), follows a page's style sheet into the dark, and tells of each bar under the mouse.

mod axis;
mod picture;
mod scatter;
mod spreads;

pub use axis::{Axis, Scale};
pub use picture::{Bar, Curve, Curves, bars};
pub use scatter::scatter_picture;
pub use spreads::{spreads, spreads_picture};

use std::fmt::Write as _;

/// What the classes look like. `e0` to `e7` can be told apart also by those who see no red from green (Okabe and Ito).
pub const STYLE: &str = "svg text{font:12px system-ui,sans-serif;fill:#555}svg text.title{font-size:15px;fill:#222}
.grid{stroke:#e4e4e4}.zero{stroke:#888}.won{fill:#0072b2}.lost{fill:#d55e00}.band{fill:#0072b2;opacity:.18}.wide{fill:#999}
.paper{fill:#fff}.dot{fill:#0072b2;opacity:.45}
polyline{fill:none;stroke-width:1.6}.half{stroke:#999;stroke-dasharray:4 3}.most{stroke-dasharray:3 3}.error{stroke:#222}
.e0{stroke:#0072b2}.e1{stroke:#d55e00}.e2{stroke:#009e73}.e3{stroke:#cc79a7}.e4{stroke:#56b4e9}.e5{stroke:#e69f00}.e6{stroke:#222}.e7{stroke:#999}";

/// The class of one of several lines.
pub fn line_class(number: usize) -> String {
    format!("e{}", number % 8)
}

/// How large a picture is, and how far from its edges the plot.
#[derive(Clone, Copy, Debug)]
struct Frame {
    width: f64,
    height: f64,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Frame {
    /// Within a page, which has the title and the legend.
    const PAGE: Frame = Frame { width: 900.0, height: 280.0, left: 60.0, right: 15.0, top: 12.0, bottom: 40.0 };
    /// A picture of its own, with room for them.
    const PICTURE: Frame = Frame { width: 820.0, height: 440.0, left: 70.0, right: 240.0, top: 40.0, bottom: 55.0 };
}

/// A plot that is being drawn.
#[derive(Clone, Debug)]
pub struct Plot {
    frame: Frame,
    x: Axis,
    y: Axis,
    marks: String,
}

impl Plot {
    /// For a page, with these axes.
    pub fn new(x: Axis, y: Axis) -> Self {
        Self::within(Frame::PAGE, x, y)
    }

    fn within(frame: Frame, x: Axis, y: Axis) -> Self {
        Plot { frame, x, y, marks: String::new() }
    }

    fn at_x(&self, x: f64) -> f64 {
        self.frame.left + self.x.share(x) * (self.frame.width - self.frame.left - self.frame.right)
    }

    /// What is beyond the axis is at its end.
    fn at_y(&self, y: f64) -> f64 {
        let Frame { height, top, bottom, .. } = self.frame;
        height - bottom - self.y.share(y).clamp(0.0, 1.0) * (height - top - bottom)
    }

    /// A bar from nothing to y, from one x to another.
    pub fn bar(&mut self, from: f64, to: f64, y: f64, class: &str, title: &str) {
        let (left, right) = (self.at_x(from), self.at_x(to));
        let (zero, top) = (self.at_y(0.0), self.at_y(y));
        let (wide, high) = ((right - left - 0.3).max(0.4), (zero - top).abs().max(0.5));
        let title = format!("<title>{}</title>", escape(title));
        rect(&mut self.marks, (left, zero.min(top)), (wide, high), class, &title);
    }

    /// A line through points.
    pub fn line(&mut self, points: &[(f64, f64)], class: &str) {
        let _ = writeln!(self.marks, "<polyline class=\"{class}\" points=\"{}\"/>", self.path(points.iter().copied()));
    }

    /// A dot for each point.
    pub fn points(&mut self, points: &[(f64, f64)], class: &str) {
        for &(x, y) in points {
            let (x, y) = (self.at_x(x), self.at_y(y));
            let _ = writeln!(self.marks, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.4\"/>");
        }
    }

    /// A line from a lower to a higher y: how far off a point may well be.
    fn error_bar(&mut self, x: f64, [low, high]: [f64; 2], class: &str) {
        let (x, low, high) = (self.at_x(x), self.at_y(low), self.at_y(high));
        line(&mut self.marks, (x, low), (x, high), class);
    }

    /// A band between a lower and an upper line.
    pub fn band(&mut self, points: &[(f64, f64, f64)], class: &str) {
        let low = points.iter().map(|&(x, low, _)| (x, low));
        let high = points.iter().rev().map(|&(x, _, high)| (x, high));
        let _ = writeln!(self.marks, "<polygon class=\"{class}\" points=\"{}\"/>", self.path(low.chain(high)));
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        points.map(|(x, y)| format!("{:.1},{:.1}", self.at_x(x), self.at_y(y))).collect::<Vec<_>>().join(" ")
    }

    /// The whole plot, with its axes, for a page.
    pub fn finish(&self, x_name: &str, y_name: &str) -> String {
        let Frame { width, height, .. } = self.frame;
        format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\">\n{}</svg>\n", self.body(x_name, y_name))
    }

    /// The axes and what was drawn between them.
    fn body(&self, x_name: &str, y_name: &str) -> String {
        let Frame { width, height, left, right, bottom, .. } = self.frame;
        let (end, below) = (width - right, height - bottom);
        let mut out = String::new();
        for y in self.y.ticks() {
            let (at, class) = (self.at_y(y), if y == 0.0 { "zero" } else { "grid" });
            line(&mut out, (left, at), (end, at), class);
            text(&mut out, (left - 5.0, at + 4.0), Anchor::End, &y.to_string());
        }
        for x in self.x.ticks() {
            text(&mut out, (self.at_x(x), below + 15.0), Anchor::Middle, &x.to_string());
        }
        out += &self.marks;
        text(&mut out, ((left + end) / 2.0, height - 6.0), Anchor::Middle, x_name);
        let (at, up) = (14.0, height / 2.0);
        let turned = format!("text-anchor=\"middle\" transform=\"rotate(-90 {at} {up})\"");
        let _ = writeln!(out, "<text x=\"{at}\" y=\"{up}\" {turned}>{}</text>", escape(y_name));
        out
    }
}

/// Which part of a text is where it is put.
#[derive(Clone, Copy)]
enum Anchor {
    Start,
    Middle,
    End,
}

fn text(svg: &mut String, (x, y): (f64, f64), anchor: Anchor, text: &str) {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>", escape(text));
}

fn line(svg: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64), class: &str) {
    let _ = writeln!(svg, "<line class=\"{class}\" x1=\"{x1:.1}\" x2=\"{x2:.1}\" y1=\"{y1:.1}\" y2=\"{y2:.1}\"/>");
}

/// A rectangle by its corner and its size, with what is to be inside.
fn rect(svg: &mut String, (x, y): (f64, f64), (wide, high): (f64, f64), class: &str, inside: &str) {
    let _ = writeln!(
        svg,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\">{inside}</rect>"
    );
}

/// Text that means nothing to a browser.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_to_draw_is_no_trouble() {
        let mut plot = Plot::new(Axis::even(0.0..=0.0), Axis::even(0.0..=0.0));
        plot.line(&[], "one");
        plot.bar(0.0, 1.0, 0.0, "won", "<&>");
        let text = plot.finish("x", "y");
        assert!(text.contains("&lt;&amp;&gt;") && !text.contains("NaN"), "{text}");
    }

    #[test]
    fn what_is_drawn_is_within_the_frame() {
        let plot = Plot::new(Axis::even(0.0..=10.0), Axis::even(-1.0..=1.0));
        let Frame { width, height, left, right, top, bottom } = Frame::PAGE;
        assert_eq!((plot.at_x(0.0), plot.at_x(10.0)), (left, width - right));
        assert_eq!((plot.at_y(-1.0), plot.at_y(1.0), plot.at_y(5.0)), (height - bottom, top, top));
    }
}
