//! The stretch of a journal that a list covers: dates, instants, or so many days back.

use belay_core::{Ctx, Error, Issue};
use belay_store::{CtxStore, Tx};
use jiff::Timestamp;
use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::day::{Days, after, date};
use crate::profile;

/// How many rows a list has unless said otherwise, and at the most.
const ROWS: i64 = 50;

/// What part of the journal to list.
#[derive(Debug, Default, Deserialize, JsonSchema)]
pub(crate) struct Recent {
    /// YYYY-MM-DD.
    from_date: Option<String>,
    /// Last day.
    to_date: Option<String>,
    /// Or an instant.
    from: Option<String>,
    /// Its end.
    to: Option<String>,
    /// Or days back.
    #[schemars(range(min = 0, max = 36500))]
    from_days_ago: Option<i64>,
    /// 50 unless said.
    #[schemars(range(min = 0, max = 200))]
    limit: Option<i64>,
}

/// A stretch of days and instants, and how many rows of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) first: Date,
    pub(crate) last: Date,
    pub(crate) from: Timestamp,
    /// The instant before which it ends.
    pub(crate) to: Timestamp,
    pub(crate) limit: i64,
}

impl Span {
    /// A stretch of whole days.
    pub(crate) fn of_days(first: Date, last: Date, limit: i64) -> Self {
        Self { first, last, from: Timestamp::MIN, to: Timestamp::MAX, limit }
    }
}

impl Recent {
    /// Opens the journal for reading, with the stretch that is meant on its person's clock.
    ///
    /// # Errors
    /// As [`Recent::span`], and a fault when the database fails.
    pub(crate) async fn open(&self, cx: &Ctx, usual: i64) -> Result<(Tx, Span), Error> {
        let mut tx = cx.read().await?;
        let days = profile::service::load(cx, &mut tx).await?.days();
        let span = self.span(&days, cx.now(), usual)?;
        Ok((tx, span))
    }

    /// The stretch that is meant: dates win over instants, and without a start it reaches `usual` days back from its
    /// end.
    ///
    /// # Errors
    /// Issues of fields that are no dates or times, and of an end before its start.
    fn span(&self, days: &Days, now: Timestamp, usual: i64) -> Result<Span, Error> {
        let dated = self.from_date.is_some() || self.to_date.is_some();
        let read = |field: &str, text: Option<&String>| text.map(|text| date(field, text)).transpose();
        let instant = |field: &str, text: Option<&String>| {
            let wrong =
                || Error::invalid(vec![Issue::custom(field, "Expected a time such as 2026-05-25T12:30")]);
            text.filter(|_| !dated).map(|text| days.parse(text).ok_or_else(wrong)).transpose()
        };
        let (from, to) = (instant("from", self.from.as_ref())?, instant("to", self.to.as_ref())?);
        let end = to.map_or_else(|| days.of(now), |to| days.of(to));
        let last = read("to_date", self.to_date.as_ref())?;
        let back = self.from_days_ago.unwrap_or(usual);
        let first = match (read("from_date", self.from_date.as_ref())?, from) {
            (Some(first), _) => first,
            (None, Some(from)) => days.of(from),
            (None, None) => after(last.unwrap_or(end), -back),
        };
        // Without an end everything counts, also what is dated ahead.
        let last = last.unwrap_or(if to.is_some() { end } else { Date::constant(2300, 1, 1) });
        let (from, to) = (from.unwrap_or(Timestamp::MIN), to.unwrap_or(Timestamp::MAX));
        if first > last || from > to {
            return Err(Error::invalid(vec![Issue::custom("", "The end lies before the start")]));
        }
        let limit = self.limit.filter(|limit| *limit > 0).unwrap_or(ROWS);
        Ok(Span { first, last, from, to, limit })
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn span(recent: &Recent) -> Result<Span, Error> {
        let days = Days::new("America/Toronto", 4).unwrap();
        recent.span(&days, "2026-03-15T12:00:00Z".parse().unwrap(), 7)
    }

    #[test]
    fn a_list_reaches_its_usual_days_back() {
        let usual = span(&Recent::default()).unwrap();
        assert_eq!((usual.first, usual.limit), (date(2026, 3, 8), 50));
        let more = span(&Recent { from_days_ago: Some(30), limit: Some(0), ..Recent::default() }).unwrap();
        assert_eq!((more.first, more.limit), (date(2026, 2, 13), 50));
    }

    #[test]
    fn an_end_without_a_start_still_reaches_only_the_usual_days_back() {
        let old = span(&Recent { to_date: Some("2026-01-31".into()), ..Recent::default() }).unwrap();
        assert_eq!((old.first, old.last), (date(2026, 1, 24), date(2026, 1, 31)));
    }

    #[test]
    fn dates_win_over_instants_and_instants_keep_their_offset() {
        let recent = |from: &str| Recent { from: Some(from.into()), ..Recent::default() };
        let zoned = span(&recent("2026-03-14T22:00:00+02:00")).unwrap();
        assert_eq!(zoned.from, "2026-03-14T20:00:00Z".parse().unwrap());
        let dated = Recent { from_date: Some("2026-03-01".into()), ..recent("2026-03-14T22:00") };
        assert_eq!(span(&dated).unwrap().from, Timestamp::MIN);
    }

    #[test]
    fn an_end_before_its_start_and_what_is_no_date_are_refused() {
        let wrong = Recent {
            from_date: Some("2026-03-02".into()),
            to_date: Some("2026-03-01".into()),
            ..Recent::default()
        };
        assert!(span(&wrong).is_err());
        assert!(span(&Recent { from_date: Some("2026-13-45".into()), ..Recent::default() }).is_err());
        assert!(span(&Recent { to: Some("later".into()), ..Recent::default() }).is_err());
    }
}
