//! `docs`: writes the reference pages, or says which of them are out of date.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use clap::ArgMatches;

use super::{CliError, Session, say, tree};
use crate::docs;

pub(super) fn run(session: &Session, matches: &ArgMatches) -> Result<ExitCode, CliError> {
    let folder = Path::new(matches.get_one::<String>("folder").map_or("docs", String::as_str));
    let only_check = matches.get_flag("check");
    let mut stale = 0;
    for (name, text) in
        docs::pages(&session.apps, tree::tree(session.program, (&session.apps, session.tools), None))
    {
        let path = folder.join(&name);
        if fs::read_to_string(&path).is_ok_and(|there| there == text) {
            continue;
        }
        stale += 1;
        say(&path.display().to_string())?;
        if !only_check {
            let failed = |source| CliError::File { path: path.display().to_string(), source };
            path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
            fs::write(&path, text)
                .map_err(|source| CliError::File { path: path.display().to_string(), source })?;
        }
    }
    match (only_check, stale) {
        (true, 1..) => {
            Err(CliError::usage(format!("{stale} pages are out of date; `belay docs` writes them anew")))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}
