//! The board as a picture for people.
//!
//! ```
//! use tasseo::game::{Catalogue, Layout, Position, Rules, cgp::Cgp};
//! use std::sync::Arc;
//!
//! let tiny = Layout::parse("tiny", "start 2B\n=.'\n.-.\n'.=\n").unwrap();
//! let rules = Rules { layout: Arc::new(tiny), ..Rules::default() };
//! let cgp = Cgp::parse("3/OX1/2q AEINRST/ 12/0 0", &Catalogue::default(), &rules).unwrap();
//! assert_eq!("\n".to_owned() + &cgp.position.picture(), "
//!    A B C
//!  1 = . '
//!  2 O X .
//!  3 ' . q
//! ");
//! ```

use super::{Position, Premium, Square};

impl Position {
    /// The board: tiles as letters, blanks in lower case, empty squares as their premiums.
    pub fn picture(&self) -> String {
        let cols = self.layout().cols();
        let mut out = String::from("  ");
        for col in 0..cols {
            out.push(' ');
            out.push(char::from(b'A' + col as u8));
        }
        out.push('\n');
        for row in 0..self.layout().rows() {
            out += &format!("{:>2}", row + 1);
            for col in 0..cols {
                out.push(' ');
                out += &self.picture_square(Square::new(row, col));
            }
            out.push('\n');
        }
        out
    }

    /// One character, or a bracketed tile.
    fn picture_square(&self, square: Square) -> String {
        match self.board().get(square) {
            Some(tile) => self.distribution().alphabet().write_placed([tile]),
            None if self.layout().premium(square) == Premium::Plain => ".".into(),
            None => self.layout().premium(square).symbol().into(),
        }
    }
}
