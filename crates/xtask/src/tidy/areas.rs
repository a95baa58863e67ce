//! Inside an application: which file of an area may import which other.
//!
//! A model knows models only (areas refer to each other by typed identifiers); a store its model and statements;
//! a service its store, and of other areas their services and models; operations and pages a service and models.

use std::collections::HashSet;

use super::Finding;
use super::paths::paths;
use super::project::{File, Project};
use super::table::{APPS, EXCUSED, ROLES, WHOLE_SERVICES};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Model,
    Error,
    Sql,
    Store,
    Service,
    Operations,
    Pages,
    /// `mod.rs`: it lists what the area has.
    Index,
}

impl Role {
    fn named(stem: &str) -> Self {
        match stem {
            "error" => Self::Error,
            "sql" => Self::Sql,
            "store" => Self::Store,
            "service" => Self::Service,
            "operations" => Self::Operations,
            "pages" => Self::Pages,
            "mod" => Self::Index,
            // Any other name is a part of the model that has a file of its own.
            _ => Self::Model,
        }
    }

    fn may_use(self, other: Self, same_area: bool) -> bool {
        use Role::{Error, Index, Model, Operations, Pages, Service, Sql, Store};
        match (self, same_area) {
            (Index, true) => true,
            (Model | Error | Sql, true) | (Store, false) => matches!(other, Model | Error),
            (Store, true) => matches!(other, Model | Error | Sql),
            (Service, true) => matches!(other, Model | Error | Store | Service),
            (Service | Operations | Pages, false) | (Operations | Pages, true) => {
                matches!(other, Model | Error | Service)
            }
            (Model | Error, false) => other == Model,
            (Index | Sql, false) => false,
        }
    }
}

/// A file of an area.
struct Place<'a> {
    app: &'a str,
    /// Its path inside `src`.
    inside: &'a str,
    area: &'a str,
    module: Vec<&'a str>,
}

fn place(file: &File) -> Option<Place<'_>> {
    let (app, path) = file.in_crate().filter(|(name, _)| APPS.contains(name))?;
    let inside = path.strip_prefix("src/")?;
    let mut module: Vec<&str> = inside.strip_suffix(".rs")?.split('/').collect();
    module.pop_if(|last| *last == "mod");
    let area = inside.split_once('/')?.0;
    Some(Place { app, inside, area, module })
}

pub(super) fn check(project: &Project) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut used = HashSet::new();
    for file in project.rust().filter(|file| !file.is_test()) {
        let Some(place) = place(file) else { continue };
        for named in paths(&file.source).into_iter().filter(|named| !file.in_test(named.at)) {
            let Some(target) = absolute(&place.module, &named.parts) else { continue };
            let Some((area, module, role)) = resolve(project, place.app, &target) else { continue };
            let own = role_of(place.app, place.inside);
            if own.may_use(role, area == place.area) {
                continue;
            }
            let target = format!("{area}::{module}");
            let excuse = EXCUSED.iter().position(|(app, inside, excused, _)| {
                (*app, *inside, *excused) == (place.app, place.inside, target.as_str())
            });
            match excuse {
                Some(excuse) => drop(used.insert(excuse)),
                None => findings.push(Finding::at(file, named.at, advice(own, &target))),
            }
        }
    }
    findings.extend(idle_excuses(project, &used));
    findings
}

fn advice(own: Role, target: &str) -> String {
    let own = format!("{own:?}").to_lowercase();
    format!(
        "{own} must not import {target}; go through what stands between them (or excuse it with a reason in tidy/table.rs)"
    )
}

/// An excuse that nothing needs any more is taken back.
fn idle_excuses(project: &Project, used: &HashSet<usize>) -> Vec<Finding> {
    let there = |app: &str, inside: &str| project.file(&format!("crates/{app}/src/{inside}")).is_some();
    let idle = EXCUSED
        .iter()
        .enumerate()
        .filter(|(index, (app, inside, ..))| !used.contains(index) && there(app, inside));
    idle.map(|(_, (app, inside, target, _))| {
        let path = format!("crates/{app}/src/{inside}");
        Finding::new(
            &path,
            1,
            format!("its import of {target} is excused but gone; remove the excuse from tidy/table.rs"),
        )
    })
    .collect()
}

fn role_of(app: &str, inside: &str) -> Role {
    let folder = inside.split('/').next().unwrap_or_default();
    if WHOLE_SERVICES.iter().any(|(owner, whole, _)| (*owner, *whole) == (app, folder)) {
        return Role::Service;
    }
    let listed = ROLES.iter().find(|(owner, path, ..)| *owner == app && *path == inside);
    let stem = inside.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
    Role::named(listed.map_or(stem, |(_, _, role, _)| role))
}

/// A path from the crate's root; `None` for a path that leaves the crate.
fn absolute(module: &[&str], parts: &[String]) -> Option<Vec<String>> {
    let mut base: Vec<String> = module.iter().map(|part| (*part).to_owned()).collect();
    let mut rest = parts.iter().peekable();
    match rest.next()?.as_str() {
        "crate" => base.clear(),
        "self" => {}
        "super" => drop(base.pop()),
        _ => return None,
    }
    while rest.next_if(|part| *part == "super").is_some() {
        base.pop();
    }
    base.extend(rest.cloned());
    Some(base)
}

/// Which area's file a path leads to; a name that the area's `mod.rs` re-exports leads to where it comes from.
fn resolve<'a>(project: &'a Project, app: &str, target: &'a [String]) -> Option<(&'a str, &'a str, Role)> {
    let (area, next) = (target.first()?.as_str(), target.get(1)?.as_str());
    let folder = format!("crates/{app}/src/{area}");
    let index = project.file(&format!("{folder}/mod.rs"))?;
    if project.file(&format!("{folder}/{next}.rs")).is_some() {
        return Some((area, next, role_of(app, &format!("{area}/{next}.rs"))));
    }
    let source = paths(&index.source).into_iter().find(|named| named.known_as.as_deref() == Some(next))?;
    let module = source.parts.iter().find(|part| *part != "self" && *part != "super")?.clone();
    Some((area, next, role_of(app, &format!("{area}/{module}.rs"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(path: &str, text: &str) -> Vec<String> {
        let index = "pub mod model; pub use self::service::find;";
        let files = [
            ("crates/almanac/src/meals/mod.rs", index),
            ("crates/almanac/src/meals/model.rs", ""),
            ("crates/almanac/src/meals/sql.rs", ""),
            ("crates/almanac/src/meals/store.rs", ""),
            ("crates/almanac/src/meals/service.rs", ""),
            ("crates/almanac/src/weights/mod.rs", ""),
            ("crates/almanac/src/weights/store.rs", ""),
            (path, text),
        ];
        let project = Project {
            files: files.iter().rev().map(|(path, text)| File::new(path, text)).collect(),
            packages: Vec::new(),
        };
        check(&project)
            .into_iter()
            .map(|finding| finding.text.split(';').next().unwrap_or_default().to_owned())
            .collect()
    }

    #[test]
    fn imports_along_the_layers_pass() {
        for (path, text) in [
            ("meals/store.rs", "use super::{model::Meal, sql};"),
            ("meals/service.rs", "use super::store; use crate::weights::model::Weight;"),
            ("meals/operations.rs", "use super::service; use super::model::Meal; use crate::list::All;"),
            ("weights/service.rs", "use crate::meals; fn f() { meals::find() }"),
            ("weights/service.rs", "#[cfg(test)] mod tests { use crate::meals::store; }"),
        ] {
            assert_eq!(
                found(&format!("crates/almanac/src/{path}"), text),
                Vec::<String>::new(),
                "{path} {text}"
            );
        }
    }

    #[test]
    fn imports_across_the_layers_are_found() {
        for (path, text, expected) in [
            ("meals/model.rs", "use super::store;", "model must not import meals::store"),
            (
                "meals/operations.rs",
                "use crate::meals::store::find;",
                "operations must not import meals::store",
            ),
            ("meals/service.rs", "use super::sql;", "service must not import meals::sql"),
            ("meals/service.rs", "use crate::weights::store as w;", "service must not import weights::store"),
            (
                "meals/service.rs",
                "fn f() { crate::weights::store::x() }",
                "service must not import weights::store",
            ),
            (
                "weights/store.rs",
                "use crate::meals; fn f() { meals::find() }",
                "store must not import meals::find",
            ),
        ] {
            let found = found(&format!("crates/almanac/src/{path}"), text);
            assert!(found.iter().any(|finding| finding == expected), "{text}: {found:?}");
        }
    }
}
