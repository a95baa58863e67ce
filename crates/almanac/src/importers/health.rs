//! What samples of a phone and a watch come to, day by day.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};

use super::gym::cut;
use super::model::Setting;
use crate::archive::draft::{Place, Reading};
use crate::archive::model::Cell;
use crate::archive::tables::Table;
use crate::day::after;
use crate::reckoning::round::{decimals, real, whole};
use crate::text::NAME;

/// A stretch of time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub(super) start: Timestamp,
    pub(super) end: Timestamp,
}

/// What food is counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Nutrient {
    Energy,
    Protein,
    Carbohydrate,
    Fat,
}

/// An amount of a nutrient, in kcal or grams.
#[derive(Debug, Clone, Copy)]
pub(super) struct Eaten {
    pub(super) nutrient: Nutrient,
    pub(super) amount: f64,
    pub(super) line: u64,
}

/// A workout of any kind.
#[derive(Debug, Clone)]
pub(super) struct Moved {
    pub(super) line: u64,
    pub(super) span: Span,
    pub(super) source: u16,
    pub(super) activity: String,
    pub(super) minutes: Option<f64>,
    pub(super) km: Option<f64>,
    pub(super) kcal: Option<f64>,
    pub(super) hr: Option<f64>,
}

/// What was eaten at one time, as one program tells it.
#[derive(Debug, Default)]
struct Meal {
    line: u64,
    kcal: Option<f64>,
    protein: f64,
    carb: f64,
    fat: f64,
    foods: BTreeSet<String>,
}

/// Devices and programs that are told apart; whoever has more is no person.
const MOST_SOURCES: u16 = 500;
/// Stretches of sleep that are kept before those that touch are joined.
const MOST_STRETCHES: usize = 200_000;
/// Foods of one meal whose names are kept.
const MOST_FOODS: usize = 12;
/// The hour from which on sleep belongs to the coming night.
const EVENING: i8 = 18;
/// Seconds that steps are spread over evenly: zones differ by multiples of it, so that no piece lies in two hours.
const PIECE: i64 = 15 * 60;

/// Steps of a day by the hour of the clock and by who counted them.
type Hours = HashMap<(i8, u16), f64>;

/// Everything so far.
#[derive(Debug)]
pub(super) struct Health {
    setting: Setting,
    sources: HashMap<String, u16>,
    /// Steps by day, with the line of the first.
    steps: BTreeMap<Date, (u64, Hours)>,
    /// The first weigh-in of each day.
    weights: BTreeMap<Date, (Timestamp, f64, u64)>,
    passed_weights: u64,
    asleep: Vec<(Span, u64)>,
    /// At how many stretches of sleep they are joined next.
    join_at: usize,
    meals: BTreeMap<(Timestamp, u16), Meal>,
    moved: Vec<Moved>,
    /// The piece of time that was looked at last, with its day and hour.
    last: Option<(i64, Date, i8)>,
}

impl Health {
    pub(super) fn new(setting: &Setting) -> Self {
        Self {
            setting: setting.clone(),
            sources: HashMap::new(),
            steps: BTreeMap::new(),
            weights: BTreeMap::new(),
            passed_weights: 0,
            asleep: Vec::new(),
            join_at: MOST_STRETCHES,
            meals: BTreeMap::new(),
            moved: Vec::new(),
            last: None,
        }
    }

    /// A short number for who counted something.
    pub(super) fn source(&mut self, name: Option<String>) -> u16 {
        let name = cut(&name.unwrap_or_default(), NAME);
        let next = u16::try_from(self.sources.len()).unwrap_or(MOST_SOURCES);
        if next >= MOST_SOURCES {
            return self.sources.get(&name).copied().unwrap_or(MOST_SOURCES);
        }
        *self.sources.entry(name).or_insert(next)
    }

    /// The day and the hour of a piece of time.
    fn hour(&mut self, piece: i64) -> Option<(Date, i8)> {
        if let Some((_, day, hour)) = self.last.filter(|(last, ..)| *last == piece) {
            return Some((day, hour));
        }
        let instant = Timestamp::from_second(piece * PIECE).ok()?;
        let (day, hour) = (self.setting.days.of(instant), self.setting.days.local(instant).hour());
        self.last = Some((piece, day, hour));
        Some((day, hour))
    }

    /// Steps that one of the person's devices counted, spread evenly over their time.
    pub(super) fn steps(&mut self, span: Span, source: u16, count: f64, line: u64) -> Result<(), String> {
        let (start, end) = (span.start.as_second(), span.end.as_second());
        let length = (end - start).max(1);
        let mut from = start;
        while from < start + length {
            let piece = from.div_euclid(PIECE);
            let to = ((piece + 1) * PIECE).min(start + length);
            let part = count * real(to - from) / real(length);
            let (day, hour) = self.hour(piece).ok_or("startDate: That time is out of reach")?;
            let (_, hours) = self.steps.entry(day).or_insert_with(|| (line, HashMap::new()));
            *hours.entry((hour, source)).or_default() += part;
            from = to;
        }
        Ok(())
    }

    pub(super) fn weight(&mut self, at: Timestamp, kg: f64, line: u64) {
        let day = self.setting.days.of(at);
        let new = (at, decimals(kg, 2), line);
        match self.weights.get_mut(&day) {
            None => drop(self.weights.insert(day, new)),
            Some(first) => {
                self.passed_weights += 1;
                if at < first.0 {
                    *first = new;
                }
            }
        }
    }

    pub(super) fn asleep(&mut self, span: Span, line: u64) {
        self.asleep.push((span, line));
        if self.asleep.len() >= self.join_at {
            self.join();
            self.join_at = self.asleep.len() + MOST_STRETCHES;
        }
    }

    pub(super) fn eaten(&mut self, key: (Timestamp, u16), eaten: Eaten) {
        let meal = self.meals.entry(key).or_insert_with(|| Meal { line: eaten.line, ..Meal::default() });
        match eaten.nutrient {
            Nutrient::Energy => meal.kcal = Some(meal.kcal.unwrap_or(0.0) + eaten.amount),
            Nutrient::Protein => meal.protein += eaten.amount,
            Nutrient::Carbohydrate => meal.carb += eaten.amount,
            Nutrient::Fat => meal.fat += eaten.amount,
        }
    }

    /// What was eaten then.
    pub(super) fn name(&mut self, key: (Timestamp, u16), food: &str) {
        if let Some(meal) = self.meals.get_mut(&key).filter(|meal| meal.foods.len() < MOST_FOODS) {
            meal.foods.insert(cut(food, NAME));
        }
    }

    pub(super) fn moved(&mut self, moved: Moved) {
        self.moved.push(moved);
    }

    /// Turns all of it into drafts.
    pub(super) fn finish(mut self, reading: &mut Reading) {
        for (day, (_, kg, line)) in &self.weights {
            let values = [("measured_on", Cell::On(*day)), ("weight_kg", Cell::Real(*kg))];
            reading.take(Table::Weights, Place::Line(*line), &values);
        }
        for _ in 0..self.passed_weights {
            reading.pass_over("further weigh-ins of a day");
        }
        for (day, (line, hours)) in &self.steps {
            let values = [
                ("on_date", Cell::On(*day)),
                ("steps", Cell::Int(of_day(hours))),
                ("source", Cell::Text("import".to_owned())),
            ];
            if of_day(hours) > 0 {
                reading.take(Table::Steps, Place::Line(*line), &values);
            }
        }
        self.nights(reading);
        for ((at, _), meal) in &self.meals {
            keep_meal(reading, *at, meal);
        }
        self.movement(reading);
    }

    /// Joins stretches of sleep that touch or lie over each other.
    fn join(&mut self) {
        self.asleep.sort_by_key(|(span, _)| (span.start, span.end));
        let mut runs: Vec<(Span, u64)> = Vec::new();
        for (span, line) in self.asleep.drain(..) {
            match runs.last_mut().filter(|(run, _)| span.start <= run.end) {
                Some((run, _)) => run.end = run.end.max(span.end),
                None => runs.push((span, line)),
            }
        }
        self.asleep = runs;
    }

    /// Nights by their day of waking. What two devices both saw counts once.
    fn nights(&mut self, reading: &mut Reading) {
        self.join();
        let mut nights: BTreeMap<Date, (u64, SignedDuration)> = BTreeMap::new();
        for (run, line) in self.asleep.drain(..) {
            let woke = self.setting.days.local(run.end);
            let day = after(woke.date(), i64::from(woke.hour() >= EVENING));
            let night = nights.entry(day).or_insert((line, SignedDuration::ZERO));
            night.1 = night.1.saturating_add(run.end.duration_since(run.start));
        }
        let today = self.setting.days.calendar(self.setting.now);
        for (day, (line, slept)) in nights {
            let hours = decimals(slept.as_secs_f64() / 3_600.0, 2);
            if day > today {
                reading.pass_over("sleep of a night that is not over");
            } else if hours < 0.1 {
                reading.pass_over("sleep of less than six minutes");
            } else {
                let values = [("slept_on", Cell::On(day)), ("hours", Cell::Real(hours))];
                reading.take(Table::Sleep, Place::Line(line), &values);
            }
        }
    }

    fn movement(&mut self, reading: &mut Reading) {
        self.moved.sort_by_key(|moved| moved.span.start);
        let mut kept: Vec<&Moved> = Vec::new();
        for moved in &self.moved {
            let twin = |before: &&&Moved| {
                before.activity == moved.activity
                    && before.source != moved.source
                    && moved.span.start < before.span.end
            };
            if kept.iter().rev().take(8).find(twin).is_some() {
                reading.pass_over("workouts that another program tells as well");
            } else {
                kept.push(moved);
            }
        }
        for moved in kept {
            let seconds = moved.span.end.duration_since(moved.span.start).as_secs_f64();
            let minutes = whole(moved.minutes.unwrap_or(seconds / 60.0));
            let number = |number: Option<i64>| number.map_or(Cell::Null, Cell::Int);
            let activity = cut(&moved.activity, NAME);
            let values = [
                ("started_at", Cell::At(moved.span.start)),
                ("duration_min", number(Some(minutes).filter(|minutes| *minutes > 0))),
                ("modality", if activity.is_empty() { Cell::Null } else { Cell::Text(activity) }),
                ("avg_hr", number(moved.hr.map(whole).filter(|hr| *hr > 0))),
                (
                    "distance_km",
                    moved.km.filter(|km| *km >= 0.01).map_or(Cell::Null, |km| Cell::Real(decimals(km, 3))),
                ),
                ("est_kcal", number(moved.kcal.map(whole))),
            ];
            reading.take(Table::Cardio, Place::Line(moved.line), &values);
        }
    }
}

/// Steps of a day: for each hour those of the device that counted most, since a phone and a watch count the same steps.
fn of_day(hours: &Hours) -> i64 {
    let mut most: BTreeMap<i8, f64> = BTreeMap::new();
    for ((hour, _), count) in hours {
        let known = most.entry(*hour).or_default();
        *known = known.max(*count);
    }
    whole(most.values().sum())
}

fn keep_meal(reading: &mut Reading, at: Timestamp, meal: &Meal) {
    let reckoned = 4.0 * (meal.protein + meal.carb) + 9.0 * meal.fat;
    let foods: Vec<&str> = meal.foods.iter().map(String::as_str).collect();
    let name = cut(foods.join(", ").trim(), NAME);
    let grams = |grams: f64| Cell::Real(decimals(grams, 2));
    let values = [
        ("eaten_at", Cell::At(at)),
        ("name", if name.is_empty() { Cell::Null } else { Cell::Text(name) }),
        ("kcal", Cell::Int(whole(meal.kcal.unwrap_or(reckoned)))),
        ("protein_g", grams(meal.protein)),
        ("carb_g", grams(meal.carb)),
        ("fat_g", grams(meal.fat)),
    ];
    reading.take(Table::Meals, Place::Line(meal.line), &values);
}
