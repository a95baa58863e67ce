"""Every client over each transport: who the server is, what it offers, one call."""

import json

from .. import statement
from ..client import KINDS, TITLES, connected

TOOLS = {
    "query_transactions", "list_accounts", "list_users", "list_categories", "get_sync_status", "get_overview",
    "import_transactions",
}
MODERN = {"mcp", "fastmcp", "client-auto"}


def run(house):
    belay = house.belay("connect")
    belay.import_file(statement.write(belay.folder / "small.csv", 300), "Checking", *statement.IMPORT)
    key = belay.key("connect")
    with belay.serve() as server:
        places = [(kind, "HTTP with X-API-Key", server.http(key)) for kind in KINDS]
        places.append(("sdk", "HTTP with Authorization: Bearer", server.http(key, "Authorization")))
        places += [(kind, "stdio", belay.stdio()) for kind in KINDS]
        for kind, door, where in places:
            with connected(kind, where) as client:
                look(house.report, belay.version(), (kind, f"{TITLES[kind]} over {door}"), client)


def look(report, version, who, client):
    kind, name = who
    facts = client.ask("facts")
    if not report.check(f"{name}: connects and lists", "failed" not in facts, facts):
        return
    report.equal(f"{name}: names itself", (facts["name"], facts["version"]), ("breadbox", version))
    report.check(f"{name}: has instructions", len(facts["instructions"] or "") > 100, facts["instructions"])
    # The old SDK does not tell the revision over stdio.
    spoken = {"2026-07-28"} if kind in MODERN else {"2025-11-25", None}
    report.check(f"{name}: speaks {'the newest' if kind in MODERN else 'a legacy'} revision", facts["protocol"] in spoken, facts["protocol"])
    report.equal(f"{name}: offers tools only", facts["capabilities"], ["tools"])
    report.check(f"{name}: lists the tools", TOOLS <= set(facts["tools"]), facts["tools"])
    answer = client.call("get_overview")
    count = json.loads(answer["text"])["data"]["scope"]["transaction_count"] if answer.get("is_error") is False else answer
    report.equal(f"{name}: calls get_overview", count, 300)
