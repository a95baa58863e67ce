//! The error codes and the operations that the source declares.

use std::collections::BTreeMap;

use super::project::{File, Project};

/// A name with the file and the byte where it is declared.
pub(super) type Declared<'a> = BTreeMap<(String, String), (&'a File, usize)>;

/// Every error code, under an empty first name.
pub(super) fn codes(project: &Project) -> Declared<'_> {
    let mut declared = Declared::new();
    for file in project.rust().filter(|file| !file.is_test() && file.path.starts_with("crates/")) {
        let errors = file.source.find_all("Kind::").filter(|at| ends_with_call(file, *at));
        let handed_on = file.source.find_all("Self::new(kind, ");
        let made = errors.chain(file.source.find_all("fault(\"")).chain(handed_on);
        let made = made.filter_map(|at| argument(file, at));
        for (at, text) in of_methods(file).into_iter().chain(made).chain(of_bodies(file)) {
            if !file.in_test(at) && is_code(&text) {
                declared.entry((String::new(), text)).or_insert((file, at));
            }
        }
    }
    declared
}

/// Literals in the bodies of `fn code(&self)`.
fn of_methods(file: &File) -> Vec<(usize, String)> {
    let bodies = file.source.find_all("fn code(&self)").filter(|at| {
        // A declaration in a trait has no body.
        let rest = file.source.code.get(*at..).unwrap_or_default();
        rest.find('{').is_some_and(|open| rest.find(';').is_none_or(|end| open < end))
    });
    let bodies: Vec<_> = bodies.filter_map(|at| file.source.block(at)).collect();
    let literals =
        file.source.literals.iter().filter(|literal| bodies.iter().any(|body| body.contains(&literal.start)));
    literals.map(|literal| (literal.start, literal.text.clone())).collect()
}

/// Whether the code before a byte ends with the name of a constructor.
fn ends_with_call(file: &File, at: usize) -> bool {
    let before = file.source.code.get(..at).unwrap_or_default();
    ["Error::new(", "Self::new("].iter().any(|call| before.trim_end().ends_with(call))
}

/// Literals that stand under `"code":` in an answer's body.
fn of_bodies(file: &File) -> Vec<(usize, String)> {
    let pairs = file.source.literals.windows(2).filter_map(|pair| match pair {
        [key, value] if key.text == "code" => {
            let between = file.source.code.get(key.start + key.text.len() + 2..value.start)?;
            (between.trim() == ":").then(|| (value.start, value.text.clone()))
        }
        _ => None,
    });
    pairs.collect()
}

/// The first literal of a call, where nothing but a kind stands before it.
fn argument(file: &File, at: usize) -> Option<(usize, String)> {
    let literal = file.source.literal_from(at)?;
    let before = file.source.code.get(at..literal.start)?;
    let direct = before.matches(',').count() <= 1 && !before.contains(['{', ';', ')']);
    direct.then(|| (literal.start, literal.text.clone()))
}

fn is_code(text: &str) -> bool {
    !text.is_empty()
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Every operation, as application and name.
pub(super) fn operations(project: &Project) -> Declared<'_> {
    let mut declared = Declared::new();
    let files =
        project.rust().filter(|file| file.path.starts_with("crates/") && file.name() == "operations.rs");
    for file in files.filter(|file| !file.is_test()) {
        let Some((app, _)) = file.in_crate() else { continue };
        for call in ["Operation::read(", "Operation::write(", "Operation::destructive("] {
            for at in file.source.find_all(call).filter(|at| !file.in_test(*at)) {
                if let Some((at, name)) = argument(file, at) {
                    declared.entry((app.to_owned(), name)).or_insert((file, at));
                }
            }
        }
    }
    declared
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_where_they_are_declared() {
        let text = "trait T { fn code(&self) -> &'static str; }\n\
                    impl T for E { fn code(&self) -> &'static str { match self { A => \"one\", _ => \"two\" } } }\n\
                    fn f() { Error::new(Kind::Invalid, \"three\", \"A sentence\"); Error::new(Kind::Internal, code, \"four\"); }\n\
                    fn g() { fault(\"five\", \"text\"); Self::new(\n  Kind::Internal,\n \"seven\"); json!({ \"code\": \"eight\" }); }\n\
                    #[cfg(test)] mod t { fn f() { Error::new(Kind::Invalid, \"six\", \"\"); } }";
        let project = Project::of(&[("crates/a/src/e.rs", text)]);
        let names: Vec<String> = codes(&project).into_keys().map(|(_, name)| name).collect();
        assert_eq!(names, ["eight", "five", "one", "seven", "three", "two"]);
    }

    #[test]
    fn operations_are_found_under_their_application() {
        let text =
            "fn all() { vec![Operation::read(\"list_x\", f), Operation::destructive(\n \"drop_x\", g)] }";
        let project = Project::of(&[("crates/a/src/x/operations.rs", text)]);
        let names: Vec<String> =
            operations(&project).into_keys().map(|(app, name)| format!("{app}/{name}")).collect();
        assert_eq!(names, ["a/drop_x", "a/list_x"]);
    }
}
