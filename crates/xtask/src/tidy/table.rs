//! Who may import whom, and what is excused: the rules as data, each departure with its reason.

/// What a crate may depend on.
pub(super) enum Uses {
    /// These and nothing else.
    Only(&'static [(&'static str, &'static str)]),
    /// Anything that the crate's `never` does not hold.
    Anything,
}

/// The rule of one crate.
pub(super) struct Rule {
    pub(super) name: &'static str,
    /// Names with the reason for each.
    pub(super) uses: Uses,
    /// What its code must not name, even where a dependency would let it.
    pub(super) never: &'static [&'static str],
}

/// The databases' drivers, which one crate alone may name.
pub(super) const DRIVERS: &[&str] =
    &["rusqlite", "tokio-postgres", "deadpool-postgres", "libsqlite3-sys", "sqlx"];
pub(super) const OWNER_OF_DRIVERS: &str = "belay-store";
/// Crates beside the owner that may name drivers, with the reason.
pub(super) const ALSO_DRIVERS: &[(&str, &str)] =
    &[("belay-testkit", "makes and drops a PostgreSQL database for each test, which no server does")];
/// The applications. None knows another, and no part of the framework knows any.
pub(super) const APPS: &[&str] = &["almanac", "breadbox", "taikan"];
/// A crate that tests alone may depend on.
pub(super) const FOR_TESTS: &str = "belay-testkit";
/// Crates that may be named in one file of each area only.
pub(super) const IN_ONE_FILE: &[(&str, &str)] = &[("askama", "pages")];

const VOCABULARY: &str = "the data model: what is serialised, described and refused";
const OURS: &str = "the framework below it";
const FIELD: &str = "a library of the application's own field";

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "belay-core",
        uses: Uses::Only(&[
            ("serde", VOCABULARY),
            ("serde_json", VOCABULARY),
            ("schemars", VOCABULARY),
            ("thiserror", VOCABULARY),
            ("jiff", VOCABULARY),
            ("http", "methods and status codes are part of a declaration"),
            ("futures-core", "names a stream without a runtime"),
            ("event-listener", "wakes a waiting call without a runtime"),
            ("base64", "cursors are base64 text"),
            ("serde_path_to_error", "an undecodable input says where"),
            ("percent-encoding", "variables in addresses are percent-encoded"),
        ]),
        never: &["tokio", "axum", "hyper", "rmcp", "clap"],
    },
    Rule {
        name: "belay-store",
        uses: Uses::Only(&[
            ("belay-core", OURS),
            ("rusqlite", "SQLite's driver"),
            ("tokio-postgres", "PostgreSQL's driver"),
            ("deadpool-postgres", "its pool"),
            ("tokio", "the drivers need a runtime"),
            ("async-channel", "hands work to SQLite's threads"),
            ("futures-util", "drives the PostgreSQL connection"),
            ("sha2", "checksums of migrations"),
            ("bytes", "PostgreSQL's wire format"),
            ("jiff", VOCABULARY),
            ("serde_json", "JSON columns"),
            ("thiserror", VOCABULARY),
            ("tracing", "tells of slow and lost connections"),
        ]),
        never: &["axum", "schemars", "rmcp", "clap"],
    },
    Rule {
        name: "belay-access",
        uses: Uses::Only(&[
            ("belay-core", OURS),
            ("belay-store", OURS),
            ("sha2", "digests of keys"),
            ("aes-gcm", "seals what travels through clients"),
            ("base64", "sealed texts and their keys"),
            ("subtle", "comparisons in constant time"),
            ("argon2", "digests of passwords"),
            ("jsonwebtoken", "tokens that other issuers signed"),
            ("event-listener", "one request to an issuer is enough for all that wait"),
            ("http", "the statuses that OAuth gives its errors"),
            ("url", "addresses of programs and their redirects"),
            ("serde", VOCABULARY),
            ("tracing", "tells the operator what a stranger is not told"),
            ("governor", "limits rates"),
            ("serde_json", "digests of arguments, rows of the audit trail"),
            ("jiff", VOCABULARY),
            ("thiserror", VOCABULARY),
        ]),
        never: &["axum", "hyper", "rmcp", "clap"],
    },
    Rule { name: "belay-server", uses: Uses::Anything, never: APPS },
    Rule {
        name: "belay",
        uses: Uses::Only(&[
            ("belay-core", OURS),
            ("belay-store", OURS),
            ("belay-access", OURS),
            ("belay-server", OURS),
            ("http", "re-exported: routes are declared with its methods"),
        ]),
        never: &[],
    },
    Rule { name: "belay-testkit", uses: Uses::Anything, never: APPS },
    Rule { name: "wod", uses: Uses::Only(&[("serde", VOCABULARY), ("thiserror", VOCABULARY)]), never: &[] },
    Rule {
        name: "breadbox",
        uses: Uses::Only(&[
            ("belay-core", OURS),
            ("belay-store", OURS),
            ("belay-access", OURS),
            ("serde", VOCABULARY),
            ("serde_json", VOCABULARY),
            ("schemars", VOCABULARY),
            ("thiserror", VOCABULARY),
            ("askama", "templates of its pages"),
            ("jiff", VOCABULARY),
            ("http", "methods of its REST routes"),
            ("csv", FIELD),
            ("encoding_rs", FIELD),
            ("sha2", "fingerprints of imported rows"),
        ]),
        never: NOT_IN_AN_APP,
    },
    Rule {
        name: "almanac",
        uses: Uses::Only(&[
            ("belay-core", OURS),
            ("belay-store", OURS),
            ("belay-access", OURS),
            ("serde", VOCABULARY),
            ("serde_json", VOCABULARY),
            ("schemars", VOCABULARY),
            ("thiserror", VOCABULARY),
            ("askama", "templates of its pages"),
            ("jiff", VOCABULARY),
            ("http", "methods of its REST routes"),
            ("csv", FIELD),
            ("quick-xml", FIELD),
        ]),
        never: NOT_IN_AN_APP,
    },
    Rule {
        name: "taikan",
        uses: Uses::Only(&[
            ("wod", "its own parser of workout text"),
            ("belay-core", OURS),
            ("belay-store", OURS),
            ("belay-access", OURS),
            ("serde", VOCABULARY),
            ("serde_json", VOCABULARY),
            ("schemars", VOCABULARY),
            ("thiserror", VOCABULARY),
            ("askama", "templates of its pages"),
            ("jiff", VOCABULARY),
            ("http", "methods of its REST routes"),
        ]),
        never: NOT_IN_AN_APP,
    },
    Rule {
        name: "belay-cli",
        uses: Uses::Only(&[
            ("belay-server", OURS),
            ("almanac", "an application"),
            ("breadbox", "an application"),
            ("taikan", "an application"),
        ]),
        never: &[],
    },
    Rule {
        name: "xtask",
        uses: Uses::Only(&[("serde_json", "reads cargo metadata"), ("wod", "its readings are evaluated")]),
        never: &[],
    },
    Rule { name: "belay-bench", uses: Uses::Anything, never: &[] },
    Rule { name: "belay-fuzz", uses: Uses::Anything, never: APPS },
    Rule { name: "quickstart", uses: Uses::Anything, never: APPS },
    Rule { name: "tasks", uses: Uses::Anything, never: APPS },
    Rule { name: "conformance", uses: Uses::Anything, never: APPS },
];

const NOT_IN_AN_APP: &[&str] = &["axum", "hyper", "rmcp", "clap", "tokio"];

/// A file of an area whose name does not tell its role: the path inside `src`, its role, the reason.
pub(super) const ROLES: &[(&str, &str, &str, &str)] = &[
    (
        "breadbox",
        "imports/target.rs",
        "service",
        "finding the account is a step of the import, long enough for a file of its own",
    ),
    ("almanac", "today/context_now.rs", "service", "the context is the longest of the answers about today"),
    ("almanac", "accomplishments/detect.rs", "service", FINDS),
    ("almanac", "accomplishments/detect/counts.rs", "service", FINDS),
    ("almanac", "accomplishments/detect/lifts.rs", "service", FINDS),
    ("almanac", "accomplishments/detect/nights.rs", "service", FINDS),
    ("almanac", "accomplishments/detect/phases.rs", "service", FINDS),
    ("almanac", "accomplishments/detect/streaks.rs", "service", FINDS),
    ("almanac", "accomplishments/detect/weight.rs", "service", FINDS),
    (
        "almanac",
        "accomplishments/touched.rs",
        "service",
        "what services of all areas call before and after a write",
    ),
    ("almanac", "undo/note.rs", "service", "what services of all areas call before a write"),
    ("almanac", "undo/restore.rs", "service", "the half of the service that knows every kind of row"),
];

const FINDS: &str = "each kind of accomplishment is found in its own way, and takes a file";

/// A folder of an application that is no area: its files are roles of one use case over all areas.
pub(super) const WHOLE_SERVICES: &[(&str, &str, &str)] = &[
    ("breadbox", "demo", "making up a household is one use case over every area"),
    ("almanac", "demo", "making up a person is one use case over every area"),
];

/// An import inside an application that its areas' rule forbids and that is excused: the crate, the file
/// inside `src`, the module it may name all the same, the reason.
pub(super) const EXCUSED: &[(&str, &str, &str, &str)] = &[
    ("almanac", "undo/restore.rs", "meals::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "stored_meals::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "alcohol::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "weights::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "sleep::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "steps::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "cardio::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "phases::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "untracked::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "groups::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "exercises::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "templates::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "workouts::store", PUTS_BACK),
    ("almanac", "undo/restore.rs", "profile::store", PUTS_BACK),
];

const PUTS_BACK: &str = "puts back the very row that stood, which no rule of its service may judge anew";

/// Crates that the lock file may hold in several versions, with what forces them. A star stands for any ending.
pub(super) const SEVERAL_VERSIONS: &[(&str, &str)] = &[
    ("base64", "rmcp and the PostgreSQL driver have not moved to 0.23"),
    ("fallible-iterator", "the PostgreSQL driver and rusqlite differ"),
    ("getrandom", "proptest still has rand 0.9"),
    ("hashbrown", "tables of several dependencies"),
    ("miniz_oxide", "png uses one itself and another through flate2"),
    ("r-efi", "for UEFI only: getrandom"),
    ("rand", "proptest has 0.9, the PostgreSQL driver 0.10"),
    ("rand_core", "with rand"),
    ("syn", "derives move to 3 one by one"),
    ("wasi", "for WebAssembly only: tokio and getrandom"),
    ("windows-*", "for Windows only"),
];
