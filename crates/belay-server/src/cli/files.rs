//! Files that commands read as they come, and files that they write.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use belay_core::operation::Saves;
use belay_core::upload::Source;
use serde_json::Value;

use super::CliError;

/// The flag that says where to.
pub(super) const OUT: &str = "out";

/// A file on the disk.
#[derive(Debug)]
pub(super) struct Disk {
    path: PathBuf,
    length: u64,
}

impl Disk {
    pub(super) fn new(path: &str) -> io::Result<Self> {
        let length = File::open(path)?.metadata()?.len();
        Ok(Self { path: path.into(), length })
    }
}

impl Source for Disk {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(File::open(&self.path)?))
    }

    fn length(&self) -> u64 {
        self.length
    }
}

/// Writes what an answer holds for files, and says what was written. Nothing that is there is written over.
pub(super) fn save(value: &Value, saves: Saves, path: &Path) -> Result<String, CliError> {
    let Some(files) = value.get(saves.many).and_then(Value::as_array) else {
        let text = value.get(saves.one).map(Value::to_string).unwrap_or_default();
        write(path, &text)?;
        return Ok(format!("{} written", path.display()));
    };
    std::fs::create_dir_all(path).map_err(|source| failed(path, source))?;
    for file in files {
        let of = |field: &str| file.get(field).and_then(Value::as_str).unwrap_or_default();
        let Some(name) = Path::new(of("name")).file_name() else { continue };
        write(&path.join(name), of("content"))?;
    }
    Ok(format!("{} files written to {}", files.len(), path.display()))
}

/// Writes a file that only its owner may read: what people keep about themselves is nobody else's business.
fn write(path: &Path, text: &str) -> Result<(), CliError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let written = options.open(path).and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|source| failed(path, source))
}

fn failed(path: &Path, source: io::Error) -> CliError {
    CliError::Saving { path: path.display().to_string(), source }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SAVES: Saves = Saves { one: "document", many: "files" };

    #[test]
    fn one_document_makes_a_file_and_several_files_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let (one, many) = (folder.path().join("a.json"), folder.path().join("all"));
        save(&json!({ "document": { "a": 1 } }), SAVES, &one).unwrap();
        assert_eq!(std::fs::read_to_string(&one).unwrap(), r#"{"a":1}"#);
        let files = json!({ "files": [{ "name": "../x.csv", "content": "a,b" }] });
        save(&files, SAVES, &many).unwrap();
        assert_eq!(std::fs::read_to_string(many.join("x.csv")).unwrap(), "a,b", "a name is never a path");
        assert!(save(&json!({ "document": 1 }), SAVES, &one).is_err(), "nothing is written over");
        assert_eq!(Disk::new(one.to_str().unwrap()).unwrap().length(), 7);
    }
}
