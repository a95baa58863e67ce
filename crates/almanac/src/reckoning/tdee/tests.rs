use jiff::civil::date;

use super::*;

const AS_OF: Date = date(2026, 3, 14);

struct Case {
    weights: Vec<(Date, f64)>,
    intake: Vec<(Date, i64)>,
    window_days: Option<i64>,
}

impl Case {
    /// So many daily weigh-ins that move by so much a day, with 2,000 kcal logged a day.
    fn steady(weigh_ins: i64, kg_a_day: f64) -> Self {
        let from = after(AS_OF, 1 - weigh_ins);
        let weights = (0..weigh_ins).map(|at| (after(from, at), 80.0 + kg_a_day * real(at))).collect();
        let intake = (0..61).map(|back| (after(AS_OF, back - 60), 2000)).collect();
        Self { weights, intake, window_days: None }
    }

    fn tdee(&self) -> Tdee {
        self.except(&|_| false)
    }

    fn except(&self, is_untracked: &(dyn Fn(Date) -> bool + Sync)) -> Tdee {
        let (weights, intake) = (&self.weights, &self.intake);
        let window_days = self.window_days;
        Evidence {
            as_of: AS_OF,
            weights,
            intake,
            is_untracked,
            by_formula: 2405,
            at_rest: 1700.0,
            window_days,
        }
        .tdee()
    }
}

#[test]
fn a_level_weight_means_that_what_is_eaten_is_spent() {
    assert_eq!(Case::steady(28, 0.0).tdee().kcal, 2000);
}

/// A smoothed series lags: by medians of its ends the same data give 2197 after 28 weigh-ins and 2328 after 60.
#[test]
fn a_steady_loss_gives_the_figure_of_the_energy_balance() {
    for weigh_ins in [28, 60] {
        let kcal = Case::steady(weigh_ins, -0.05).tdee().kcal;
        assert!((kcal - 2385).abs() <= 1, "{weigh_ins}: {kcal}");
    }
    assert_eq!(Case::steady(28, 0.05).tdee().kcal, 1700, "never below rest");
}

#[test]
fn without_enough_weigh_ins_or_food_the_formula_stands_and_says_what_is_missing() {
    let short = Case::steady(5, -0.05).tdee();
    assert_eq!((short.kcal, short.basis, short.source), (2405, Basis::ProfileBaseline, Source::Formula));
    assert_eq!((short.window_days, short.days_of_data), (0, 5));
    assert_eq!(short.components.days_remaining_to_calibrate, Some(9));
    let mut hungry = Case::steady(28, 0.0);
    hungry.intake.retain(|(on, _)| days_between(*on, AS_OF) < 6);
    let hungry = hungry.tdee();
    assert_eq!(
        (hungry.basis, hungry.components.meal_days_remaining_to_calibrate),
        (Basis::ProfileBaseline, Some(1))
    );
}

#[test]
fn days_without_tracking_count_neither_as_eaten_nor_as_missing() {
    let mut feast = Case::steady(28, 0.0);
    for (on, kcal) in &mut feast.intake {
        *kcal = if days_between(*on, AS_OF) < 5 { 9000 } else { *kcal };
    }
    let away = feast.except(&|on| days_between(on, AS_OF) < 5);
    assert_eq!((away.kcal, away.components.untracked_days_in_window), (2000, 5));
}

#[test]
fn a_missed_morning_a_week_still_becomes_established() {
    let mut weekly = Case::steady(61, 0.0);
    weekly.weights.retain(|(on, _)| days_between(*on, AS_OF) % 7 != 3);
    assert_eq!(weekly.tdee().confidence, Confidence::Established);
    assert_eq!(Case::steady(55, 0.0).tdee().confidence, Confidence::Early);
    weekly.intake.retain(|(on, _)| days_between(*on, AS_OF) % 2 == 0);
    assert_eq!(weekly.tdee().confidence, Confidence::Early, "with half of the days logged");
}

#[test]
fn the_span_can_be_chosen_and_reaches_back_where_weigh_ins_are_rare() {
    let mut case = Case::steady(60, -0.05);
    case.window_days = Some(42);
    assert_eq!(case.tdee().window_days, 42);
    let mut rare = Case::steady(61, -0.05);
    rare.weights.retain(|(on, _)| days_between(*on, AS_OF) % 4 == 0);
    let rare = rare.tdee();
    assert_eq!((rare.days_of_data, rare.window_days), (16, 25));
    assert!((rare.kcal - 2385).abs() <= 1, "{}", rare.kcal);
}

#[test]
fn what_lies_after_the_day_or_long_before_does_not_count() {
    let mut case = Case::steady(28, 0.0);
    case.weights.insert(0, (after(AS_OF, -61), 140.0));
    case.weights.push((after(AS_OF, 1), 20.0));
    case.intake.push((after(AS_OF, 1), 90_000));
    let tdee = case.tdee();
    assert_eq!((tdee.kcal, tdee.days_of_data), (2000, 28));
}
