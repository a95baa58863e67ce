//! Commands of an application's field that read files and need neither a server nor a database.

/// A command that reads a file, or a folder of files, and prints something. The server reads the arguments and the files;
/// the application only turns texts into texts.
#[derive(Debug, Clone, Copy)]
pub struct Tool {
    /// The word after the application's name.
    pub word: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
    /// What the file or folder is called in the help.
    pub file: &'static str,
    /// Its flags.
    pub flags: &'static [Flag],
    /// A line to try, without the program's name.
    pub example: &'static str,
    /// What it does.
    pub run: fn(&Given) -> Result<String, String>,
}

/// A flag of a tool.
#[derive(Debug, Clone, Copy)]
pub struct Flag {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// What it changes.
    pub about: &'static str,
    /// The values it takes; none where it stands alone.
    pub values: &'static [&'static str],
}

/// What a tool is given.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// The files: a name for messages, and the text. One, or all of a folder in the order of their names.
    pub texts: Vec<(String, String)>,
    /// Whether a folder was named.
    pub is_folder: bool,
    /// The flags that were given, with their values; empty where a flag takes none.
    pub flags: Vec<(&'static str, String)>,
    /// Whether a person looks at what is printed.
    pub is_terminal: bool,
}

impl Given {
    /// Whether a flag was given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.flags.iter().any(|(known, _)| *known == name)
    }

    /// The value of a flag.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.flags.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}
