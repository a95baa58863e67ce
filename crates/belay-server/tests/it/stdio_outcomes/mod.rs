//! What each kind of line comes to: the outcome list of standard input and output, row by row.

mod lines;
pub(crate) mod process;
mod together;
