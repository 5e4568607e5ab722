//! A point for each thing: how one quantity goes with another.

use super::picture::picture;
use super::{Axis, Frame, Plot};

/// A picture of its own, without a legend.
const PICTURE: Frame = Frame { height: 560.0, right: 20.0, ..Frame::PICTURE };

/// A picture of points, and a dashed line where y is as large as x.
pub fn scatter_picture(title: &str, x_name: &str, y_name: &str, points: &[(f64, f64)]) -> String {
    let (x_low, x_high) = reach(points.iter().map(|point| point.0));
    let (y_low, y_high) = reach(points.iter().map(|point| point.1));
    let mut plot = Plot::within(PICTURE, Axis::even(x_low..=x_high), Axis::even(y_low..=y_high));
    plot.points(points, "dot");
    plot.line(&[x_low.max(y_low), x_high.min(y_high)].map(|both| (both, both)), "half");
    picture(title, PICTURE.height, &plot.body(x_name, y_name))
}

/// From the least to the greatest, with some room; 0 is always in it.
fn reach(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    let room = 0.03 * (high - low);
    (low - room, high + room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_drawn() {
        let svg = scatter_picture("A < B", "luck", "spread", &[(-20.0, 5.0), (30.0, 100.0), (0.0, -40.0)]);
        assert!(svg.contains("A &lt; B") && svg.matches("<circle class=\"dot\"").count() == 3, "{svg}");
        assert!(svg.contains(">-20<") && svg.contains(">100<") && svg.contains("class=\"half\""), "{svg}");
        assert!(!scatter_picture("none", "x", "y", &[]).contains("NaN"));
    }
}
