//! Confirming on the command line: with `--yes`, or by a person at the terminal.

use std::io::{BufRead, IsTerminal, Write};

use belay_core::{Error, Kind};
use clap::ArgMatches;
use serde_json::Value;

use super::CliError;

/// Who can say yes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Assent {
    /// It was said already.
    Given,
    /// A person is at the terminal.
    Person,
    /// Nobody is.
    Nobody,
}

impl Assent {
    pub(super) fn of(matches: &ArgMatches) -> Self {
        let given = matches.try_get_one::<bool>("yes").ok().flatten().copied().unwrap_or(false);
        match given {
            true => Self::Given,
            false if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() => Self::Person,
            false => Self::Nobody,
        }
    }

    /// Makes sure that something is meant.
    ///
    /// # Errors
    /// A refusal when nobody says so.
    pub(super) fn to(self, question: &str) -> Result<(), CliError> {
        let yes = match self {
            Self::Given => true,
            Self::Person => ask(question, &mut std::io::stdin().lock(), &mut std::io::stderr().lock())
                .map_err(CliError::Output)?,
            Self::Nobody => {
                let message = format!("{} Nothing was changed; add --yes to go ahead", question.trim_end());
                return Err(Error::new(Kind::Conflict, "confirmation_required", message).into());
            }
        };
        let declined = || Error::new(Kind::Conflict, "not_confirmed", "Nothing was changed");
        if yes { Ok(()) } else { Err(declined().into()) }
    }
}

/// Asks until a line says yes or no. The end of the input is a no.
fn ask(question: &str, input: &mut dyn BufRead, output: &mut dyn Write) -> std::io::Result<bool> {
    loop {
        write!(output, "{question}\nGo ahead? [y/N] ")?;
        output.flush()?;
        let mut line = String::new();
        let read = input.read_line(&mut line)?;
        match line.trim().to_lowercase().as_str() {
            "y" | "yes" => return Ok(true),
            "" | "n" | "no" => return Ok(false),
            _ if read == 0 => return Ok(false),
            _ => {}
        }
    }
}

/// The preview and the token of a call that has to be confirmed.
pub(super) fn awaited(error: &Error) -> Option<(String, String)> {
    if error.code() != "confirmation_required" {
        return None;
    }
    let text = |name: &str| error.details().get(name).and_then(Value::as_str).map(str::to_owned);
    Some((text("preview")?, text("confirm_token")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(lines: &str) -> (bool, String) {
        let mut output = Vec::new();
        let yes = ask("This deletes 2 meals.", &mut lines.as_bytes(), &mut output).unwrap();
        (yes, String::from_utf8(output).unwrap())
    }

    #[test]
    fn only_a_clear_yes_is_one() {
        for (lines, yes) in [
            ("y\n", true),
            ("YES\n", true),
            ("\n", false),
            ("n\n", false),
            ("", false),
            ("maybe\ny\n", true),
            ("maybe", false),
        ] {
            assert_eq!(said(lines).0, yes, "{lines:?}");
        }
        assert!(said("n\n").1.starts_with("This deletes 2 meals."));
    }

    #[test]
    fn where_nobody_is_asked_nothing_is_confirmed() {
        let CliError::Refused(error) = Assent::Nobody.to("This deletes 2 meals.").unwrap_err() else {
            panic!("a refusal")
        };
        assert_eq!(error.code(), "confirmation_required");
        assert!(error.message().contains("--yes") && error.message().contains("Nothing was changed"));
        assert!(Assent::Given.to("This deletes 2 meals.").is_ok());
    }
}
