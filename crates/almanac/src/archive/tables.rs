//! Of which kinds of rows a journal consists. What follows from other columns, such as the day of a meal, is not among
//! them: it is worked out anew.

use super::model::{Column, Kind, Row};
use crate::meals::model::{MOST_GRAMS, MOST_KCAL};
use crate::text::{NAME, NOTES};
use Kind::{Choice, Day, Id, Instant, Int, Name, Past, Real, Ref, Text};

/// A kind of row. Each stands after those that it refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Table {
    Profile,
    Groups,
    Exercises,
    Templates,
    TemplateItems,
    StoredMeals,
    Meals,
    Alcohol,
    Weights,
    Sleep,
    Steps,
    Cardio,
    Phases,
    Untracked,
    Workouts,
    WorkoutExercises,
    WorkoutSets,
    Accomplishments,
}

/// By what a row is recognised when it comes again.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Identity {
    /// There is one.
    Sole,
    /// By its name, in any case.
    Named,
    /// By these columns, which no two rows share, whatever else it says.
    Only(&'static [&'static str]),
    /// By these columns; several may have the same, and then all of it counts.
    Like(&'static [&'static str]),
    /// With what it is a part of, in a place of its own there.
    Part { of: &'static str, place: &'static str },
}

/// What a table is like.
#[derive(Debug)]
pub(crate) struct Shape {
    /// Its name in a document.
    pub(crate) name: &'static str,
    /// What its identifiers are counted under.
    pub(crate) counter: Option<&'static str>,
    pub(crate) columns: &'static [Column],
    pub(crate) identity: Identity,
}

impl Shape {
    /// Where a column stands.
    pub(crate) fn at(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// A value of a row by its column's name.
    pub(crate) fn cell<'a>(&self, row: &'a Row, name: &str) -> Option<&'a super::model::Cell> {
        row.get(self.at(name)?)
    }

    /// The row's own number, where rows have one.
    pub(crate) fn id(&self, row: &Row) -> Option<i64> {
        self.counter.and_then(|_| self.cell(row, "id")).and_then(super::model::Cell::int)
    }
}

const fn new(name: &'static str, kind: Kind) -> Column {
    Column::new(name, kind)
}

const ID: Column = new("id", Id);
const NOTE: Column = new("notes", Text(NOTES)).or_null();
const MADE: Column = new("created_at", Instant);
const TITLE: Column = new("name", Name(NAME));
const KCAL: Column = new("kcal", Int(0, MOST_KCAL));
const PROTEIN: Column = new("protein_g", Real(0.0, MOST_GRAMS));
const CARB: Column = new("carb_g", Real(0.0, MOST_GRAMS));
const FAT: Column = new("fat_g", Real(0.0, MOST_GRAMS));
const ARCHIVED: Column = new("archived_at", Instant).or_null();
const ORDER: Column = new("display_order", Int(0, 100_000));
const EST_KCAL: Column = new("est_kcal", Int(0, MOST_KCAL));
const LOAD: Kind = Real(0.0, 2_000.0);

const PROFILE: Shape = Shape {
    name: "profile",
    counter: None,
    columns: &[
        TITLE,
        new("dob", Past).or_null(),
        new("height_cm", Real(50.0, 280.0)).or_null(),
        new("sex", Choice(&["male", "female"])).or_null(),
        new("preferred_unit_system", Choice(&["metric", "imperial"])),
        new("timezone", Name(64)),
        new("day_start_hour", Int(0, 12)),
        new("activity_level", Choice(&["sedentary", "light", "moderate", "active", "very_active"])).or_null(),
        new("about_me", Text(600)).or_null(),
    ],
    identity: Identity::Sole,
};

const GROUPS: Shape = Shape {
    name: "exercise_groups",
    counter: Some("exercise_group"),
    columns: &[ID, TITLE, ORDER, MADE],
    identity: Identity::Named,
};

const EXERCISES: Shape = Shape {
    name: "exercises",
    counter: Some("exercise"),
    columns: &[ID, new("group_id", Ref(Table::Groups)), TITLE, NOTE, ARCHIVED, MADE],
    identity: Identity::Named,
};

const TEMPLATES: Shape = Shape {
    name: "workout_templates",
    counter: Some("template"),
    columns: &[ID, TITLE, NOTE, ARCHIVED, MADE],
    identity: Identity::Named,
};

const TEMPLATE_ITEMS: Shape = Shape {
    name: "workout_template_items",
    counter: None,
    columns: &[
        new("template_id", Ref(Table::Templates)),
        ORDER,
        new("exercise_id", Ref(Table::Exercises)),
        new("default_sets", Int(0, 100)),
        new("default_reps", Int(0, 1_000)).or_null(),
        new("default_weight_kg", LOAD).or_null(),
        NOTE,
    ],
    identity: Identity::Part { of: "template_id", place: "display_order" },
};

const STORED_MEALS: Shape = Shape {
    name: "stored_meals",
    counter: Some("stored_meal"),
    columns: &[ID, TITLE, KCAL, PROTEIN, CARB, FAT, new("description", Text(NOTES)).or_null(), MADE],
    identity: Identity::Named,
};

const MEALS: Shape = Shape {
    name: "meals",
    counter: Some("meal"),
    columns: &[
        ID,
        new("eaten_at", Instant),
        new("name", Text(NAME)).or_null(),
        KCAL,
        PROTEIN,
        CARB,
        FAT,
        NOTE,
        MADE,
    ],
    identity: Identity::Like(&["eaten_at", "name"]),
};

const ALCOHOL: Shape = Shape {
    name: "alcohol_sessions",
    counter: Some("alcohol"),
    columns: &[
        ID,
        new("started_at", Instant),
        new("ended_at", Instant).or_null(),
        new("drinks_count", Real(0.1, 100.0)),
        EST_KCAL,
        NOTE,
        MADE,
    ],
    identity: Identity::Like(&["started_at"]),
};

const WEIGHTS: Shape = Shape {
    name: "body_weights",
    counter: Some("weight"),
    columns: &[ID, new("measured_on", Past), new("weight_kg", Real(20.0, 500.0)), NOTE, MADE],
    identity: Identity::Only(&["measured_on"]),
};

const SLEEP: Shape = Shape {
    name: "sleep_logs",
    counter: Some("sleep"),
    columns: &[
        ID,
        new("slept_on", Past),
        new("hours", Real(0.1, 24.0)),
        new("quality", Int(1, 5)).or_null(),
        NOTE,
        MADE,
    ],
    identity: Identity::Only(&["slept_on"]),
};

const STEPS: Shape = Shape {
    name: "step_logs",
    counter: Some("steps"),
    columns: &[
        ID,
        new("on_date", Past),
        new("steps", Int(1, 300_000)),
        EST_KCAL.or_null().or_filled(),
        new("source", Choice(&["manual", "import"])),
        NOTE,
        MADE,
    ],
    identity: Identity::Only(&["on_date"]),
};

const CARDIO: Shape = Shape {
    name: "cardio_sessions",
    counter: Some("cardio"),
    columns: &[
        ID,
        new("started_at", Instant),
        new("duration_min", Int(1, 2_880)).or_null(),
        new("modality", Text(NAME)).or_null(),
        new("avg_hr", Int(25, 250)).or_null(),
        new("distance_km", Real(0.01, 1_000.0)).or_null(),
        new("steps", Int(0, 300_000)).or_null(),
        EST_KCAL.or_filled(),
        NOTE,
        MADE,
    ],
    identity: Identity::Like(&["started_at", "modality"]),
};

const PHASES: Shape = Shape {
    name: "nutrition_phases",
    counter: Some("phase"),
    columns: &[
        ID,
        TITLE,
        new("intent", Choice(&["cut", "bulk", "recomp", "maintenance"])),
        new("phase_type", Choice(&["cut", "bulk", "maintenance"])),
        new("tdee_at_phase_start", Int(1, 20_000)),
        new("tdee_source", Choice(&["formula", "measured", "user_asserted"])),
        new("deficit_kcal", Int(-20_000, 20_000)),
        new("daily_kcal_target", Int(1, 20_000)),
        new("base_protein_g", Int(0, 2_000)),
        new("base_carb_g", Int(0, 2_000)),
        new("base_fat_g", Int(0, 2_000)),
        new("started_on", Day),
        new("planned_end_on", Day).or_null(),
        new("ended_on", Day).or_null(),
        NOTE,
        MADE,
    ],
    identity: Identity::Like(&["started_on"]),
};

const UNTRACKED: Shape = Shape {
    name: "untracked_periods",
    counter: Some("untracked"),
    columns: &[
        ID,
        new("started_on", Day),
        new("ended_on", Day),
        new("reason", Choice(&["vacation", "sick", "deload"])),
        NOTE,
        MADE,
    ],
    identity: Identity::Like(&["started_on", "ended_on"]),
};

const WORKOUTS: Shape = Shape {
    name: "workouts",
    counter: Some("workout"),
    columns: &[
        ID,
        new("template_id", Ref(Table::Templates)).or_null(),
        new("started_at", Instant),
        new("duration_min", Int(1, 1_440)).or_null(),
        new("rpe", Real(1.0, 10.0)),
        EST_KCAL.or_null(),
        NOTE,
        MADE,
    ],
    identity: Identity::Like(&["started_at"]),
};

const WORKOUT_EXERCISES: Shape = Shape {
    name: "workout_exercises",
    counter: Some("instance"),
    columns: &[
        ID,
        new("workout_id", Ref(Table::Workouts)),
        new("exercise_id", Ref(Table::Exercises)),
        ORDER,
        new("planned_sets", Int(0, 100)),
        NOTE,
        new("skipped_at", Instant).or_null(),
    ],
    identity: Identity::Part { of: "workout_id", place: "display_order" },
};

const WORKOUT_SETS: Shape = Shape {
    name: "workout_sets",
    counter: Some("set"),
    columns: &[
        ID,
        new("instance_id", Ref(Table::WorkoutExercises)),
        new("set_number", Int(1, 10_000)),
        new("reps", Int(0, 1_000)),
        new("weight_kg", LOAD).or_null(),
        NOTE,
    ],
    identity: Identity::Part { of: "instance_id", place: "set_number" },
};

const ACCOMPLISHMENTS: Shape = Shape {
    name: "accomplishments",
    counter: Some("accomplishment"),
    columns: &[
        ID,
        new("code", Name(64)),
        new("earned_on", Day),
        new("value", Real(-1e12, 1e12)),
        new("dedup_key", Text(200)),
        new("details", Text(8_000)),
        MADE,
    ],
    identity: Identity::Only(&["code", "dedup_key"]),
};

impl Table {
    pub(crate) const ALL: [Self; 18] = [
        Self::Profile,
        Self::Groups,
        Self::Exercises,
        Self::Templates,
        Self::TemplateItems,
        Self::StoredMeals,
        Self::Meals,
        Self::Alcohol,
        Self::Weights,
        Self::Sleep,
        Self::Steps,
        Self::Cardio,
        Self::Phases,
        Self::Untracked,
        Self::Workouts,
        Self::WorkoutExercises,
        Self::WorkoutSets,
        Self::Accomplishments,
    ];

    /// What it is like.
    pub(crate) fn shape(self) -> &'static Shape {
        match self {
            Self::Profile => &PROFILE,
            Self::Groups => &GROUPS,
            Self::Exercises => &EXERCISES,
            Self::Templates => &TEMPLATES,
            Self::TemplateItems => &TEMPLATE_ITEMS,
            Self::StoredMeals => &STORED_MEALS,
            Self::Meals => &MEALS,
            Self::Alcohol => &ALCOHOL,
            Self::Weights => &WEIGHTS,
            Self::Sleep => &SLEEP,
            Self::Steps => &STEPS,
            Self::Cardio => &CARDIO,
            Self::Phases => &PHASES,
            Self::Untracked => &UNTRACKED,
            Self::Workouts => &WORKOUTS,
            Self::WorkoutExercises => &WORKOUT_EXERCISES,
            Self::WorkoutSets => &WORKOUT_SETS,
            Self::Accomplishments => &ACCOMPLISHMENTS,
        }
    }
}
