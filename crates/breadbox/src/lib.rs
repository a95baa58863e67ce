//! breadbox

pub mod statements;
