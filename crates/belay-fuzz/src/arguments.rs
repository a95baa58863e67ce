//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use belay_fuzz::fuzz::LIMIT;

/// What `--help` prints.
pub(crate) const HELP: &str = "\
Feeds made-up inputs to what reads strangers' input, and checks the rules that must always hold.

  belay-fuzz list                  the targets, with what must hold for each
  belay-fuzz TARGET|all            fuzzes; ends with 1 when a rule was broken

  --minutes N, --seconds N         for each target; 20 seconds if neither is given
  --seed S                         repeats the run that printed this seed
  --keep                           writes the inputs worth keeping into corpus/TARGET
  --jobs N                         so many targets at a time; 2
  --limit MILLISECONDS             what one input may take; 1000
  --input FILE                     runs this one input instead

A failing input is made shorter, written to crashes/ and shown with the command that runs it again.

Example: belay-fuzz schema --minutes 10 --keep
";

/// What was asked for.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) target: String,
    pub(crate) time: Duration,
    pub(crate) seed: Option<u64>,
    pub(crate) keep: bool,
    pub(crate) jobs: usize,
    pub(crate) limit: Duration,
    pub(crate) input: Option<PathBuf>,
    /// The file in which a worker keeps its current input: this process is one. Given by the program itself only.
    pub(crate) work: Option<PathBuf>,
}

impl Asked {
    pub(crate) fn read(words: &[&str]) -> Result<Self, String> {
        let mut asked = Self {
            target: String::new(),
            time: Duration::from_secs(20),
            seed: None,
            keep: false,
            jobs: 2,
            limit: LIMIT,
            input: None,
            work: None,
        };
        let mut rest = words.iter().copied();
        while let Some(word) = rest.next() {
            let mut value = || rest.next().ok_or(format!("`{word}` needs a value; belay-fuzz --help"));
            match word {
                "--minutes" => asked.time = Duration::from_secs(number(value()?)?.saturating_mul(60)),
                "--seconds" => asked.time = Duration::from_secs(number(value()?)?),
                "--seed" => asked.seed = Some(number(value()?)?),
                "--keep" => asked.keep = true,
                "--jobs" => asked.jobs = usize::try_from(number(value()?)?).unwrap_or(1),
                "--limit" => asked.limit = Duration::from_millis(number(value()?)?),
                "--input" => asked.input = Some(value()?.into()),
                "--work" => asked.work = Some(value()?.into()),
                name if !name.starts_with('-') && asked.target.is_empty() => {
                    name.clone_into(&mut asked.target);
                }
                other => return Err(format!("`{other}` is not understood; belay-fuzz --help")),
            }
        }
        if asked.target.is_empty() {
            return Err("say what to fuzz: a TARGET, or all; belay-fuzz list tells them".to_owned());
        }
        Ok(asked)
    }
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no whole number; belay-fuzz --help"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_in_any_order_and_strange_ones_refused() {
        let asked = Asked::read(&["--minutes", "2", "cursor", "--keep", "--seed", "7"]).unwrap();
        assert_eq!((asked.target.as_str(), asked.time.as_secs(), asked.seed), ("cursor", 120, Some(7)));
        assert!(asked.keep && asked.limit == LIMIT);
        for strange in [&["--seconds"][..], &["a", "b"], &["a", "--seed", "x"], &["a", "--fast"], &["--keep"]]
        {
            assert!(Asked::read(strange).is_err(), "{strange:?}");
        }
    }
}
