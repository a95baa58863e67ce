//! Conditions put together from constant fragments.

use crate::{Arg, Sql};

/// Joins constant fragments with `and` and numbers their parameters.
///
/// A fragment counts its own parameters from `$1`; a bare `$` is `$1`. The filter renumbers them, so that every
/// value has its own number in the whole statement, and one value may stand in several places of its fragment.
///
/// ```
/// use belay_store::{Filter, args};
///
/// let (sql, args) = Filter::new()
///     .and("t.tenant_id = $", "t1")
///     .and_if(Some("soup"), "(t.name = $1 or t.alias = $1)")
///     .and_if(None::<i64>, "t.amount > $")
///     .and_all("t.day between $1 and $2", args!["2026-01-01", "2026-01-31"])
///     .select("select t.id from meal t", "order by t.id limit $", args![50]);
/// # let _ = (sql, args);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Filter {
    text: String,
    args: Vec<Arg>,
    fault: Option<&'static str>,
}

impl Filter {
    /// A filter that lets everything through; its parameters count from `$1`.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A filter for a statement whose head has parameters of its own: `args` are `$1`, `$2`, … of that head.
    #[must_use]
    pub fn after(args: Vec<Arg>) -> Self {
        Self { args, ..Self::default() }
    }

    /// Adds a condition about one value.
    #[must_use]
    pub fn and(self, fragment: &'static str, value: impl Into<Arg>) -> Self {
        self.and_all(fragment, vec![value.into()])
    }

    /// Adds a condition if there is a value for it.
    #[must_use]
    pub fn and_if(self, value: Option<impl Into<Arg>>, fragment: &'static str) -> Self {
        match value {
            Some(value) => self.and(fragment, value),
            None => self,
        }
    }

    /// Adds a condition about several values, or about none: `and_all("t.deleted_at is null", args![])`.
    #[must_use]
    pub fn and_all(mut self, fragment: &'static str, values: Vec<Arg>) -> Self {
        self.text.push_str(if self.text.is_empty() { "where (" } else { " and (" });
        self.renumber(fragment, values);
        self.text.push(')');
        self
    }

    /// Puts head, conditions and tail together; `values` are the parameters of the tail, counted from `$1`.
    ///
    /// A number of values that does not fit a fragment makes the statement fail when it is run.
    #[must_use]
    pub fn select(self, head: &'static str, tail: &'static str, values: Vec<Arg>) -> (Sql, Vec<Arg>) {
        let mut whole = Self { text: format!("{head} {} ", self.text), ..self };
        whole.renumber(tail, values);
        (Sql::composed(whole.text, whole.fault), whole.args)
    }

    /// Appends a fragment with its parameters counted on from those there are.
    fn renumber(&mut self, fragment: &'static str, values: Vec<Arg>) {
        let before = self.args.len();
        let mut highest = 0;
        let mut pieces = fragment.split('$');
        self.text.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = piece.strip_suffix(rest).unwrap_or_default();
            let local = if digits.is_empty() { 1 } else { digits.parse().unwrap_or(usize::MAX) };
            if local == 0 {
                self.fault = Some("a fragment has a parameter $0");
            }
            highest = highest.max(local);
            self.text.push_str(&format!("${}{rest}", before.saturating_add(local)));
        }
        if highest != values.len() {
            self.fault = Some("a fragment has another number of parameters than values were given");
        }
        self.args.extend(values);
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::*;
    use crate::args;

    /// Fragments, with how many values each takes.
    const FRAGMENTS: &[(&str, usize)] = &[
        ("a = $", 1),
        ("(b = $1 or c = $1)", 1),
        ("d between $1 and $2", 2),
        ("e is null", 0),
        ("f = $2 or g in ($1, $3)", 3),
    ];

    fn numbers(text: &str) -> Vec<usize> {
        text.split('$')
            .skip(1)
            .map(|piece| piece.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap())
            .collect()
    }

    proptest! {
        #[test]
        fn every_value_has_a_number_of_its_own_and_every_number_a_value(
            head in 0_usize..4,
            picks in vec(select(FRAGMENTS), 0..12),
        ) {
            let mut filter = Filter::after(vec![Arg::Null; head]);
            let mut expected: Vec<usize> = Vec::new();
            let mut next = head;
            for (fragment, count) in picks {
                let values = (next..next + count).map(|n| Arg::from(u32::try_from(n + 1).unwrap())).collect();
                filter = filter.and_all(fragment, values);
                expected.extend(next + 1..=next + count);
                next += count;
            }
            let (sql, args) = filter.select("select 1", "limit $", args![i64::try_from(next + 1).unwrap()]);
            expected.push(next + 1);
            prop_assert!(sql.clone().checked().is_ok());
            for number in &expected {
                prop_assert_eq!(&args[number - 1], &Arg::Int(i64::try_from(*number).unwrap()));
            }
            prop_assert_eq!(args.len(), next + 1);
            let mut used = numbers(&sql.into_sqlite());
            used.sort_unstable();
            used.dedup();
            prop_assert_eq!(used, expected);
        }
    }

    #[test]
    fn an_empty_filter_leaves_the_statement_as_it_is() {
        let (sql, args) = Filter::new().select("select 1", "order by 1", args![]);
        assert_eq!(sql.into_sqlite(), "select 1  order by 1");
        assert!(args.is_empty());
    }

    #[test]
    fn a_fragment_with_too_few_values_is_refused() {
        let (sql, _) = Filter::new().and("a between $1 and $2", 1).select("select 1", "", args![]);
        assert!(sql.checked().is_err());
    }
}
