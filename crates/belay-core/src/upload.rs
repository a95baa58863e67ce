//! A file that came with a call, whichever way it came.

use std::fmt::Debug;
use std::io::{self, Read};
use std::sync::Arc;

/// The content of a file.
#[derive(Debug, Clone)]
pub enum Content {
    /// All of it: a part of a multipart request, a base64 field of an MCP call, a command's argument.
    Bytes(Arc<Vec<u8>>),
    /// What it can be read from, for operations that [read it as it comes](crate::Operation::streams).
    Source(Arc<dyn Source>),
}

/// Something that a file is read from, such as a disk.
pub trait Source: Debug + Send + Sync {
    /// Begins to read it from its start.
    ///
    /// # Errors
    /// Whatever opening it says.
    fn open(&self) -> io::Result<Box<dyn Read + Send>>;

    /// How many bytes it has.
    fn length(&self) -> u64;
}

/// A file.
#[derive(Debug, Clone)]
pub struct Upload {
    /// The file's name, where the client gave one. Never used as a path.
    pub name: Option<Arc<str>>,
    /// The content.
    pub content: Content,
}

impl Upload {
    /// A file that is in memory.
    #[must_use]
    pub fn new(name: Option<Arc<str>>, bytes: Vec<u8>) -> Self {
        Self { name, content: Content::Bytes(Arc::new(bytes)) }
    }

    /// The whole content, where it is in memory: always, but for operations that read it as it comes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Bytes(bytes) => bytes,
            Content::Source(_) => &[],
        }
    }

    /// Begins to read it from its start.
    ///
    /// # Errors
    /// As [`Source::open`].
    pub fn open(&self) -> io::Result<Box<dyn Read + Send + '_>> {
        match &self.content {
            Content::Bytes(bytes) => Ok(Box::new(bytes.as_slice())),
            Content::Source(source) => Ok(source.open()?),
        }
    }

    /// How many bytes it has.
    #[must_use]
    pub fn length(&self) -> u64 {
        match &self.content {
            Content::Bytes(bytes) => bytes.len() as u64,
            Content::Source(source) => source.length(),
        }
    }
}
