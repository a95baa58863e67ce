//! The loop: draw a kept input, change it, run it, keep it if something new happened.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use crate::corpus::Corpus;
use crate::mutate::Mutator;
use crate::target::Target;

/// An input that takes longer has failed, unless another limit is given: 1 s.
pub const LIMIT: Duration = Duration::from_secs(1);

/// How an input failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// A rule was broken, or the code under test panicked.
    Panicked,
    /// It took longer than the limit, twice.
    Slow,
    /// The process ended by a signal: the stack overflowed, or memory ran out.
    Died,
}

impl Failure {
    /// What a process that met it ends with.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Panicked => 10,
            Self::Slow => 11,
            Self::Died => 12,
        }
    }

    /// What a process met that ended with a status; nothing where all went well.
    #[must_use]
    pub fn of(status: ExitStatus) -> Option<Self> {
        let told = [Self::Panicked, Self::Slow].into_iter();
        let told = told.into_iter().find(|failure| status.code() == Some(failure.code().into()));
        (!status.success()).then(|| told.unwrap_or(Self::Died))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Panicked => "it panicked",
            Self::Slow => "it took too long",
            Self::Died => "the process died",
        })
    }
}

/// How often a slow input is tried: the machine may have been busy, and what is slow is slow every time.
pub const TRIES: u32 = 2;

/// Runs one input of a target and returns its signature.
///
/// # Errors
/// How it failed.
pub fn run(target: &dyn Target, input: &[u8], limit: Duration) -> Result<u64, Failure> {
    for _ in 0..TRIES {
        let started = Instant::now();
        let signature =
            catch_unwind(AssertUnwindSafe(|| target.run(input))).map_err(|_| Failure::Panicked)?;
        if started.elapsed() <= limit {
            return Ok(signature);
        }
    }
    Err(Failure::Slow)
}

/// A run over one target.
pub struct Fuzz<'a> {
    target: &'a dyn Target,
    /// What was kept so far.
    pub corpus: Corpus,
    /// How many inputs were run.
    pub inputs: u64,
    mutator: Mutator,
    first: std::vec::IntoIter<Vec<u8>>,
    limit: Duration,
}

impl<'a> Fuzz<'a> {
    /// A run that begins with the inputs of earlier ones, then the target's seeds; what follows depends on the seed
    /// alone.
    #[must_use]
    pub fn new(target: &'a dyn Target, mut earlier: Vec<Vec<u8>>, seed: u64) -> Self {
        earlier.extend(target.seeds());
        Self {
            target,
            corpus: Corpus::default(),
            inputs: 0,
            mutator: Mutator::new(seed, target.tokens()),
            first: earlier.into_iter(),
            limit: LIMIT,
        }
    }

    /// With another limit to what an input may take.
    #[must_use]
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// The next input.
    pub fn draw(&mut self) -> Vec<u8> {
        self.first.next().unwrap_or_else(|| {
            let chance = &self.mutator.chance;
            self.mutator.change(self.corpus.draw(chance), self.corpus.draw(chance))
        })
    }

    /// Runs an input and keeps it if something new happened.
    ///
    /// # Errors
    /// How it failed.
    pub fn run(&mut self, input: &[u8]) -> Result<(), Failure> {
        self.inputs += 1;
        let signature = run(self.target, input, self.limit)?;
        self.corpus.admit(signature, input);
        Ok(())
    }
}
