//! What a reading found, for people: warnings with the place marked, and a count over many texts.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::model::{Code, Proposal, Scheme, Span, SpanKind, Warning};
use crate::{Library, Options};

/// The warnings of a text as a compiler would print them: code, place, the line, a mark below, and what to write instead.
#[must_use]
pub fn diagnostics(name: &str, text: &str, warnings: &[Warning]) -> String {
    let mut out = String::new();
    for warning in warnings {
        let place = Place::of(text, warning.span);
        let message = warning.code.message();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "warning[{}]: {message}", warning.code.name());
        let _ =
            writeln!(out, "{:>width$}--> {name}:{}:{}", "", place.line, place.column, width = place.gutter());
        let _ = writeln!(out, "{:>width$} |", "", width = place.gutter());
        let _ = writeln!(out, "{:>width$} | {}", place.line, place.text, width = place.gutter());
        let _ = writeln!(
            out,
            "{:>width$} | {}{}",
            "",
            " ".repeat(place.column - 1),
            "^".repeat(place.length),
            width = place.gutter()
        );
        if let Some(fix) = &warning.fix {
            let _ = writeln!(
                out,
                "{:>width$} = {}: {fix}",
                "",
                if warning.code == Code::Implausible { "because" } else { "help" },
                width = place.gutter()
            );
        }
        out.push('\n');
    }
    out
}

/// Where a span stands.
struct Place<'a> {
    /// From 1.
    line: usize,
    /// From 1, in characters.
    column: usize,
    /// Characters to mark on that line, at least one.
    length: usize,
    text: &'a str,
}

impl<'a> Place<'a> {
    fn of(text: &'a str, span: Span) -> Self {
        let start = span.start.min(text.len());
        let before = text.get(..start).unwrap_or("");
        let from = before.rfind('\n').map_or(0, |at| at + 1);
        let to = text.get(start..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| start + at);
        let line = text.get(from..to).unwrap_or("").trim_end_matches('\r');
        let marked = text.get(start..span.end.min(to).max(start)).unwrap_or("");
        Self {
            line: before.matches('\n').count() + 1,
            column: text.get(from..start).unwrap_or("").chars().count() + 1,
            length: marked.trim_end().chars().count().max(1),
            text: line,
        }
    }

    fn gutter(&self) -> usize {
        self.line.to_string().len().max(2)
    }
}

/// Figures over many texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    texts: usize,
    sections: usize,
    freeform: usize,
    movements: usize,
    unresolved: usize,
    kinds: BTreeMap<&'static str, usize>,
    codes: BTreeMap<&'static str, usize>,
    clean: usize,
    unknown: BTreeMap<String, usize>,
}

impl Report {
    /// Adds a text's reading.
    pub fn add(&mut self, proposal: &Proposal) {
        self.texts += 1;
        self.clean += usize::from(proposal.warnings.is_empty());
        for section in proposal.all_sections() {
            self.sections += 1;
            self.freeform += usize::from(section.scheme == Scheme::Freeform);
            self.movements += section.movements.len();
        }
        self.unresolved += proposal.unresolved.len();
        for one in &proposal.unresolved {
            *self.unknown.entry(one.mention.to_lowercase()).or_default() += 1;
        }
        for covered in &proposal.coverage {
            *self.kinds.entry(kind_name(covered.kind)).or_default() += 1;
        }
        for warning in &proposal.warnings {
            *self.codes.entry(warning.code.name()).or_default() += 1;
        }
    }

    /// The figures as a page of text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        let spans: usize = self.kinds.values().sum();
        let _ =
            writeln!(out, "{} texts, {} sections, {} movements", self.texts, self.sections, self.movements);
        let _ = writeln!(out, "sections freeform     {}", share(self.freeform, self.sections));
        let _ = writeln!(out, "movements unresolved  {}", share(self.unresolved, self.movements));
        let _ = writeln!(out, "texts without warning {}", share(self.clean, self.texts));
        let _ = writeln!(out, "\npieces of text by kind");
        for (kind, count) in sorted(&self.kinds) {
            let _ = writeln!(out, "  {kind:<12} {}", share(count, spans));
        }
        let _ = writeln!(out, "\nwarnings a text");
        for (code, count) in sorted(&self.codes) {
            let _ = writeln!(out, "  {code:<24} {count:>6}  {:.2}", per(count, self.texts));
        }
        let _ = writeln!(out, "\nunknown names");
        let mut unknown: Vec<(&str, usize)> =
            self.unknown.iter().map(|(name, count)| (name.as_str(), *count)).collect();
        unknown.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        for (name, count) in unknown.into_iter().take(40) {
            let _ = writeln!(out, "  {count:>5}  {name}");
        }
        out
    }
}

/// Reads many texts and counts.
#[must_use]
pub fn report<'a>(texts: impl IntoIterator<Item = &'a str>, library: &Library, options: &Options) -> Report {
    let mut report = Report::default();
    for text in texts {
        report.add(&crate::parse(text, library, options));
    }
    report
}

fn per(count: usize, of: usize) -> f64 {
    let float = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    if of == 0 { 0.0 } else { float(count) / float(of) }
}

fn share(count: usize, of: usize) -> String {
    format!("{count:>6} of {of:<6} {:>5.1} %", 100.0 * per(count, of))
}

/// The most frequent first.
fn sorted(counts: &BTreeMap<&'static str, usize>) -> Vec<(&'static str, usize)> {
    let mut list: Vec<(&'static str, usize)> = counts.iter().map(|(name, count)| (*name, *count)).collect();
    list.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
    list
}

const fn kind_name(kind: SpanKind) -> &'static str {
    match kind {
        SpanKind::Heading => "heading",
        SpanKind::Title => "title",
        SpanKind::Format => "format",
        SpanKind::Level => "level",
        SpanKind::Movement => "movement",
        SpanKind::Rest => "rest",
        SpanKind::Slot => "slot",
        SpanKind::Division => "division",
        SpanKind::Spec => "spec",
        SpanKind::Footnote => "footnote",
        SpanKind::Link => "link",
        SpanKind::Cap => "cap",
        SpanKind::Remark => "remark",
        SpanKind::Connective => "connective",
        SpanKind::Note => "note",
        SpanKind::Ignored => "ignored",
        SpanKind::Unparsed => "unparsed",
    }
}
