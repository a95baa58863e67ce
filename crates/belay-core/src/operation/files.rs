//! Files that go in and out on the command line.

use super::Operation;

/// Which fields of an operation's answer its command writes to files, where a path is given for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Saves {
    /// The field that makes one file as JSON.
    pub one: &'static str,
    /// The field with a list of `{name, content}`, which make a folder of files.
    pub many: &'static str,
}

impl Operation {
    /// It takes a file; JSON-only doors send it as base64 in this optional field.
    #[must_use]
    pub fn upload(mut self, field: &'static str) -> Self {
        if self.input.portable.value().pointer(&format!("/properties/{field}")).is_none() {
            self.faults.push(format!("upload field `{field}` is not in the input"));
        }
        self.upload = Some(field);
        self
    }

    /// It reads its file as it comes, which therefore need not fit into memory. On the command line it gets the file on the
    /// disk; over a network, what was sent.
    #[must_use]
    pub fn streams(mut self) -> Self {
        self.streams = true;
        self
    }

    /// Its command writes parts of its answer to files when it is told where to.
    #[must_use]
    pub fn saves(mut self, saves: Saves) -> Self {
        self.saves = Some(saves);
        self
    }
}
