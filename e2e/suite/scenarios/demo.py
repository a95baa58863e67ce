"""The first minute: `serve --demo`, the printed address and key, a call, and nothing left behind."""

import json
import re
import signal
import subprocess
import time

from .. import processes
from ..belay import environment
from ..client import connected


def run(house):
    report, folder = house.report, house.folder / "demo"
    folder.mkdir()
    env = environment() | {"TMPDIR": str(folder)}
    command = [house.binary, "serve", "--demo", "--listen", "127.0.0.1:0"]
    log = (folder / "log").open("wb")
    began = time.monotonic()
    process = processes.start(command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=log, text=True)
    text = ""
    # Every application ends its lines with this one.
    while text.count("VS Code, started by it") < 2 and (line := process.stdout.readline()):
        text += line
    report.check("the demonstration is there within five seconds", time.monotonic() - began < 5, time.monotonic() - began)
    url, key = re.search(r"^Breadbox: (http://\S+/breadbox/mcp)$", text, re.M), re.search(r"^API key: (bb_\w+)$", text, re.M)
    if not report.check("it prints an address and a key", bool(url and key), text):
        return
    report.check("it keeps its data in the temporary folder", len(list(folder.glob("belay-demo-*"))) == 1, list(folder.iterdir()))
    with connected("fastmcp", {"url": url[1], "headers": {"X-API-Key": key[1]}}) as client:
        look(report, lambda name, **arguments: json.loads(client.call(name, **arguments)["text"]))
        journal(report, text)
        began = time.monotonic()
        # The process alone, as a service manager does it, while a client is still connected.
        process.send_signal(signal.SIGTERM)
        code = process.wait(timeout=60)
    report.equal("SIGTERM ends it with 0", code, 0)
    report.check("within five seconds", time.monotonic() - began < 5, time.monotonic() - began)
    report.equal("and no temporary folder stays behind", list(folder.glob("belay-demo-*")), [])


def journal(report, text):
    url, key = re.search(r"^Almanac: (http://\S+/almanac/mcp)$", text, re.M), re.search(r"\b(alm_\w+)", text)
    if not report.check("Almanac prints an address and a token", bool(url and key), text):
        return
    with connected("fastmcp", {"url": url[1], "headers": {"Authorization": f"Bearer {key[1]}"}}) as client:
        today = json.loads(client.call("get_today_context")["text"])
        report.equal("the person is in a cut", today["phase"]["phase_type"], "cut")
        trend = json.loads(client.call("get_weight_trend", from_days_ago=60)["text"])["points"]
        report.check("whose weight falls", trend[0]["trend_kg"] - trend[-1]["trend_kg"] > 1.5, trend[:1] + trend[-1:])


def look(report, ask):
    overview = ask("get_overview")["data"]
    report.equal("two people live there", len(overview["users"]), 2)
    count = overview["scope"]["transaction_count"]
    report.check("about 3,000 transactions are there", 2_700 <= count <= 3_400, count)
    accounts = ask("list_accounts")["data"]
    currencies = sorted({account["iso_currency_code"] for account in accounts})
    report.equal("five accounts in two currencies", (len(accounts), currencies), (5, ["EUR", "USD"]))
    states = sorted(connection["status"] for connection in ask("get_sync_status")["data"])
    report.equal("one connection needs its person", states, ["active", "active", "pending_reauth"])
    pending = ask("query_transactions", pending=True, count_only=True)["count"]
    report.check("a few rows are pending", 3 <= pending <= 60, pending)
    shop = ask("query_transactions", search="café amélie", limit=1)["data"][0]
    report.equal("names keep their accents", shop["merchant_name"], "Café Amélie")
