//! The exercises and how they are given.

use serde::{Deserialize, Serialize};

/// The table that the library begins with.
const SEED: &str = include_str!("../../data/movements.tsv");

/// What kind of movement it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Family {
    /// Running, rowing, skipping.
    Monostructural,
    /// With one's own weight.
    Gymnastics,
    /// With an external load.
    Loaded,
    /// Stretches and drills.
    Mobility,
}

/// What usually follows the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parameter {
    /// A weight.
    Load,
    /// A height.
    Height,
    /// A weight and a target's height.
    Both,
    /// Nothing.
    None,
}

/// One exercise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Exercise {
    /// Unique; a seed exercise has its name in kebab case.
    pub id: String,
    /// As shown.
    pub name: String,
    /// What kind of movement it is.
    pub family: Family,
    /// `r` repetitions, `d` distance, `c` calories, `t` time.
    pub quantities: String,
    /// What usually follows the name.
    pub parameter: Parameter,
    /// What it needs.
    pub equipment: Vec<String>,
    /// Other names.
    pub aliases: Vec<String>,
    /// The next easier exercise, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub easier: Option<String>,
    /// Seconds for one repetition, metre or, for machines, metre; calories take about twelve times that.
    pub pace_seconds: f64,
}

impl Exercise {
    /// Whether it needs a piece of equipment.
    #[must_use]
    pub fn needs(&self, equipment: &str) -> bool {
        self.equipment.iter().any(|one| one == equipment)
    }

    /// A machine whose display counts calories.
    #[must_use]
    pub fn is_machine(&self) -> bool {
        self.quantities.contains('c') && self.name != "Run"
    }
}

/// The seed table, in its order.
pub(super) fn seed() -> Vec<Exercise> {
    SEED.lines().skip(1).filter_map(row).collect()
}

/// One line of the table. A line without a name is none.
fn row(line: &str) -> Option<Exercise> {
    let mut cells = line.split('\t');
    let name = cells.next().filter(|name| !name.is_empty())?;
    let family = match cells.next()? {
        "M" => Family::Monostructural,
        "G" => Family::Gymnastics,
        "W" => Family::Loaded,
        _ => Family::Mobility,
    };
    let quantities = cells.next()?.to_owned();
    let parameter = match cells.next()? {
        "load" => Parameter::Load,
        "height" => Parameter::Height,
        "both" => Parameter::Both,
        _ => Parameter::None,
    };
    let equipment = list(cells.next()?);
    let aliases = list(cells.next()?);
    let easier = cells.next().filter(|cell| !cell.is_empty()).map(str::to_owned);
    let pace_seconds = cells.next().and_then(|cell| cell.parse().ok()).unwrap_or(2.5);
    Some(Exercise {
        id: slug(name),
        name: name.to_owned(),
        family,
        quantities,
        parameter,
        equipment,
        aliases,
        easier,
        pace_seconds,
    })
}

fn list(cell: &str) -> Vec<String> {
    cell.split(',').map(str::trim).filter(|one| !one.is_empty()).map(str::to_owned).collect()
}

/// A name in kebab case.
fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for character in name.chars() {
        if character.is_ascii_alphanumeric() {
            slug.push(character.to_ascii_lowercase());
        } else if character != '\'' && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug
}
