use proptest::prelude::*;

use super::*;
use crate::archive::{document, plan};
use crate::importers::{apple, hevy, myfitnesspal, strong};

/// Reads bytes as every kind of file, and decides over what they say. Nothing may panic, and every row that is taken holds.
fn read_as_anything(bytes: &[u8]) {
    let (setting, now) = (in_unit(Unit::Lb), setting().now);
    let readings = [
        document::read(bytes, now),
        apple::read(bytes, &setting, &mut |_| {}),
        hevy::read(bytes, &setting),
        strong::read(bytes, &setting),
        myfitnesspal::read(bytes, &setting),
    ];
    for reading in readings.into_iter().flatten() {
        for draft in &reading.drafts {
            let columns = draft.table.shape().columns;
            assert_eq!(columns.len(), draft.row.len());
            for (column, cell) in columns.iter().zip(&draft.row) {
                assert_eq!(column.fault(cell, now), None, "{}", column.name);
            }
        }
        let count = reading.drafts.len() as u64;
        let plan = plan::decide(&document::Journal::default(), reading.drafts);
        let told: u64 = plan
            .fates
            .values()
            .map(|fates| fates.new + fates.duplicate + fates.changed + fates.refused)
            .sum();
        assert!(told <= count);
    }
}

const SEEDS: [&str; 5] = [
    "{\"format\":\"almanac-journal\",\"version\":1,\"counters\":{\"meal\":3},\"meals\":[{\"id\":1,\"eaten_at\":\"2026-01-01T12:00:00Z\",\"kcal\":5,\"protein_g\":1,\"carb_g\":1,\"fat_g\":1,\"created_at\":\"2026-01-01T12:00:00Z\"}],\"untracked_periods\":[{\"id\":1,\"started_on\":\"2026-01-01\",\"ended_on\":\"2026-01-02\",\"reason\":\"sick\",\"created_at\":\"2026-01-01T12:00:00Z\"}]}",
    "<HealthData><Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"a\" unit=\"count\" startDate=\"2026-01-01 10:00:00 +0000\" endDate=\"2026-01-01 11:00:00 +0000\" value=\"5\"/><Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" duration=\"5\" durationUnit=\"min\" startDate=\"2026-01-01 10:00:00 +0000\" endDate=\"2026-01-01 11:00:00 +0000\"/></HealthData>",
    "title,start_time,end_time,exercise_title,set_index,weight_kg,reps\nA,\"1 Jan 2026, 10:00\",,Squat,0,80,5\nA,\"1 Jan 2026, 10:00\",,Squat,1,80,5\n",
    "Date;Workout Name;Duration;Exercise Name;Set Order;Weight;Reps\n2026-01-01 10:00:00;A;1h 5m;Squat;1;80,5;5\n2026-01-01 10:00:00;A;45m;Squat;W;80;5\n",
    "Date,Meal,Time,Calories,Protein (g)\n2026-01-01,Lunch,12:30 PM,500,20\n2026-01-01,Snacks,,\"1,500\",20\n",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_at_all_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        read_as_anything(&bytes);
    }

    #[test]
    fn a_file_with_anything_changed_in_it_is_read_without_a_panic(
        seed in 0_usize..5,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), "[0-9a-zA-Z\",;:<>/&=\\-.+ \\n{}\\[\\]\u{e9}]{0,6}", 0_usize..9), 1..6),
    ) {
        let mut text = SEEDS[seed].as_bytes().to_vec();
        for (at, with, gone) in changes {
            let at = at.index(text.len() + 1);
            let end = (at + gone).min(text.len());
            text.splice(at..end, with.bytes());
        }
        read_as_anything(&text);
    }

    #[test]
    fn rows_of_any_fields_are_read_without_a_panic(
        seed in 2_usize..5,
        fields in proptest::collection::vec(proptest::collection::vec("[0-9a-zA-Z\\-:., ]{0,24}|-?[0-9]{1,30}(\\.[0-9]{1,9})?|1e[0-9]{1,4}|NaN|inf", 7), 1..5),
    ) {
        let mut text = SEEDS[seed].lines().next().unwrap().to_owned();
        let parted = if seed == 3 { ";" } else { "," };
        for row in fields {
            let quoted: Vec<String> = row.iter().map(|field| format!("\"{field}\"")).collect();
            text.push('\n');
            text.push_str(&quoted.join(parted));
        }
        read_as_anything(text.as_bytes());
    }
}

#[test]
fn the_seeds_themselves_are_read_in_full() {
    let setting = in_unit(Unit::Kg);
    let readings = [
        document::read(SEEDS[0].as_bytes(), setting.now),
        apple::read(SEEDS[1].as_bytes(), &setting, &mut |_| {}),
        hevy::read(SEEDS[2].as_bytes(), &setting),
        strong::read(SEEDS[3].as_bytes(), &setting),
        myfitnesspal::read(SEEDS[4].as_bytes(), &setting),
    ];
    for reading in readings {
        let reading = reading.unwrap();
        assert!(reading.problems.is_empty() && reading.drafts.len() >= 2, "{:?}", reading.problems);
    }
}
