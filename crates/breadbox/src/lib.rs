//! breadbox
