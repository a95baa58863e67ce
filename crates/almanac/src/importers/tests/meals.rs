use super::*;
use crate::importers::myfitnesspal;

const HEADER: &str = "Date,Meal,Calories,Fat (g),Saturated Fat,Carbohydrates (g),Fiber,Protein (g),Note";
const COLUMNS: &[&str] = &["eaten_at", "name", "kcal", "protein_g", "carb_g", "fat_g", "notes"];

#[test]
fn a_meal_of_a_day_stands_at_the_hour_at_which_it_is_eaten() {
    let file = format!(
        "{HEADER}\n2026-01-15,Breakfast,500.4,15.0,5,70.25,3,25,\n\"2026-01-15\",Lunch,\"1,050\",30,10,120,8,70,\"chicken, rice\"\n\
         2026-07-15,Snacks,150,5,1,20,2,3,\nTotals,,1700,50,16,210,13,98,\n"
    );
    let reading = myfitnesspal::read(file.as_bytes(), &setting()).unwrap();
    assert_eq!(
        rows(&reading, Table::Meals, COLUMNS),
        [
            ["2026-01-15T07:00:00Z", "Breakfast", "500", "25", "70.25", "15", "-"],
            ["2026-01-15T11:30:00Z", "Lunch", "1050", "70", "120", "30", "chicken, rice"],
        ]
    );
    assert_eq!(problems(&reading), ["line 4: eaten_at: That time is in the future, or before 1970"]);
    assert_eq!(reading.passed_over["lines with totals"], 1);
}

#[test]
fn a_time_of_its_own_goes_before_the_usual_one() {
    let file = "Date,Meal,Time,Calories,Fat (g),Carbohydrates (g),Protein (g)\n\
                2026-01-15,Breakfast,10:45 AM,170,3.5,8,30\n2026-01-15,Dinner,,240,5,38,10\n2026-01-15,Dinner,late,240,5,38,10\n";
    let reading = myfitnesspal::read(file.as_bytes(), &setting()).unwrap();
    let times = rows(&reading, Table::Meals, &["eaten_at"]).concat();
    assert_eq!(times, ["2026-01-15T09:45:00Z", "2026-01-15T18:00:00Z"]);
    assert_eq!(problems(&reading), ["line 4: time: Expected a time such as `8:02 AM`"]);
}

#[test]
fn a_comma_parts_thousands_where_it_can_and_stands_before_decimals_where_it_cannot() {
    for (given, kcal) in
        [("\"1,050\"", "1050"), ("\"62,5\"", "63"), ("\"10,250.4\"", "10250"), ("\"0,4\"", "0")]
    {
        let file = format!("{HEADER}\n2026-01-15,Lunch,{given},1,1,1,1,1,\n");
        let reading = myfitnesspal::read(file.as_bytes(), &setting()).unwrap();
        assert_eq!(rows(&reading, Table::Meals, &["kcal"]).concat(), [kcal], "{given}");
    }
    for given in ["\"1,2,3\"", "\"1,05.5\"", "1e999", "NaN"] {
        let file = format!("{HEADER}\n2026-01-15,Lunch,{given},1,1,1,1,1,\n");
        let reading = myfitnesspal::read(file.as_bytes(), &setting()).unwrap();
        assert_eq!(problems(&reading), ["line 2: calories: Expected a number"], "{given}");
    }
}

#[test]
fn what_no_meal_can_have_is_refused_by_line() {
    let file = format!(
        "{HEADER}\n01/15/2026,Lunch,1,1,1,1,1,1,\n2026-01-15,Lunch,,1,1,1,1,1,\n2026-01-15,Lunch,90000,1,1,1,1,-1,\n"
    );
    let reading = myfitnesspal::read(file.as_bytes(), &setting()).unwrap();
    assert_eq!(
        problems(&reading),
        [
            "line 2: date: Expected a date of the calendar as YYYY-MM-DD",
            "line 3: calories: Required",
            "line 4: kcal: Expected a number from 0 to 20000",
            "line 4: protein_g: Expected a number from 0 to 2000",
        ]
    );
}
