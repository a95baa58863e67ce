//! What a token is for: the addresses of an application's endpoint (RFC 8707, RFC 9728).

use belay_core::App;
use url::Url;

/// An application as a token's audience.
#[derive(Debug, Clone)]
pub struct Resource {
    /// The application's name.
    pub app: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// All its scopes, without its name.
    pub scopes: Vec<&'static str>,
    /// Its canonical address.
    pub url: String,
    /// Further addresses of the same.
    pub aliases: Vec<String>,
}

/// All applications that tokens are issued for.
#[derive(Debug, Clone, Default)]
pub struct Resources(Vec<Resource>);

impl Resources {
    /// Those of some applications below a public address. One that stands alone also answers at the root.
    #[must_use]
    pub fn new<'a>(public_url: &str, apps: impl IntoIterator<Item = &'a App>) -> Self {
        let mut list: Vec<Resource> = apps
            .into_iter()
            .map(|app| Resource {
                app: app.name,
                title: app.title,
                scopes: app.scopes(),
                url: format!("{public_url}/{}/mcp", app.name),
                aliases: Vec::new(),
            })
            .collect();
        if let [only] = list.as_mut_slice() {
            only.aliases.push(format!("{public_url}/mcp"));
        }
        Self(list)
    }

    /// Takes the addresses at the root away: for a server with further applications, which tokens are not issued for.
    pub fn drop_aliases(&mut self) {
        self.0.iter_mut().for_each(|one| one.aliases.clear());
    }

    /// The application at an address, however its host is written and whether or not a slash ends it.
    #[must_use]
    pub fn find(&self, asked: &str) -> Option<&Resource> {
        let asked = canonical(asked)?;
        let same = |known: &String| canonical(known).is_some_and(|known| known == asked);
        self.0.iter().find(|one| same(&one.url) || one.aliases.iter().any(same))
    }

    /// The application that a request without an address can mean: the only one there is, or the only one whose scopes
    /// it names.
    #[must_use]
    pub fn implied(&self, scope: &str) -> Option<&Resource> {
        if let [only] = self.0.as_slice() {
            return Some(only);
        }
        let named = |app: &str| {
            scope
                .split_ascii_whitespace()
                .any(|scope| scope.split_once(':').is_some_and(|(name, _)| name == app))
        };
        let mut fitting = self.0.iter().filter(|one| named(one.app));
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// The application of a name.
    #[must_use]
    pub fn of_app(&self, name: &str) -> Option<&Resource> {
        self.0.iter().find(|one| one.app == name)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Resource> {
        self.0.iter()
    }
}

/// An address without a slash at the end and without what names a tenant, its scheme and host in lower case. None for
/// what is no absolute address, and for one with a fragment.
fn canonical(text: &str) -> Option<String> {
    let mut url = Url::parse(text).ok().filter(|url| url.has_host() && url.fragment().is_none())?;
    url.set_query(None);
    Some(url.as_str().trim_end_matches('/').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resources(names: &[&'static str]) -> Resources {
        let apps: Vec<App> = names.iter().map(|name| App::new(name, "1", Vec::new())).collect();
        Resources::new("https://x.example", &apps)
    }

    #[test]
    fn an_address_is_found_however_it_is_written_and_a_siblings_is_not() {
        let resources = resources(&["notes", "money"]);
        let found = |text: &str| resources.find(text).map(|one| one.app);
        assert_eq!(found("https://x.example/notes/mcp"), Some("notes"));
        assert_eq!(found("HTTPS://X.EXAMPLE:443/notes/mcp/"), Some("notes"));
        assert_eq!(found("https://x.example/money/mcp"), Some("money"));
        assert_eq!(
            found("https://x.example/money/mcp?orgId=1"),
            Some("money"),
            "as it is given out to be typed"
        );
        for other in [
            "https://x.example/mcp",
            "https://x.example/notes/mcp#a",
            "http://x.example/notes/mcp",
            "notes",
            "",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }

    #[test]
    fn a_request_without_an_address_means_the_only_application_or_the_one_whose_scopes_it_names() {
        let name = |found: Option<&Resource>| found.map(|one| one.app);
        assert_eq!(name(resources(&["notes"]).implied("")), Some("notes"));
        let both = resources(&["notes", "money"]);
        assert_eq!(name(both.implied("")), None);
        assert_eq!(name(both.implied("money:read offline_access")), Some("money"));
        assert_eq!(name(both.implied("money:read notes:read")), None);
    }
}
