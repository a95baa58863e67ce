//! From characters to lines of tokens.

mod line;
mod normalise;
mod token;
mod tokens;

pub(crate) use line::{Line, lines};
pub(crate) use normalise::{Normal, PICTURE};
pub(crate) use token::{Kind, Token};
pub(crate) use tokens::Tokens;
