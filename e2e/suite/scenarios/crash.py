"""SIGKILL at the worst moment: nothing of a file or all of it, and never a broken database."""

import http.client
import json
import signal
import subprocess
import threading
import time

from .. import processes, statement
from ..belay import Server, environment, request
from .upload import post_form

EARLIER = 1_000
LARGE = 300_000


def run(house):
    belay = house.belay("crash")
    belay.import_file(statement.write(belay.folder / "earlier.csv", EARLIER), "Checking", *statement.IMPORT)
    earlier = rows(belay)
    server(house.report, belay, earlier)
    imports(house.report, belay, earlier)


def rows(belay) -> str:
    """The earlier rows with every field, as one text."""
    cursor, text = {}, ""
    while True:
        page = json.loads(belay.call("query_transactions", end_date="2024-12-31", limit=500, sort_order="asc", **cursor))
        text += json.dumps([row for row in page["data"] if row["account_name"] == "Checking"])
        if not page["has_more"]:
            return text
        cursor = {"cursor": page["next_cursor"]}


def server(report, belay, earlier):
    key = belay.key("crash")
    process = belay.start_server()
    api = f"{Server(process).api}/transactions?limit=500"
    busy = [threading.Thread(target=ask, args=(api, key)) for _ in range(4)]
    for thread in busy:
        thread.start()
    request(api, key=key)
    processes.end(process, signal.SIGKILL)
    for thread in busy:
        thread.join()
    report.equal("a server that was killed leaves every row as it was", rows(belay), earlier)
    with belay.serve() as again:
        status, _, _ = request(f"{again.api}/transactions?limit=1", key=key)
        report.equal("and starts again on the same database", status, 200)


def ask(api, key):
    while quietly(lambda: request(api, key=key)):
        pass


def quietly(send):
    """Sends until the server is gone."""
    try:
        return send()
    except (OSError, http.client.HTTPException):
        return None


def imports(report, belay, earlier):
    large = statement.write(belay.folder / "large.csv", LARGE, seed=7)
    moments = [
        ("after 0.3 s", lambda began, _: time.monotonic() - began > 0.3),
        ("once rows reach the disk", lambda _, grown: grown > 2_000_000),
        ("far into the file", lambda _, grown: grown > 40_000_000),
    ]
    for name, is_now in moments:
        killed = kill_import(belay, large, is_now)
        report.equal(f"an import killed {name} was under way", killed, -signal.SIGKILL)
        count = belay.count()
        report.check(f"an import killed {name} leaves nothing or all of its file", count in (EARLIER, EARLIER + LARGE), count)
        if count == EARLIER:
            report.equal(f"an import killed {name} leaves the earlier rows as they were", rows(belay), earlier)
    import_by_server(report, belay, large)
    done = belay.import_file(large, "Large", *statement.IMPORT)
    report.equal("the next import of that file is complete", (done["imported_transactions"] + done["skipped_duplicates"], belay.count()), (LARGE, EARLIER + LARGE))
    done = belay.import_file(large, "Large", *statement.IMPORT)
    report.equal("and a further one adds nothing", (done["imported_transactions"], done["skipped_duplicates"]), (0, LARGE))


def written(belay) -> int:
    """The size of the database's write-ahead log, where rows go before they are committed."""
    log = belay.folder / "belay.sqlite-wal"
    return log.stat().st_size if log.exists() else 0


def import_by_server(report, belay, path):
    key, process = belay.key("crash-import"), belay.start_server()
    server = Server(process)
    fields = {"account": "Large", "currency": "USD", "sign": "positive_is_out"}
    sending = threading.Thread(target=quietly, args=(lambda: post_form(server, key, path, fields),))
    sending.start()
    before = written(belay)
    while process.poll() is None and sending.is_alive() and written(belay) < before + 4_000_000:
        time.sleep(0.01)
    report.check("a server killed during an import was at work", sending.is_alive(), process.poll())
    processes.end(process, signal.SIGKILL)
    sending.join()
    report.check("a server killed during an import leaves nothing or all of its file", belay.count() in (EARLIER, EARLIER + LARGE), belay.count())


def kill_import(belay, path, is_now) -> int:
    command = belay.command("breadbox", "import", str(path), "--account", "Large", *statement.IMPORT)
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    # What an earlier process left in the log is overwritten first: only growth is news.
    began, before = time.monotonic(), written(belay)
    process = processes.start(command, cwd=belay.folder, env=environment(), **quiet)
    while process.poll() is None and not is_now(began, written(belay) - before):
        time.sleep(0.01)
    return processes.end(process, signal.SIGKILL)
