//! A file that came with a call, whichever way it came.

use std::sync::Arc;

/// The bytes of a file: a part of a multipart request, a base64 field of an MCP call, or a command's argument.
#[derive(Debug, Clone)]
pub struct Upload {
    /// The file's name, where the client gave one. Never used as a path.
    pub name: Option<Arc<str>>,
    /// The content.
    pub bytes: Arc<Vec<u8>>,
}
