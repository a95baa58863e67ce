//! The loop over a target that breaks on purpose, and the real targets over what is kept for them.
#![expect(clippy::panic, reason = "a test may panic, and a target breaks its rule by it")]

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use belay_fuzz::fuzz::{self, LIMIT};
use belay_fuzz::minimise::minimise;
use belay_fuzz::{Failure, Fuzz, Signature, Target, corpus, targets};

/// Breaks when an input holds three marks in order, of which each is only found from an input with the one before.
struct Brittle;

impl Target for Brittle {
    fn name(&self) -> &'static str {
        "brittle"
    }

    fn about(&self) -> &'static str {
        "breaks on purpose"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        vec![b"begin".to_vec()]
    }

    fn tokens(&self) -> &'static [&'static str] {
        &["<1>", "<2>", "<3>"]
    }

    fn run(&self, input: &[u8]) -> u64 {
        let text = String::from_utf8_lossy(input);
        let after = |text: &str, mark| text.split_once(mark).map(|(_, rest)| rest.to_owned());
        let first = after(&text, "<1>");
        let second = first.as_deref().and_then(|rest| after(rest, "<2>"));
        let third = second.as_deref().and_then(|rest| after(rest, "<3>"));
        assert!(third.is_none(), "the rule is broken on purpose");
        Signature::of("ran").flag(first.is_some()).flag(second.is_some()).value()
    }
}

fn until_it_breaks(seed: u64) -> (u64, Vec<u8>) {
    let mut fuzz = Fuzz::new(&Brittle, Vec::new(), seed);
    for _ in 0..200_000 {
        let input = fuzz.draw();
        if fuzz.run(&input).is_err() {
            return (fuzz.inputs, input);
        }
    }
    panic!("the broken rule was not found");
}

#[test]
fn a_rule_that_takes_several_steps_to_break_is_found_and_the_input_made_shortest() {
    let (_, input) = until_it_breaks(11);
    let fails = |input: &[u8]| fuzz::run(&Brittle, input, LIMIT) == Err(Failure::Panicked);
    assert_eq!(minimise(input, 2_000, fails), b"<1><2><3>");
}

#[test]
fn the_same_seed_finds_the_same() {
    assert_eq!(until_it_breaks(12), until_it_breaks(12));
    assert_ne!(until_it_breaks(12), until_it_breaks(13));
}

#[test]
fn an_input_that_takes_longer_than_the_limit_has_failed() {
    assert_eq!(fuzz::run(&Brittle, b"", Duration::ZERO), Err(Failure::Slow));
}

#[test]
fn every_target_holds_for_what_is_kept_of_earlier_runs() {
    for target in targets::ALL {
        for input in corpus::read(&corpus::folder(target.name())).unwrap() {
            let ended = fuzz::run(*target, &input, LIMIT * 10);
            assert!(ended.is_ok(), "{}: {ended:?} for {:?}", target.name(), String::from_utf8_lossy(&input));
        }
    }
}

#[test]
fn seeds_of_a_target_do_different_things_and_changes_lead_to_more() {
    for target in targets::ALL {
        let seeds = target.seeds();
        let signatures: BTreeSet<u64> = seeds.iter().map(|seed| target.run(seed)).collect();
        assert!(
            signatures.len() * 2 > seeds.len(),
            "{}: {} of {}",
            target.name(),
            signatures.len(),
            seeds.len()
        );
        let mut fuzz = Fuzz::new(*target, Vec::new(), 1);
        for _ in 0..seeds.len() + 200 {
            let input = fuzz.draw();
            fuzz.run(&input).unwrap();
        }
        assert!(fuzz.corpus.len() > signatures.len(), "{}", target.name());
    }
}

#[test]
fn a_run_ends_in_time_with_a_line_for_each_target_and_a_count() {
    let program = env!("CARGO_BIN_EXE_belay-fuzz");
    let output = Command::new(program).args(["all", "--seconds", "0", "--seed", "3"]).output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    for target in targets::ALL {
        let line = told.lines().find(|line| line.starts_with(&format!("{}: ", target.name()))).unwrap();
        assert!(line.ends_with(" signatures, no crash"), "{line}");
    }
    assert_eq!(told.lines().last(), Some(format!("{} passed, 0 failed", targets::ALL.len()).as_str()));
}
