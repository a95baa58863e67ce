"""Bank statements as CSV files, the same bytes on every run."""

import datetime
import pathlib
import random

PLACES = [
    "GREEN LADDER MARKET", "Café Amélie", "O'MALLEY'S TAP ROOM", "BÄCKEREI GROẞ", "metro line fare",
    "Sakura Noodle Bar 麺", "ALDER COURT APTS", "payroll brightloom", "STREAMLY.COM", "Zürich Kiosk",
    "PIONEER FUEL 0193", "iron & oak fitness", "THE \"QUOTED\" SHOP", "Comma, Semicolon; Ltd",
]
GROUPS = ["FOOD_AND_DRINK", "TRANSPORTATION", "GENERAL_MERCHANDISE", "INCOME", ""]


def quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def write(path: pathlib.Path, rows: int, *, seed: int = 1, padding: int = 0) -> pathlib.Path:
    """Writes `rows` rows over about 1,200 days: many on one day, every fiftieth followed by its exact twin."""
    chance = random.Random(seed)
    first = datetime.date(2021, 1, 4)
    with path.open("w", encoding="utf-8", newline="") as out:
        out.write("Date,Description,Amount,Category\n")
        line, written = "", 0
        while written < rows:
            if written % 50 == 49:
                out.write(line)  # a twin: the same day, text and amount
            else:
                day = first + datetime.timedelta(days=chance.randrange(1200))
                cents = chance.choice([chance.randrange(-900_000, -100), *[chance.randrange(50, 30_000)] * 6])
                text = f"{chance.choice(PLACES)} {chance.randrange(4000)}{'x' * padding}"
                sign = "-" if cents < 0 else ""
                amount = f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02}"
                line = f"{day.isoformat()},{quoted(text)},{amount},{chance.choice(GROUPS)}\n"
                out.write(line)
            written += 1
    return path


IMPORT = ["--currency", "USD", "--sign", "positive_is_out"]
