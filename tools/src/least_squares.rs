//! Normal equations: systems of linear equations whose matrix is symmetric and has no negative direction.
//!
//! Such are those of least squares and of Newton's step up a likelihood. Some unknowns may say the same as others
//! together (a stage and a size of a leave, say); the last of them is then 0, and the sums that matter are right.
//!
//! Ours and not nalgebra's: twenty lines, for half a minute of compiling, and its solvers refuse what is not definite.
//!
//! ```
//! use tasseo_tools::least_squares::solve;
//!
//! assert_eq!(solve(&[[2.0, 1.0], [1.0, 3.0]], &[4.0, 7.0]), [1.0, 2.0]);
//! assert_eq!(solve(&[[2.0, 2.0], [2.0, 2.0]], &[4.0, 4.0]), [2.0, 0.0]);
//! ```

/// A pivot that is smaller than this, by what stood in its place, is nothing but rounding.
const LEAST_PIVOT: f64 = 1e-9;

/// Solves a system by elimination. No rows are swapped: the matrix must be symmetric and positive semidefinite.
pub fn solve<R: AsRef<[f64]>>(matrix: &[R], right: &[f64]) -> Vec<f64> {
    let size = right.len();
    let row = |(row, right): (&R, &f64)| [row.as_ref(), &[*right]].concat();
    let mut rows: Vec<Vec<f64>> = matrix.iter().zip(right).map(row).collect();
    for at in 0..size {
        if rows[at][at] <= LEAST_PIVOT * matrix[at].as_ref()[at].max(1.0) {
            rows[at].fill(0.0);
            continue;
        }
        let pivot = rows[at].clone();
        for row in rows.iter_mut().enumerate().filter(|(number, _)| *number != at).map(|(_, row)| row) {
            let factor = row[at] / pivot[at];
            row.iter_mut().zip(&pivot).for_each(|(cell, pivot)| *cell -= factor * pivot);
        }
    }
    let solution = |at: usize| if rows[at][at] == 0.0 { 0.0 } else { rows[at][size] / rows[at][at] };
    (0..size).map(solution).collect()
}
