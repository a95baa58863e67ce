"""A person's first weeks with Almanac, told through the official Python client: from an empty account to all clear, a week
of logs with corrections and deletes, and weeks in which the clock is set, in three zones."""

import datetime
import json

from ..client import connected

EMAIL = "story@example.org"
FOOD = {"protein_g": 30, "carb_g": 50, "fat_g": 20}
PHASE = {
    "name": "First cut", "phase_type": "cut", "deficit_kcal": -400,
    "base_protein_g": 150, "base_carb_g": 180, "base_fat_g": 60,
}
# A zone, and the first day of a week in which its clock is set: back, forward by half an hour, forward.
WEEKS = [
    ("America/New_York", datetime.date(2025, 10, 30)),
    ("Australia/Lord_Howe", datetime.date(2025, 10, 2)),
    ("Europe/Berlin", datetime.date(2026, 3, 26)),
]


class Told:
    """A client whose answers are read as JSON."""

    def __init__(self, client, report):
        self.client, self.report = client, report

    def __call__(self, tool: str, /, **arguments):
        answer = self.client.call(tool, **arguments)
        if answer["is_error"]:
            raise RuntimeError(f"{tool} {arguments}: {answer['text']}")
        # What was done before is told in a second block, behind the answer.
        return json.JSONDecoder().raw_decode(answer["text"])[0]

    def refused(self, check: str, code: str, tool: str, /, **arguments):
        answer = self.client.call(tool, **arguments)
        self.report.check(check, answer["is_error"] and code in answer["text"], answer)


def run(house):
    report, belay = house.report, house.belay("story")
    belay.run("user", "create", EMAIL)
    token = belay.run("token", "create", "--app", "almanac", "--user", EMAIL, "--name", "story").strip()
    with belay.serve() as server:
        where = {"url": f"{server.url}/almanac/mcp", "headers": {"Authorization": f"Bearer {token}"}}
        with connected("mcp", where) as client:
            ask = Told(client, report)
            onboarding(ask, report)
            week(ask, report)
            corrections(ask, report)
            for zone, first in WEEKS:
                clock(ask, report, zone, first)


def onboarding(ask, report):
    first = ask("get_next_best_action")
    report.equal("an empty account begins with the profile", first["headline"] and first["actions"][0]["code"], "complete_profile")
    started_on = ask("get_today_context")["today_date"]
    ask.refused("a phase needs a weight first", "tdee_unavailable", "start_nutrition_phase", started_on=started_on, **PHASE)
    taken = []
    while not (next_ := ask("get_next_best_action"))["all_clear"]:
        action = next_["actions"][0]
        taken.append(action["code"])
        if len(taken) > 20:
            break
        ask(action["suggested_tool"], **(action.get("suggested_args") or {}) | filled(action, started_on))
    report.equal(
        "each step leads to the next until all is clear",
        (taken[:3], next_["all_clear"], next_["onboarding_complete"]),
        (["complete_profile", "log_initial_weight", "start_nutrition_phase"], True, True),
    )
    report.equal("the phase goes on", ask("get_active_phase")["phase"]["phase_type"], "cut")


def filled(action: dict, today: str) -> dict:
    """What the person says when they are asked for a thing."""
    yesterday = str(datetime.date.fromisoformat(today) - datetime.timedelta(days=1))
    return {
        "update_user_profile": {
            "dob": "1990-06-15", "height_cm": 172, "sex": "female", "activity_level": "light", "timezone": "Europe/Berlin",
        },
        "log_weight": {"measured_on": today, "weight_kg": 71.4},
        "start_nutrition_phase": {"started_on": today, **PHASE},
        "log_sleep": {"hours": 7.5},
        "log_steps": {"steps": 8200} if (action.get("suggested_args") or {}).get("on_date") else {"on_date": yesterday, "steps": 8200},
        "log_meal": {"eaten_at": f"{today}T00:05", "kcal": 600, **FOOD},
    }[action["suggested_tool"]]


def week(ask, report):
    today = datetime.date.fromisoformat(ask("get_today_context")["today_date"])
    days = [today - datetime.timedelta(days=back) for back in range(7, 0, -1)]
    for day in days:
        ask("log_several", logs=[
            {"tool": "log_meal", "eaten_at": f"{day}T08:00", "kcal": 450, "name": "Porridge", **FOOD},
            {"tool": "log_meal", "eaten_at": f"{day}T19:00", "kcal": 900, "name": "Curry", **FOOD},
            {"tool": "log_weight", "measured_on": str(day), "weight_kg": 72.0},
            {"tool": "log_sleep", "slept_on": str(day), "hours": 7},
            {"tool": "log_steps", "on_date": str(day), "steps": 9000},
        ])
    ask("log_cardio", started_at=f"{days[1]}T07:00", est_kcal=320, duration_min=35, modality="run", avg_hr=145)
    ask("log_alcohol", started_at=f"{days[5]}T21:00", drinks_count=2, est_kcal=280)
    # Half past one is still the evening before.
    snack = ask("log_meal", eaten_at=f"{days[6]}T01:30", kcal=200, name="Toast", **FOOD)
    report.equal("a snack at half past one belongs to the day before", snack["day"], str(days[5]))
    again = ask("log_meal", eaten_at=f"{days[6]}T01:30", kcal=200, name="Toast", **FOOD)
    report.equal("and is logged once, however often it is sent", again["id"], snack["id"])
    ask("apply_starter_program", preset="ppl")
    template = ask("list_workout_templates")["workout_templates"][0]["id"]
    ask("log_workout", started_at=f"{days[3]}T18:00", rpe=8, template_id=template)
    sums = ask("get_macros_range", from_date=str(days[0]), to_date=str(days[6]))["days"]
    expected = [1350] * 5 + [1350 + 280 + 200, 1350]
    report.equal("the days sum up", [day["day_totals"]["kcal"] for day in sums], expected)
    context = ask("get_today_context")
    report.equal("the week counts its workout", context["week_to_date"]["workouts_count"]["value"], 1)


def corrections(ask, report):
    meal = ask("search_meals", text="toast")["meals"][0]
    changed = ask("update_meal", id=meal["id"], kcal=150)
    report.equal("a correction changes the day", changed["day_totals"]["kcal"], 1350 + 280 + 150)
    ask.refused("no delete without a yes", "confirm", "delete_meal", meal_id=meal["id"])
    report.equal("with one it is gone", ask("delete_meal", meal_id=meal["id"], confirm=True)["deleted"], True)
    ask.refused("what is gone cannot be deleted again", "meal_not_found", "delete_meal", meal_id=meal["id"], confirm=True)
    ask("undo_last_write", operation="delete_meal")
    report.equal("and is back once that is undone", ask("search_meals", text="toast")["count"], 1)
    workout = ask("get_recent_workouts", from_days_ago=10)["workouts"][0]["id"]
    done = ask("get_workout", id=workout)["workout"]["exercises"][0]["sets"][0]
    ask("update_set", id=done["id"], reps=4, weight_kg=40)
    again = ask("get_workout", id=workout)["workout"]["exercises"][0]["sets"][0]
    report.equal("a set is corrected", (again["reps"], again["weight_kg"]), (4, 40))
    ask("delete_workout", workout_id=workout, confirm=True)
    report.equal("a workout goes with its sets", ask("get_recent_workouts", from_days_ago=10)["count"], 0)


def clock(ask, report, zone: str, first: datetime.date):
    ask("update_user_profile", timezone=zone)
    days = [first + datetime.timedelta(days=at) for at in range(7)]
    for at, day in enumerate(days):
        after = day + datetime.timedelta(days=1)
        ask("log_meal", eaten_at=f"{day}T04:00", kcal=100 + at, **FOOD)
        ask("log_meal", eaten_at=f"{day}T23:30", kcal=1000, **FOOD)
        # Twice there, or never, when the clock is set in that night; still the evening before.
        ask("log_meal", eaten_at=f"{after}T01:30", kcal=10000, **FOOD)
        ask("log_meal", eaten_at=f"{after}T02:30", kcal=300, **FOOD)
    found = ask("get_macros_range", from_date=str(days[0]), to_date=str(days[6]))["days"]
    report.equal(
        f"a week in which the clock of {zone} is set has every meal in its day",
        [day["day_totals"]["kcal"] for day in found],
        [11400 + at for at in range(7)],
    )
