//! A file that is read piece by piece, with what has been read of it counted.

use std::io::{self, BufRead, BufReader, Read};

/// Bytes that are read ahead.
pub(crate) const AHEAD: usize = 64 * 1024;
/// Bytes that one part of a file may have. A hundred times what any has; without a bound, one that never ends would be kept
/// in memory whole.
const MOST: u64 = 1024 * 1024;

/// Counts lines and bytes, and ends a part that does not end by itself.
#[derive(Debug)]
pub(super) struct Meter<R> {
    inner: BufReader<R>,
    lines: u64,
    bytes: u64,
    part: u64,
}

impl<R: Read> Meter<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner: BufReader::with_capacity(AHEAD, inner), lines: 1, bytes: 0, part: 0 }
    }

    /// The line that is read next, from 1.
    pub(super) fn line(&self) -> u64 {
        self.lines
    }

    /// Bytes that were read.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Begins another part.
    pub(super) fn begin(&mut self) {
        self.part = 0;
    }
}

impl<R: Read> Read for Meter<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(into)?;
        self.consume(read);
        Ok(read)
    }
}

impl<R: Read> BufRead for Meter<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.part > MOST {
            return Err(io::Error::from(io::ErrorKind::FileTooLarge));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        let read = self.inner.buffer().get(..amount).unwrap_or_default();
        self.lines += read.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.bytes += amount as u64;
        self.part += amount as u64;
        self.inner.consume(amount);
    }
}
