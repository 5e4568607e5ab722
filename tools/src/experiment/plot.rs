//! Curves and bars as SVG pictures that need nothing but a browser.

use std::fmt::Write;

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
pub struct Plot {
    /// What it shows.
    pub title: String,
    /// What is to the right.
    pub x: String,
    /// What is upwards: from nothing, or from the least if that is less.
    pub y: String,
    /// How the numbers to the right are laid out.
    pub scale: XScale,
    /// What is drawn.
    pub curves: Vec<Curve>,
}

/// How numbers are laid out from left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum XScale {
    /// Each as far from the next as they differ.
    Even,
    /// By their powers of ten.
    Powers,
}

impl XScale {
    fn place(self, x: f64) -> f64 {
        match self {
            XScale::Even => x,
            XScale::Powers => x.log10(),
        }
    }
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 190.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 55.0;

/// Told apart also by those who see no red from green (Okabe and Ito).
const COLOURS: [&str; 8] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#999999"];

/// From values to places in the picture.
struct Scale {
    kind: XScale,
    /// The places of the least and the greatest,
    x: (f64, f64),
    /// and the bottom and the top.
    y: (f64, f64),
}

impl Scale {
    fn of(plot: &Plot) -> Self {
        let points = || plot.curves.iter().flat_map(|curve| curve.points.iter());
        let least = |values: &mut dyn Iterator<Item = f64>, from: f64| values.fold(from, f64::min);
        let greatest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let low = least(&mut points().map(|point| point.0), f64::INFINITY);
        let high = greatest(&mut points().map(|point| point.0));
        let top = greatest(&mut points().map(|point| point.1 + point.2));
        let bottom = least(&mut points().map(|point| point.1 - point.2), 0.0);
        let range = if top > bottom { (bottom * 1.05, top * 1.05) } else { (0.0, 1.0) };
        Scale { kind: plot.scale, x: (plot.scale.place(low), plot.scale.place(high)), y: range }
    }

    fn x(&self, x: f64) -> f64 {
        let (low, high) = self.x;
        LEFT + (self.kind.place(x) - low) / (high - low).max(1e-9) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, y: f64) -> f64 {
        let (bottom, top) = self.y;
        HEIGHT - BOTTOM - (y - bottom) / (top - bottom) * (HEIGHT - TOP - BOTTOM)
    }

    /// Round numbers; among powers of ten, 1, 2 and 5 times each of them that is in the picture.
    fn marks_of_x(&self) -> Vec<f64> {
        if self.kind == XScale::Even {
            return round_marks(self.x);
        }
        let (low, high) = (10_f64.powf(self.x.0), 10_f64.powf(self.x.1));
        let powers = (self.x.0.floor() as i32..=self.x.1.ceil() as i32).map(|power| 10_f64.powi(power));
        let marks = powers.flat_map(|power| [1.0, 2.0, 5.0].map(|times| times * power));
        marks.filter(|mark| (low * 0.999..=high * 1.001).contains(mark)).collect()
    }

    fn marks_of_y(&self) -> Vec<f64> {
        round_marks(self.y)
    }
}

/// Three to eight round numbers of a range.
fn round_marks((low, high): (f64, f64)) -> Vec<f64> {
    let step = round_step(high - low);
    ((low / step).ceil() as i64..=(high / step).floor() as i64).map(|mark| mark as f64 * step).collect()
}

/// A round number that goes into a range three to seven times.
fn round_step(range: f64) -> f64 {
    let power = 10_f64.powf((range.max(1e-9) / 5.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| range / step <= 7.0);
    step.unwrap_or(10.0 * power)
}

impl Plot {
    /// The picture.
    pub fn svg(&self) -> String {
        let mut svg = opening(HEIGHT);
        let scale = Scale::of(self);
        self.draw_axes(&mut svg, &scale);
        for (at, curve) in self.curves.iter().enumerate() {
            draw_curve(&mut svg, &scale, curve, COLOURS[at % COLOURS.len()], at);
        }
        svg + "</svg>\n"
    }

    fn draw_axes(&self, svg: &mut String, scale: &Scale) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        text(svg, (LEFT, 22.0), "font-size='15'", &self.title);
        text(svg, ((LEFT + right) / 2.0, HEIGHT - 14.0), "text-anchor='middle'", &self.x);
        text(svg, (LEFT, TOP - 5.0), "", &self.y);
        for mark in scale.marks_of_y() {
            let y = scale.y(mark);
            line(svg, (LEFT, y), (right, y), "#dddddd");
            text(svg, (LEFT - 6.0, y + 4.0), "text-anchor='end'", &format!("{}", (mark * 1e6).round() / 1e6));
        }
        for mark in scale.marks_of_x() {
            let x = scale.x(mark);
            line(svg, (x, bottom), (x, bottom + 5.0), "#000000");
            text(svg, (x, bottom + 18.0), "text-anchor='middle'", &format!("{}", (mark * 1e6).round() / 1e6));
        }
        line(svg, (LEFT, bottom), (right, bottom), "#000000");
    }
}

fn draw_curve(svg: &mut String, scale: &Scale, curve: &Curve, colour: &str, at: usize) {
    let place = |point: &(f64, f64, f64)| format!("{:.1},{:.1}", scale.x(point.0), scale.y(point.1));
    let path = curve.points.iter().map(place).collect::<Vec<_>>().join(" ");
    let _ = writeln!(svg, "<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2'/>");
    for &(x, y, error) in &curve.points {
        let _ = writeln!(svg, "<circle cx='{:.1}' cy='{:.1}' r='3' fill='{colour}'/>", scale.x(x), scale.y(y));
        if error > 0.0 {
            let (low, high) = (scale.y(y - error), scale.y(y + error));
            line(svg, (scale.x(x), low), (scale.x(x), high), colour);
        }
    }
    let (x, y) = (WIDTH - RIGHT + 14.0, TOP + 14.0 + 20.0 * at as f64);
    line(svg, (x, y - 4.0), (x + 22.0, y - 4.0), colour);
    text(svg, (x + 28.0, y), "", &curve.name);
}

/// A named number with its standard error.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it is called.
    pub name: String,
    /// How long it is, to the right or to the left of nothing.
    pub value: f64,
    /// Its standard error.
    pub error: f64,
}

/// A picture of bars, one below the other, with error bars.
pub fn bars(title: &str, unit: &str, bars: &[Bar]) -> String {
    const ROW: f64 = 26.0;
    const NAMES: f64 = 330.0;
    let height = TOP + ROW * bars.len() as f64 + 30.0;
    let reach = |sign: f64| bars.iter().map(|bar| sign * bar.value + bar.error).fold(1e-9, f64::max);
    let (low, high) = (-reach(-1.0), reach(1.0));
    let at = |value: f64| NAMES + (value - low) / (high - low) * (WIDTH - NAMES - 90.0);
    let mut svg = opening(height);
    text(&mut svg, (10.0, 22.0), "font-size='15'", title);
    for (number, bar) in bars.iter().enumerate() {
        let y = TOP + ROW * number as f64;
        let (left, right) = (at(bar.value.min(0.0)), at(bar.value.max(0.0)));
        let colour = COLOURS[usize::from(bar.value < 0.0)];
        let (wide, high) = (right - left, ROW - 8.0);
        let _ = writeln!(svg, "<rect x='{left:.1}' y='{y:.1}' width='{wide:.1}' height='{high}' fill='{colour}'/>");
        let middle = y + ROW / 2.0 - 4.0;
        line(&mut svg, (at(bar.value - bar.error), middle), (at(bar.value + bar.error), middle), "#000000");
        text(&mut svg, (NAMES - 60.0, middle + 4.0), "text-anchor='end'", &bar.name);
        let told = format!("{:+.1} ± {:.1}", bar.value, bar.error);
        text(&mut svg, (WIDTH - 85.0, middle + 4.0), "", &told);
    }
    line(&mut svg, (at(0.0), TOP - 4.0), (at(0.0), height - 26.0), "#000000");
    text(&mut svg, (at(0.0), height - 10.0), "text-anchor='middle'", unit);
    svg + "</svg>\n"
}

fn opening(height: f64) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' font-family='sans-serif' \
         font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n"
    )
}

fn line(svg: &mut String, (x1, y1): (f64, f64), (x2, y2): (f64, f64), colour: &str) {
    let _ = writeln!(svg, "<line x1='{x1:.1}' y1='{y1:.1}' x2='{x2:.1}' y2='{y2:.1}' stroke='{colour}'/>");
}

fn text(svg: &mut String, (x, y): (f64, f64), how: &str, text: &str) {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(svg, "<text x='{x:.1}' y='{y:.1}' {how}>{text}</text>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_curve_is_drawn_within_the_picture() {
        let curve = |name: &str, y: f64| Curve { name: name.into(), points: vec![(0.1, y, 0.1), (10.0, y / 2.0, 0.0)] };
        let plot = Plot {
            title: "A < B".into(),
            x: "seconds".into(),
            y: "lost".into(),
            scale: XScale::Powers,
            curves: vec![curve("one", 3.0), curve("two", 2.0)],
        };
        let svg = plot.svg();
        assert!(svg.contains("A &lt; B") && svg.matches("<polyline").count() == 2 && svg.contains(">two<"));
        let scale = Scale::of(&plot);
        assert_eq!((scale.x(0.1).round(), scale.x(10.0).round()), (LEFT, WIDTH - RIGHT));
        assert!(scale.y(3.1) > TOP && scale.y(0.0) == HEIGHT - BOTTOM);
        assert_eq!(scale.marks_of_x(), [0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0]);
        let even = Scale { kind: XScale::Even, x: (0.05, 0.98), y: (-1.0, 1.0) };
        assert_eq!(even.marks_of_x().len(), 4, "{:?}", even.marks_of_x());
        assert!(even.y(-1.0) == HEIGHT - BOTTOM && even.marks_of_y().contains(&0.0));
        assert_eq!(scale.marks_of_y(), [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0]);
    }

    #[test]
    fn bars_go_both_ways() {
        let bar = |name: &str, value: f64| Bar { name: name.into(), value, error: 1.0 };
        let svg = bars("Who wins", "points a game", &[bar("ahead", 12.0), bar("behind", -3.0)]);
        assert!(svg.contains("+12.0 ± 1.0") && svg.contains("-3.0 ± 1.0") && svg.matches("<rect x=").count() == 2);
        assert!(!svg.contains("NaN") && !svg.contains("width='-"));
    }
}
