"""A hundred thousand rows: every client sees each row exactly once, whichever way the list is sorted."""

import concurrent.futures
import contextlib
import subprocess
import urllib.parse
import uuid

from .. import statement
from ..client import KINDS, TITLES, connected

ROWS = 100_000
# Rows a page at the most. Whole rows fill the result budget at about 270, these few fields never do.
LEAN = {"limit": 500, "fields": "minimal"}
YEAR = {"start_date": "2023-01-01", "end_date": "2023-12-31"}


def run(house):
    walks(house, "SQLite", None)
    if not house.postgres:
        print("      BELAY_TEST_POSTGRES_URL is not set: PostgreSQL is left out", flush=True)
        return
    with database(house.postgres) as url:
        walks(house, "PostgreSQL", url)


@contextlib.contextmanager
def database(server: str):
    """A fresh database on a server, dropped at the end."""
    name = f"belay_e2e_{uuid.uuid4().hex[:12]}"

    def sql(text):
        subprocess.run(["psql", "-qX", server, "-c", text], check=True, capture_output=True)

    sql(f"create database {name}")
    try:
        yield urllib.parse.urlsplit(server)._replace(path=f"/{name}").geturl()
    finally:
        sql(f"drop database {name} with (force)")


def walks(house, engine, url):
    report = house.report
    belay = house.belay(f"walk-{engine}", url)
    done = belay.import_file(statement.write(belay.folder / "large.csv", ROWS), "Checking", *statement.IMPORT)
    report.equal(f"{engine}: the command line imports every row", (done["imported_transactions"], done["skipped_rows"]), (ROWS, 0))
    report.equal(f"{engine}: count_only", belay.count(), ROWS)
    year = belay.count(**YEAR)
    key = belay.key("walk")
    # Every client walks with one key, faster than any one caller may call.
    (belay.folder / "belay.toml").write_text("[breadbox]\nrate_per_minute = 0\n")
    with belay.serve() as server:
        tasks = [(kind, "date", order, LEAN, ROWS) for order in ("desc", "asc") for kind in KINDS]
        tasks.append(("mcp", "date", "desc", {"limit": 500} | YEAR, year))
        tasks += [("sdk", by, order, LEAN | YEAR, year) for by, order in (("amount", "desc"), ("name", "asc"))]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = list(pool.map(lambda task: walk(server.http(key), task), tasks))
        for task, seen in zip(tasks, found):
            judge(report, engine, task, seen)
        for rows in (ROWS, year):
            digests = {seen.get("digest") for task, seen in zip(tasks, found) if task[4] == rows}
            report.equal(f"{engine}: every walk of {rows} saw the same rows", len(digests), 1)


def walk(where, task):
    kind, by, order, arguments, _ = task
    with connected(kind, where) as client:
        return client.ask("walk", by=by, arguments=arguments | {"sort_by": by, "sort_order": order})


def judge(report, engine, task, seen):
    kind, by, order, arguments, rows = task
    part = f"{'lean' if 'fields' in arguments else 'whole'} rows{' of a year' if 'start_date' in arguments else ''}"
    name = f"{engine}: {TITLES[kind]} walks {part} by {by} {order}"
    if "failed" in seen or "error" in seen:
        report.check(name, False, seen)
        return
    report.equal(f"{name}, each exactly once, {seen['pages']} pages", (seen["rows"], seen["unique"]), (rows, rows))
    report.check(f"{name}, in order", seen["ordered"], seen)
