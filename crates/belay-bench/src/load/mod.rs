//! The load: requests made up once and sent over connections that stay open.

mod drive;
mod reply;
mod request;

pub(crate) use drive::{Sample, drive, send_once};
pub(crate) use request::{LEGACY, Request, Work, mcp, rest};
