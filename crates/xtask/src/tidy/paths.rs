//! Every path that source names: those of `use` lines, taken out of their braces, and those in the code.

use std::collections::HashMap;

use super::source::{Source, is_word};

/// A path, such as `crate::accounts::store`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    /// Where it stands, in bytes.
    pub(crate) at: usize,
    /// Its parts.
    pub(crate) parts: Vec<String>,
    /// The name by which a `use` line makes it known; `None` for a path in the code.
    pub(crate) known_as: Option<String>,
}

/// The paths of a source. A path in the code that begins with a name from a `use` line is given in full.
pub(crate) fn paths(source: &Source) -> Vec<Named> {
    let mut found = Vec::new();
    let mut code = source.code.clone();
    for at in uses(&source.code) {
        let Some(line) = source.code.get(at + 4..).and_then(|rest| rest.split(';').next()) else { continue };
        expand(&[], line, at, &mut found);
        let blank: String = line.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
        if blank.len() == line.len() {
            code.replace_range(at + 4..at + 4 + line.len(), &blank);
        }
    }
    let known = |named: &Named| Some((named.known_as.clone()?, named.parts.clone()));
    let known: HashMap<String, Vec<String>> = found.iter().filter_map(known).collect();
    for (at, mut parts) in inline(&code) {
        if let Some(full) = parts.first().and_then(|first| known.get(first)) {
            parts.splice(..1, full.iter().cloned());
        }
        found.push(Named { at, parts, known_as: None });
    }
    found
}

fn uses(code: &str) -> Vec<usize> {
    let bytes = code.as_bytes();
    let whole_word = |at: &usize| {
        at.checked_sub(1).and_then(|before| bytes.get(before)).is_none_or(|byte| !is_word(*byte))
    };
    code.match_indices("use ").map(|(at, _)| at).filter(whole_word).collect()
}

fn expand(prefix: &[String], tree: &str, at: usize, found: &mut Vec<Named>) {
    let tree = tree.trim();
    if let Some((head, rest)) = tree.split_once('{') {
        let prefix: Vec<String> = prefix.iter().cloned().chain(parts(head)).collect();
        let inner = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner);
        for branch in branches(inner) {
            expand(&prefix, branch, at, found);
        }
    } else if !tree.is_empty() {
        let (path, alias) =
            tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias.trim())));
        let mut parts: Vec<String> = prefix.iter().cloned().chain(parts(path)).collect();
        if parts.last().is_some_and(|last| last == "self") {
            parts.pop();
        }
        let known_as = alias.map(str::to_owned).or_else(|| parts.last().cloned());
        found.push(Named { at, parts, known_as });
    }
}

fn parts(path: &str) -> impl Iterator<Item = String> + '_ {
    path.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned)
}

/// The branches of a `use` tree, split at its own commas only.
fn branches(inner: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0_usize, 0, Vec::new());
    for (at, byte) in inner.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                found.extend(inner.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    found.extend(inner.get(start..));
    found
}

/// Paths of at least two parts in the code, with where they begin.
fn inline(code: &str) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = code.get(at..).filter(|rest| !rest.is_empty()) {
        let length = rest.bytes().take_while(|byte| is_word(*byte) || *byte == b':').count();
        let path = rest.get(..length).unwrap_or_default();
        // A colon at the end belongs to a type annotation.
        let path = path.trim_end_matches(':');
        if path.contains("::") && !path.starts_with(':') {
            found.push((at, parts(path).collect()));
        }
        at += length.max(1);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Vec<String> {
        paths(&Source::new(text)).into_iter().map(|named| named.parts.join("::")).collect()
    }

    #[test]
    fn use_trees_are_spelled_out() {
        let text = "use a::{b, c::{self, d as e}};\npub(crate) use super::x;\nuse crate::\n    y;";
        assert_eq!(named(text), ["a::b", "a::c", "a::c::d", "super::x", "crate::y"]);
    }

    #[test]
    fn paths_in_code_are_found_under_their_full_name() {
        let text = "use crate::accounts::store as accounts;\nfn f(x: axum::Router) { accounts::find::<T>(); \"no::path\"; }";
        assert_eq!(named(text), ["crate::accounts::store", "axum::Router", "crate::accounts::store::find"]);
    }
}
