//! MyFitnessPal's export of nutrition: a row for each meal of a day, in newer files with its time.

use std::io::Read;

use jiff::civil::{Date, Time};

use super::gym::cut;
use super::model::Setting;
use super::spreadsheet::{Line, Spreadsheet};
use crate::archive::draft::Reading;
use crate::archive::model::Cell;
use crate::archive::refusal::FileRefusal;
use crate::archive::tables::Table;
use crate::reckoning::round::{decimals, whole};

const SOURCE: &str = "MyFitnessPal";
/// Columns that every such file has.
const NEEDS: &[&[&str]] = &[&["date"], &["meal"], &["calories"]];
/// When meals are eaten whose row says no time.
const TIMES: &[(&str, i8, i8)] =
    &[("breakfast", 8, 0), ("lunch", 12, 30), ("dinner", 19, 0), ("snack", 16, 0)];
/// The time of any other meal.
const ANY_TIME: (i8, i8) = (12, 0);

/// Reads the file.
///
/// # Errors
/// [`FileRefusal`] for what is no such file at all.
pub(crate) fn read(file: impl Read, setting: &Setting) -> Result<Reading, FileRefusal> {
    let mut reading = Reading::new(setting.now);
    let sheet = Spreadsheet::read(file, SOURCE, NEEDS, &mut reading)?;
    for line in sheet.rows() {
        let (date, meal) = (line.text(sheet.column(&["date"])), line.text(sheet.column(&["meal"])));
        if [date, meal].iter().any(|text| text.to_lowercase().contains("total")) {
            reading.pass_over("lines with totals");
        } else if let Err(problem) = row(&sheet, line, &mut reading, setting) {
            reading.refuse(line.place(), Some(Table::Meals), problem);
        }
    }
    Ok(reading)
}

fn row(sheet: &Spreadsheet, line: &Line, reading: &mut Reading, setting: &Setting) -> Result<(), String> {
    let date = line.text(sheet.column(&["date"]));
    let date = date.parse::<Date>().ok().filter(|_| date.len() == 10);
    let date = date.ok_or("date: Expected a date of the calendar as YYYY-MM-DD")?;
    let meal = line.text(sheet.column(&["meal"]));
    let at = match line.some(sheet.column(&["time"])) {
        Some(text) => time(text).ok_or("time: Expected a time such as `8:02 AM`")?,
        None => usual(meal),
    };
    let eaten_at = setting.days.parse(&date.to_datetime(at).to_string());
    let eaten_at = eaten_at.ok_or("date: Expected a date of the calendar as YYYY-MM-DD")?;
    let number = |names: &[&str]| sheet.number(line, sheet.column(names));
    let kcal = number(&["calories"])?.ok_or("calories: Required")?;
    let grams = |names: &[&str]| {
        Ok::<_, String>(Cell::Real(decimals(number(names)?.unwrap_or(0.0).clamp(-1e9, 1e9), 2)))
    };
    let note = line.some(sheet.column(&["note"])).map(|note| cut(note, crate::text::NOTES));
    let values = [
        ("eaten_at", Cell::At(eaten_at)),
        ("name", if meal.is_empty() { Cell::Null } else { Cell::Text(cut(meal, crate::text::NAME)) }),
        ("kcal", Cell::Int(whole(kcal.clamp(-1e9, 1e9)))),
        ("protein_g", grams(&["protein (g)", "protein"])?),
        ("carb_g", grams(&["carbohydrates (g)", "carbs (g)", "carbohydrates"])?),
        ("fat_g", grams(&["fat (g)", "fat"])?),
        ("notes", note.map_or(Cell::Null, Cell::Text)),
    ];
    reading.take(Table::Meals, line.place(), &values);
    Ok(())
}

fn time(text: &str) -> Option<Time> {
    let plain = text.replace(['\u{202f}', '\u{a0}'], " ").to_uppercase();
    ["%I:%M %p", "%H:%M:%S", "%H:%M"].iter().find_map(|format| Time::strptime(format, &plain).ok())
}

fn usual(meal: &str) -> Time {
    let meal = meal.to_lowercase();
    let known = TIMES.iter().find(|(name, ..)| meal.starts_with(name));
    let (hour, minute) = known.map_or(ANY_TIME, |(_, hour, minute)| (*hour, *minute));
    Time::constant(hour, minute, 0, 0)
}
