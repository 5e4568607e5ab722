//! A bar for each game, as in figure 2 of Richards and Amir.

use super::picture::picture;
use super::{Axis, Frame, Plot};

/// The most bars of a plot; where there are more games, a bar is the mean of several.
const MOST_BARS: usize = 1000;
/// A picture of its own, without a legend.
const PICTURE: Frame = Frame { right: 20.0, ..Frame::PICTURE };

/// Who won by how much, game by game: for a page, which has the title.
pub fn spreads(spreads: &[f64]) -> String {
    let (plot, x_name) = draw(Frame::PAGE, spreads);
    plot.finish(&x_name, "spread")
}

/// The same as a picture of its own.
pub fn spreads_picture(title: &str, spreads: &[f64]) -> String {
    let (plot, x_name) = draw(PICTURE, spreads);
    picture(title, PICTURE.height, &plot.body(&x_name, "spread"))
}

/// The bars, and what they stand on.
fn draw(frame: Frame, spreads: &[f64]) -> (Plot, String) {
    let together = spreads.len().div_ceil(MOST_BARS).max(1);
    let bars: Vec<f64> = spreads.chunks(together).map(|bar| bar.iter().sum::<f64>() / bar.len() as f64).collect();
    let (low, high) = bars.iter().fold((0.0_f64, 0.0_f64), |(low, high), &bar| (low.min(bar), high.max(bar)));
    let mut plot = Plot::within(frame, Axis::even(0.0..=spreads.len() as f64), Axis::even(low..=high));
    for (at, &bar) in bars.iter().enumerate() {
        let (from, to) = (at * together, ((at + 1) * together).min(spreads.len()));
        let title = if together == 1 {
            format!("game {}: {bar:+}", from + 1)
        } else {
            format!("games {} to {to}: {bar:+.1}", from + 1)
        };
        plot.bar(from as f64, to as f64, bar, if bar < 0.0 { "lost" } else { "won" }, &title);
    }
    let each = if together == 1 { "each bar a game".into() } else { format!("each bar the mean of {together} games") };
    (plot, format!("games, {each}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_bar_or_a_share_of_one() {
        let few = spreads_picture("A < B", &[12.0, -30.0, 0.0]);
        assert!(few.contains("A &lt; B") && few.contains("game 2: -30") && few.matches("class=\"won\"").count() == 2);
        let many = spreads(&[1.0; 2500]);
        assert_eq!(many.matches("class=\"won\"").count(), 834);
        assert!(many.contains("games 2500 to 2500: +1.0") && !spreads(&[]).contains("NaN"));
    }
}
