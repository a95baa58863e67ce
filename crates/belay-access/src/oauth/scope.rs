//! Scopes as programs write them: `breadbox:read`, with the application before the colon.

use super::Resource;

/// The scopes of an application that a `scope` parameter asks for, without its name and in its own order.
///
/// Programs often ask for everything the server knows, so what belongs to another application or to nobody is left
/// out; where nothing remains, it is what every program gets: to read and to write.
#[must_use]
pub fn requested(resource: &Resource, text: &str) -> Vec<&'static str> {
    let own = |scope| -> Option<&str> { str::strip_prefix(scope, resource.app)?.strip_prefix(':') };
    let asked: Vec<&str> = text.split_ascii_whitespace().filter_map(own).collect();
    let known = resource.scopes.iter().copied();
    let scopes: Vec<&'static str> = known.clone().filter(|scope| asked.contains(scope)).collect();
    if scopes.is_empty() { known.take(2).collect() } else { scopes }
}

/// Scopes with the application's name before them, as programs read and write them.
#[must_use]
pub fn named<'a>(app: &str, scopes: impl IntoIterator<Item = &'a str>) -> String {
    scopes.into_iter().map(|scope| format!("{app}:{scope}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use belay_core::App;

    use super::*;

    #[test]
    fn what_is_not_this_applications_is_left_out_and_nothing_means_to_read_and_write() {
        let resources =
            super::super::Resources::new("https://x.example", [&App::new("notes", "1", Vec::new())]);
        let resource = resources.of_app("notes").unwrap();
        for (text, expected) in [
            ("notes:read", &["read"][..]),
            ("notes:write notes:read offline_access", &["read", "write"]),
            ("other:read notes:read openid", &["read"]),
            ("", &["read", "write"]),
            ("openid email", &["read", "write"]),
            ("notes:everything", &["read", "write"]),
            ("notesread notes-x:read", &["read", "write"]),
        ] {
            assert_eq!(requested(resource, text), expected, "{text}");
        }
        assert_eq!(named("notes", ["read", "write"]), "notes:read notes:write");
    }
}
