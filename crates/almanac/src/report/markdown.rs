//! The text of a report.

use super::model::{Day, Facts, Window};
use crate::numerals::{grouped, signed};
use crate::profile::model::Units;
use crate::reckoning::phase::{PhaseType, Verdict};
use crate::reckoning::round::{real, whole};
use crate::today::context::{Context, InPhase};

/// The report in Markdown.
pub(crate) fn written(facts: &Facts) -> String {
    let context = &facts.context;
    let units = context.user.preferred_unit_system;
    let mut parts =
        vec![format!("# {} on {}", context.user.name, context.today_date.0), snapshot(context, units)];
    parts.push(match &context.phase {
        Some(phase) => section("Phase", &of_phase(context, phase)),
        None => section("Phase", &["No phase is active.".to_owned()]),
    });
    parts.push(section("Today", &today(context)));
    parts.push(section("Weight and daily energy", &weight(context, units)));
    parts.push(section("Workouts", &workouts(facts)));
    parts.push(section("This week", &week(context)));
    let mut days = table(facts);
    days.extend(miss(facts));
    parts.push(section("Last 14 days", &days));
    parts.join("\n\n") + "\n"
}

fn section(title: &str, lines: &[String]) -> String {
    format!("## {title}\n\n{}", lines.join("\n"))
}

fn snapshot(context: &Context, units: Units) -> String {
    let kcal = grouped(context.today.intake.kcal);
    let weight = context.trend_weight.current_kg.map(|kg| format!(", trend {}", units.weight(kg)));
    let against = context.today.target.as_ref().map(|target| format!(" of {}", grouped(target.kcal)));
    format!(
        "{kcal}{} kcal today{}; daily energy {} kcal.",
        against.unwrap_or_default(),
        weight.unwrap_or_default(),
        grouped(context.tdee.kcal)
    )
}

fn of_phase(context: &Context, in_phase: &InPhase) -> Vec<String> {
    let phase = &in_phase.phase;
    let kind = phase.phase_type.name();
    let mut lines = vec![format!(
        "- {} ({kind}), day {}; target {} kcal ({} against {} at its start)",
        phase.name,
        in_phase.days_in + 1,
        grouped(phase.daily_kcal_target),
        signed(phase.deficit_kcal),
        grouped(phase.tdee_at_phase_start)
    )];
    let drift = context.tdee.kcal - phase.tdee_at_phase_start;
    lines.push(format!(
        "- Daily energy then {} kcal, now {} kcal ({})",
        grouped(phase.tdee_at_phase_start),
        grouped(context.tdee.kcal),
        signed(drift)
    ));
    if let Some(eaten) = context.week_to_date.avg_kcal_in.value.map(whole) {
        let net = eaten - context.tdee.kcal;
        let fits = match phase.phase_type {
            PhaseType::Cut => {
                if net < 0 {
                    "a deficit, as a cut needs"
                } else {
                    "no deficit, though a cut needs one"
                }
            }
            PhaseType::Bulk => {
                if net > 0 {
                    "a surplus, as a bulk needs"
                } else {
                    "no surplus, though a bulk needs one"
                }
            }
            PhaseType::Maintenance => "near zero is the aim",
        };
        lines.push(format!(
            "- Last 7 days: {} eaten less {} spent is {} kcal a day, {fits}",
            grouped(eaten),
            grouped(context.tdee.kcal),
            signed(net)
        ));
    }
    if let Some(kept) = context.phase_adherence.as_ref().filter(|kept| kept.logged_days > 0) {
        let share = whole(real(kept.on_track_days) / real(kept.logged_days) * 100.0);
        lines.push(format!(
            "- On target on {} of {} logged days ({share}%)",
            kept.on_track_days, kept.logged_days
        ));
    }
    lines
}

fn today(context: &Context) -> Vec<String> {
    let day = &context.today;
    if day.meals_logged_today == 0 && day.intake.kcal == 0 {
        return vec!["No meals yet.".to_owned()];
    }
    let mut lines = vec![format!(
        "- {} kcal, {:.0} g protein, {:.0} g carbohydrate, {:.0} g fat in {} meals",
        grouped(day.intake.kcal),
        day.intake.protein_g,
        day.intake.carb_g,
        day.intake.fat_g,
        day.meals_logged_today
    )];
    if let Some(target) = &day.target {
        lines.push(format!("- Left: {} kcal", signed(target.kcal - day.intake.kcal)));
    }
    if let Some(status) = day.observed.as_ref().and_then(|observed| observed.status) {
        lines.push(format!("- Status: {}", verdict(status)));
    }
    lines
}

fn weight(context: &Context, units: Units) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some((kg, on)) = context.trend_weight.current_kg.zip(context.trend_weight.as_of) {
        lines.push(format!("- Trend {} as of {}", units.weight(kg), on.0));
    }
    if let Some(change) = &context.trend_weight.weight_change {
        let sign = if change.value_kg < 0.0 { "down" } else { "up" };
        let told = units.weight(change.value_kg.abs());
        lines.push(format!("- {sign} {told} over {} days", change.over_days));
    }
    if lines.is_empty() {
        lines.push("- No weigh-in yet".to_owned());
    }
    let source = context.tdee.source.name().replace('_', " ");
    lines.push(format!("- Daily energy {} kcal ({source})", grouped(context.tdee.kcal)));
    lines
}

fn workouts(facts: &Facts) -> Vec<String> {
    let workouts = &facts.workouts;
    let over = match workouts.window_label {
        Window::Phase => format!("in this phase, since {}", workouts.window_from.0),
        Window::LastFortnight => "in the last 14 days".to_owned(),
    };
    let mut lines = vec![format!("- {} {over}", workouts.total)];
    lines.extend(workouts.by_template.iter().map(|(name, number)| format!("- {}: {number}", escaped(name))));
    lines
}

fn week(context: &Context) -> Vec<String> {
    let week = &context.week_to_date;
    let sum = |value: Option<f64>| grouped(whole(value.unwrap_or_default()));
    let mean = |value: Option<f64>, unit: &str| {
        value.map_or_else(|| "not logged".to_owned(), |value| format!("{}{unit}", grouped(whole(value))))
    };
    vec![
        format!(
            "- Eaten: {} a day, protein {}",
            mean(week.avg_kcal_in.value, " kcal"),
            mean(week.avg_protein_g.value, " g")
        ),
        format!(
            "- Workouts: {}; cardio: {} in {} minutes",
            sum(week.workouts_count.value),
            sum(week.cardio_sessions_count.value),
            sum(week.cardio_minutes.value)
        ),
        match week.sleep_avg_hours.value {
            Some(hours) => format!("- Sleep: {hours:.1} h a night, {:.1} h owed", week.sleep_debt.debt_hours),
            None => "- Sleep: not logged".to_owned(),
        },
        format!("- Drinks: {:.1}", week.alcohol_drinks_count.value.unwrap_or_default()),
    ]
}

const HEAD: [&str; 14] = [
    "Day", "kcal", "Target", "\u{b1}", "Status", "Protein", "Carb", "Fat", "Meals", "Alcohol", "Cardio",
    "Steps", "Net", "Workout",
];

fn table(facts: &Facts) -> Vec<String> {
    let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let mut lines = vec![row(&HEAD.map(str::to_owned)), format!("|---|{}", "---:|".repeat(HEAD.len() - 1))];
    lines.extend(facts.history_14d.iter().map(|day| row(&cells(day, facts))));
    lines
}

fn cells(day: &Day, facts: &Facts) -> [String; 14] {
    let macros = &day.macros;
    let observed = macros.day_target.as_ref().map(|against| &against.observed);
    let is_today = macros.date == facts.context.today_date;
    let logged = macros.meals_logged > 0 || macros.day_totals.kcal > 0;
    let status = if macros.untracked {
        "untracked".to_owned()
    } else if is_today {
        "today, partial".to_owned()
    } else if logged {
        observed.and_then(|observed| observed.status).map_or_else(|| "no phase".to_owned(), verdict)
    } else {
        "not logged".to_owned()
    };
    let none = || "\u{2013}".to_owned();
    let eaten = |value: String| if logged { value } else { none() };
    let totals = &macros.day_totals;
    [
        macros.date.0.to_string(),
        eaten(grouped(totals.kcal)),
        macros.day_target.as_ref().map_or_else(none, |against| grouped(against.target.kcal)),
        observed.filter(|_| logged).map_or_else(none, |observed| signed(observed.vs_target)),
        status,
        eaten(format!("{:.0}", totals.protein_g)),
        eaten(format!("{:.0}", totals.carb_g)),
        eaten(format!("{:.0}", totals.fat_g)),
        macros.meals_logged.to_string(),
        grouped(totals.kcal_from_alcohol),
        observed.map_or_else(none, |observed| grouped(observed.cardio_kcal)),
        observed.and_then(|observed| observed.steps_kcal).map_or_else(none, grouped),
        macros.net_kcal.map_or_else(none, signed),
        day.workout_name.as_deref().map_or_else(none, escaped),
    ]
}

/// The completed day that missed its target most in the direction that hurts the phase.
fn miss(facts: &Facts) -> Option<String> {
    let kind = facts.context.phase.as_ref()?.phase.phase_type;
    let counted = facts.history_14d.iter().filter(|day| {
        let macros = &day.macros;
        macros.meals_logged > 0 && !macros.untracked && macros.date != facts.context.today_date
    });
    let off = |day: &&Day| {
        let vs = day.macros.day_target.as_ref()?.observed.vs_target;
        Some(match kind {
            PhaseType::Cut => vs,
            PhaseType::Bulk => -vs,
            PhaseType::Maintenance => vs.abs(),
        })
    };
    let worst = counted.filter(|day| off(day).is_some_and(|off| off > 0)).max_by_key(off)?;
    let vs = worst.macros.day_target.as_ref()?.observed.vs_target;
    let way = if vs > 0 { "over" } else { "under" };
    Some(format!("\nBiggest miss: {}, {} kcal {way} target.", worst.macros.date.0, grouped(vs.abs())))
}

fn verdict(verdict: Verdict) -> String {
    match verdict {
        Verdict::OnTrack => "on track",
        Verdict::AtRisk => "at risk",
        Verdict::OffTrack => "off track",
    }
    .to_owned()
}

/// A name that cannot break out of a cell.
fn escaped(name: &str) -> String {
    name.replace('|', "\\|").replace(['\n', '\r'], " ")
}
