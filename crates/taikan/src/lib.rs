//! Gym-studio programming. What is here so far reads workout texts on the command line; it needs no server.

mod parse;

use belay_core::tool::{Flag, Tool};

/// The commands that read files.
pub const TOOLS: &[(&str, Tool)] = &[("taikan", PARSE)];

/// Reads a coach's text for a day.
const PARSE: Tool = Tool {
    word: "parse",
    about: "Read a coach's text for a day and show what was understood, and what was not sure",
    file: "FILE",
    flags: &[
        Flag { name: "json", about: "Print the proposal as JSON", values: &[] },
        Flag { name: "board", about: "Print the day as it stands on a gym's board", values: &[] },
        Flag { name: "timeline", about: "Print what the clock of each section does", values: &[] },
        Flag { name: "report", about: "Count over all texts of a folder", values: &[] },
        Flag {
            name: "unit",
            about: "The unit of weights where the text gives none, and on the board",
            values: &["kg", "lb"],
        },
    ],
    example: "parse monday.txt",
    run: parse::run,
};
