//! Types that hold a secret are neither printed nor serialised, nor compared in a time that tells something.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::project::{File, Project};
use super::source::is_word;

/// What such a type must not be able to do. An order compares as well.
const NEVER: &[&str] = &["PartialEq", "Eq", "PartialOrd", "Ord", "Display", "Serialize"];

/// A type as it is declared.
struct Type<'p> {
    file: &'p File,
    at: usize,
    name: &'p str,
    /// Its fields or variants, as code.
    body: &'p str,
    /// What it derives.
    derived: Vec<&'p str>,
}

/// Looks at every type with `Secret` in its name, and at every type that holds one, also at second hand within its file.
pub(super) fn check(project: &Project) -> Vec<Finding> {
    let files: Vec<&File> = project.files.iter().filter(|file| file.is_rust() && !file.is_test()).collect();
    let types: Vec<Type<'_>> = files.iter().flat_map(|file| types(file)).collect();
    let holders = holders(&types);
    let holds = |file: &File, name: &str| {
        is_named(name) || holders.get(file.path.as_str()).is_some_and(|names| names.contains(name))
    };
    let mut findings = Vec::new();
    for one in types.iter().filter(|one| holds(one.file, one.name)) {
        for name in one.derived.iter().filter(|name| NEVER.contains(name)) {
            findings.push(told(one.file, one.at, one.name, name));
        }
    }
    for file in files {
        for (at, what, name) in implementations(file) {
            if NEVER.contains(&what) && holds(file, name) {
                findings.push(told(file, at, name, what));
            }
        }
    }
    findings
}

fn told(file: &File, at: usize, name: &str, what: &str) -> Finding {
    let text = format!(
        "`{name}` holds a secret and must not be `{what}`: whoever needs the text says so with `expose`, whoever compares uses `is`"
    );
    Finding::at(file, at, text)
}

fn is_named(name: &str) -> bool {
    name.contains("Secret")
}

/// The types that hold a secret, by file: the same name may be another type elsewhere.
fn holders<'p>(types: &[Type<'p>]) -> BTreeMap<&'p str, BTreeSet<&'p str>> {
    let mut holders: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    loop {
        let mut more = false;
        for one in types {
            let known = holders.entry(one.file.path.as_str()).or_default();
            let holds = words(one.body).any(|word| is_type_named(word) || known.contains(word));
            more |= holds && known.insert(one.name);
        }
        if !more {
            return holders;
        }
    }
}

/// A word that names a type, not a field or a variable.
fn is_type_named(word: &str) -> bool {
    word.starts_with(char::is_uppercase) && is_named(word)
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

/// The types of a file outside its tests.
fn types(file: &File) -> Vec<Type<'_>> {
    let code = file.source.code.as_str();
    let found = ["struct ", "enum "]
        .into_iter()
        .flat_map(|word| file.source.find_all(word).map(move |at| (at, word.len())).collect::<Vec<_>>());
    let read = |(at, length): (usize, usize)| {
        let starts = at == 0 || code.as_bytes().get(at - 1).is_some_and(|byte| !is_word(*byte));
        if !starts || file.in_test(at) {
            return None;
        }
        let name = words(code.get(at + length..)?).next()?;
        let rest = code.get(at..)?;
        // A declaration ends with its block or, without one, with a semicolon.
        let ends = rest.find(';').filter(|end| rest.find('{').is_none_or(|open| end < &open));
        let body = match ends {
            Some(end) => rest.get(length..end)?,
            None => code.get(file.source.block(at)?)?,
        };
        Some(Type { file, at, name, body: body.trim_start_matches(name), derived: derived(code, at) })
    };
    found.filter_map(read).collect()
}

/// What stands in the derives above a declaration.
fn derived(code: &str, at: usize) -> Vec<&str> {
    let before = code.get(..at).unwrap_or_default();
    let start = before.rfind(['}', ';', '{']).map_or(0, |end| end + 1);
    let attributes = before.get(start..).unwrap_or_default();
    let lists = attributes.split("derive(").skip(1).filter_map(|rest| rest.split(')').next());
    lists.flat_map(words).collect()
}

/// The traits that a file implements, each with the name of the type: `impl Trait for Type`.
fn implementations(file: &File) -> Vec<(usize, &str, &str)> {
    let code = file.source.code.as_str();
    let read = |at: usize| {
        let starts = at == 0 || code.as_bytes().get(at - 1).is_some_and(|byte| !is_word(*byte));
        let head = code.get(at..)?.split(['{', ';']).next()?;
        let (what, whom) = head.split_once(" for ")?;
        // Past generics: the last name of each path, before its own arguments.
        let last = |path: &'_ str| -> Option<usize> { path.find('<').or(Some(path.len())) };
        let what = what.trim_start_matches("impl").trim();
        let what =
            if what.starts_with('<') { what.split_once("> ").map_or(what, |(_, rest)| rest) } else { what };
        let what = what.get(..last(what)?)?;
        let whom = whom.trim().trim_start_matches('&');
        let whom = whom.get(..last(whom)?)?.split(" where").next()?;
        let name = |path: &'_ str| -> Option<(usize, usize)> {
            let path_end = path.trim_end().len();
            let start = path.get(..path_end)?.rfind("::").map_or(0, |at| at + 2);
            Some((start, path_end))
        };
        let (a, b) = name(what)?;
        let (c, d) = name(whom)?;
        (starts && !file.in_test(at)).then_some((at, what.get(a..b)?.trim(), whom.get(c..d)?.trim()))
    };
    file.source.find_all("impl").filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(files: &[(&str, &str)]) -> Vec<String> {
        check(&Project::of(files)).into_iter().map(|finding| finding.text).collect()
    }

    #[test]
    fn a_type_that_holds_a_secret_derives_and_implements_nothing_that_tells_it() {
        let a = "\
            #[derive(Clone, PartialEq)]\npub struct Secret(String);\n\
            impl fmt::Display for Secret { }\n\
            impl serde::Serialize for ClientSecret { }\n\
            struct ClientSecret { text: String }\n\
            #[derive(Debug, Eq)]\nstruct Login { name: String, word: Option<Secret> }\n\
            #[derive(Serialize)]\nenum Request { Login(Login), None }\n\
            impl<'a> PartialEq<&'a str> for Request { }\n";
        let told = found(&[("crates/a/src/lib.rs", a)]);
        for (name, what) in [
            ("Secret", "PartialEq"),
            ("Secret", "Display"),
            ("ClientSecret", "Serialize"),
            ("Login", "Eq"),
            ("Request", "Serialize"),
            ("Request", "PartialEq"),
        ] {
            let start = format!("`{name}` holds a secret and must not be `{what}`");
            assert!(told.iter().any(|text| text.starts_with(&start)), "{start} in {told:#?}");
        }
        assert_eq!(told.len(), 6, "{told:#?}");
    }

    #[test]
    fn other_types_and_what_is_no_danger_are_left_alone() {
        let a = "\
            #[derive(Clone)]\npub struct Secret(String);\nimpl fmt::Debug for Secret { }\n\
            #[derive(PartialEq)]\nstruct Plain { secret: String }\n\
            // struct Fake { s: Secret }\n#[derive(Eq)]\nstruct Fake(u8);\n\
            impl PartialEq for Plain { fn eq(&self) { let s = \"impl Eq for Secret\"; } }\n\
            #[cfg(test)]\nmod tests { #[derive(PartialEq)]\nstruct OfTests(Secret); }\n";
        // The same name in another file is another type.
        let b = "#[derive(Eq)]\nstruct Login;\n";
        let c = "struct Login(Secret);";
        let files = [("crates/a/src/lib.rs", a), ("crates/b/src/lib.rs", b), ("crates/c/src/lib.rs", c)];
        assert_eq!(found(&files), Vec::<String>::new());
    }
}
