//! The load: requests made up once and sent over connections that stay open.

mod drive;
mod reply;
mod request;

pub(crate) use drive::{Sample, drive, drive_each, send_once};
pub(crate) use request::{LEGACY, Request, Work, mcp, rest};
