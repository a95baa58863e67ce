//! People of an application under test.

use belay_access::identity;
use belay_access::keys::{self, NewKey, Owner};
use belay_access::oauth::{self, Issuing, Lifetimes, Parameters, Registration, Resources};
use belay_access::outbound::Nowhere;
use belay_access::people::{self, NewPerson};
use belay_access::{passwords, tenants};
use belay_core::app::Tenancy;
use belay_core::{Access, Clock};
use belay_server::gate::Entrance;
use belay_server::serve::{Front, router};

use crate::app::TestApp;

impl TestApp {
    /// Serves anew with other ways in.
    pub fn enter_by(&mut self, entrance: Entrance) {
        let front = Front { entrance, ..Front::local("http://127.0.0.1:8080") };
        self.router = router(&[std::sync::Arc::clone(&self.served)], &front, &self.stop);
    }

    /// A new person with a password, who belongs to the one tenant of an application with one. Returns their identifier.
    pub async fn person(&self, email: &str, password: &str) -> String {
        let entropy = &*self.served.shared.entropy;
        let digest = passwords::hash(password, entropy).expect("the password is long enough");
        let new = NewPerson { email: Some(email), password: Some(&digest), ..NewPerson::default() };
        let first = !people::is_anybody(self.db()).await.expect("the database answers");
        let mut tx = self.db().write().await.expect("the database is writable");
        let person = people::create(&mut tx, new, self.clock.now(), entropy).await.expect("a new address");
        let app = &self.served.app;
        if first {
            identity::own(&mut tx, app, &person, self.clock.now(), entropy)
                .await
                .expect("the person owns it");
        } else if app.tenancy == Tenancy::One {
            tenants::enter(&mut tx, app, &person, self.clock.now(), entropy)
                .await
                .expect("the person belongs to it");
        }
        tx.commit().await.expect("the database is writable");
        person
    }

    /// A new organization.
    pub async fn organization(&self, name: &str) -> String {
        let mut tx = self.db().write().await.expect("the database is writable");
        let (now, entropy) = (self.clock.now(), &*self.served.shared.entropy);
        let id = tenants::create(&mut tx, (self.served.app.name, name), now, entropy).await;
        tx.commit().await.expect("the database is writable");
        id.expect("an organization can be made")
    }

    /// A new person with the first role in something of their own, and a token of theirs.
    pub(crate) async fn staff(&self, name: &str) -> (String, String) {
        let entropy = &*self.served.shared.entropy;
        let (email, now) = (format!("{name}@testkit.example"), self.clock.now());
        let mut tx = self.db().write().await.expect("the database is writable");
        let new = NewPerson { email: Some(&email), ..NewPerson::default() };
        let person = people::create(&mut tx, new, now, entropy).await.expect("a new address");
        tx.commit().await.expect("the database is writable");
        if matches!(self.served.app.tenancy, Tenancy::Organizations { .. }) {
            let org = self.organization(name).await;
            let role = self.served.app.roles.first().map_or("owner", |role| role.name);
            self.join(&org, &person, role).await;
        }
        let token = self.token(&person, Access::Full, None).await;
        (person, token)
    }

    /// Makes a person an administrator of the server.
    pub async fn make_administrator(&self, person: &str) {
        let mut tx = self.db().write().await.expect("the database is writable");
        people::set_admin(&mut tx, person, true).await.expect("the person is known");
        tx.commit().await.expect("the database is writable");
    }

    /// A token of a new person who administers the server and has a place of their own in it.
    pub async fn administrator(&self) -> String {
        let (person, token) = self.staff("administrator").await;
        self.make_administrator(&person).await;
        token
    }

    /// A person with the first role in what the owner's credential reaches.
    pub(crate) async fn owning_person(&self) -> String {
        if self.served.app.tenancy == Tenancy::One {
            let digest = "a password that nobody has";
            return self.person("owner@testkit.example", digest).await;
        }
        let known = people::by_email(self.db(), "owner@testkit.example").await.expect("the database answers");
        known.expect("the owner is known").id
    }

    /// A program's access token, with scopes that a person allowed.
    pub async fn granted(&self, person: &str, scopes: &[&str]) -> String {
        let (now, entropy) = (self.clock.now(), &*self.served.shared.entropy);
        let resources = Resources::new("http://127.0.0.1:8080", [&self.served.app]);
        let back = "http://127.0.0.1:3000/back";
        let registration = Registration { redirect_uris: vec![back.to_owned()], ..Registration::default() };
        let (client, _) =
            oauth::register(self.db(), registration, now, entropy).await.expect("a program registers");
        let parameters = Parameters {
            response_type: "code".to_owned(),
            client_id: client.id.clone(),
            redirect_uri: back.to_owned(),
            code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM".to_owned(),
            code_challenge_method: "S256".to_owned(),
            ..Parameters::default()
        };
        let own = ("http://127.0.0.1:8080", &resources, &[][..]);
        let asked = oauth::read(self.db(), &Nowhere, own, parameters, now).await.expect("a sound request");
        let approved = oauth::approve(self.db(), &asked, (own.0, person, scopes), now, entropy).await;
        let address = approved.expect("the database is writable");
        let code = address.split("code=").nth(1).and_then(|rest| rest.split('&').next()).expect("a code");
        let with =
            Issuing { db: self.db(), resources: &resources, lifetimes: Lifetimes::default(), now, entropy };
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let issued =
            oauth::from_code(with, &client, (code, Some(back), verifier, None)).await.expect("a token");
        let token = issued.body.get("access_token").and_then(serde_json::Value::as_str);
        token.expect("a token").to_owned()
    }

    /// Makes a person a member of a tenant.
    pub async fn join(&self, tenant: &str, person: &str, role: &str) {
        let mut tx = self.db().write().await.expect("the database is writable");
        let joined = tenants::join(&mut tx, &self.served.app, (tenant, person), role, self.clock.now()).await;
        joined.expect("there is such a role");
        tx.commit().await.expect("the database is writable");
    }

    /// A personal access token of somebody's.
    pub async fn token(&self, person: &str, access: Access, scopes: Option<&[&str]>) -> String {
        let new =
            NewKey { scopes, ..NewKey::new(&self.served.app, Owner::Person(person), "a token", access) };
        let mut tx = self.db().write().await.expect("the database is writable");
        let entropy = &*self.served.shared.entropy;
        let (_, secret) =
            keys::create(&mut tx, new, self.clock.now(), entropy).await.expect("a token can be made");
        tx.commit().await.expect("the database is writable");
        secret
    }
}
