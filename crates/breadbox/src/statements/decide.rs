//! From what the rows say to how they are read, or to the question that has to be asked.

use super::amounts::DecimalVerdict;
use super::columns::Role;
use super::date_format::DateFormat;
use super::dates::DateVerdict;
use super::error::Refusal;
use super::header::Head;
use super::options::{DecimalMark, Options, Sign};
use super::report::Because;
use super::survey::{SignCount, Survey};

/// How amounts become money out (positive) and money in (negative).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// One column, whose sign means this unless CR or DR stands beside the amount.
    Signed(Sign),
    /// One column of amounts without sign, and one that says debit or credit.
    Directed,
    /// A column each; the flags tell whether all its figures are negative, as some banks write debits.
    Separate { negative_debits: bool, negative_credits: bool },
}

impl Flow {
    pub(super) const fn sign(self) -> Option<Sign> {
        match self {
            Self::Signed(sign) => Some(sign),
            Self::Directed | Self::Separate { .. } => None,
        }
    }
}

/// The order of dates: the caller's, else the template's, else what the rows allow.
pub(super) fn date_format(
    head: &Head<'_>,
    options: &Options,
    survey: &Survey,
) -> Result<(DateFormat, Because), Refusal> {
    let rows = survey.dates.readable;
    let template = head.template.map(|template| template.date_format);
    let Some(named) = options.date_format.or(template) else {
        return match survey.dates.verdict() {
            DateVerdict::Fits(format, true) => Ok((format, Because::Rows)),
            // Every date has its year in front or names its month.
            DateVerdict::Fits(..) => Ok((DateFormat::Ymd, Because::Irrelevant)),
            DateVerdict::Ambiguous => Err(Refusal::AmbiguousDateOrder { rows }),
            DateVerdict::Contradictory | DateVerdict::OnlyFits(_) => Err(Refusal::ContradictoryDates),
        };
    };
    let because = if options.date_format.is_some() { Because::Option } else { Because::Template };
    match survey.dates.verdict_on(named) {
        DateVerdict::Fits(..) => Ok((named, because)),
        DateVerdict::OnlyFits(fitting) => Err(Refusal::DateFormatMismatch { named, fitting }),
        DateVerdict::Ambiguous => Err(Refusal::AmbiguousDateOrder { rows }),
        // The caller has seen the question and chosen; a template has not.
        DateVerdict::Contradictory if because == Because::Option => Ok((named, because)),
        DateVerdict::Contradictory => Err(Refusal::ContradictoryDates),
    }
}

/// The decimal mark: the caller's, else the template's, else what the rows allow.
pub(super) fn decimal(
    head: &Head<'_>,
    options: &Options,
    survey: &Survey,
) -> Result<(DecimalMark, Because), Refusal> {
    let verdict = survey.decimals.verdict();
    let template = head.template.map(|template| template.decimal);
    let Some(named) = options.decimal.or(template) else {
        return match verdict {
            DecimalVerdict::Proven(mark) => Ok((mark, Because::Rows)),
            DecimalVerdict::Irrelevant => Ok((DecimalMark::Point, Because::Irrelevant)),
            DecimalVerdict::Ambiguous(rows) => Err(Refusal::AmbiguousDecimalMark { rows }),
            DecimalVerdict::Contradictory => Err(Refusal::ContradictoryDecimalMarks),
        };
    };
    let because = if options.decimal.is_some() { Because::Option } else { Because::Template };
    match verdict {
        DecimalVerdict::Proven(mark) if mark != named => Err(Refusal::DecimalMismatch { named }),
        DecimalVerdict::Contradictory if because == Because::Template => {
            Err(Refusal::ContradictoryDecimalMarks)
        }
        _ => Ok((named, because)),
    }
}

/// Which way money goes. Never guessed: a single column of amounts needs a reason.
pub(super) fn flow(
    head: &Head<'_>,
    options: &Options,
    (survey, mark): (&Survey, DecimalMark),
) -> Result<(Flow, Because), Refusal> {
    if head.columns.get(Role::Amount).is_none() {
        let all_negative = |count: &SignCount| count.positive == 0 && count.negative > 0;
        let flow = Flow::Separate {
            negative_debits: all_negative(&survey.debits),
            negative_credits: all_negative(&survey.credits),
        };
        return Ok((flow, Because::DebitAndCreditColumns));
    }
    let is_named = options.direction_column.is_some() || head.template.is_some();
    let is_directed = head.columns.get(Role::Direction).is_some()
        && (survey.directions.replaces_signs() || (is_named && !survey.directions.has_negatives()));
    if is_directed {
        return Ok((Flow::Directed, Because::DirectionColumn));
    }
    let shown = shown_sign(survey, mark);
    if let Some(sign) = options.sign {
        return Ok((Flow::Signed(sign), Because::Option));
    }
    if let Some(sign) = head.template.and_then(|template| template.sign) {
        let contradicted = shown.is_some_and(|(shown, _)| shown != sign);
        return if contradicted {
            Err(Refusal::ContradictorySign)
        } else {
            Ok((Flow::Signed(sign), Because::Template))
        };
    }
    let SignCount { positive, negative, marked, unmarked } = survey.amounts;
    match shown {
        // With a mark beside every amount no sign is ever asked for.
        _ if marked > 0 && unmarked == 0 => Ok((Flow::Signed(Sign::PositiveIsOut), Because::Marks)),
        Some((sign, because)) => Ok((Flow::Signed(sign), because)),
        None if positive + negative == 0 => Ok((Flow::Signed(Sign::PositiveIsOut), Because::Irrelevant)),
        None => Err(Refusal::AmbiguousSign { positive, negative }),
    }
}

/// The sign as the file itself shows it: by its debit and credit words, or by its balances.
fn shown_sign(survey: &Survey, mark: DecimalMark) -> Option<(Sign, Because)> {
    let by_words = survey.directions.proves().map(|sign| (sign, Because::DirectionColumn));
    let by_balance = survey.balance(mark).proves().map(|sign| (sign, Because::Balance));
    match (by_words, by_balance) {
        (Some((words, _)), Some((balance, _))) if words != balance => None,
        _ => by_words.or(by_balance),
    }
}
