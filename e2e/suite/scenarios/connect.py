"""Every client over each transport: who the server is, what it offers, a call, and calls that are refused."""

import json

from .. import statement
from ..client import KINDS, MODERN, ONLOOKERS, TITLES, bridged, connected

TOOLS = {
    "query_transactions", "list_accounts", "list_users", "list_categories", "get_sync_status", "get_overview",
    "import_transactions",
}
REFUSED = {"cursor": "no-cursor"}


def run(house):
    belay = house.belay("connect")
    belay.import_file(statement.write(belay.folder / "small.csv", 300), "Checking", *statement.IMPORT)
    key = belay.key("connect")
    with belay.serve() as server:
        places = [(kind, "HTTP with X-API-Key", server.http(key)) for kind in KINDS + ONLOOKERS]
        bearer = server.http(key, "Authorization")
        places += [(kind, "HTTP with Authorization: Bearer", bearer) for kind in ("sdk", "rmcp-discover")]
        places += [(kind, "stdio", belay.stdio()) for kind in KINDS + ONLOOKERS]
        bridge = lambda protocol: bridged(server.http(key), belay.folder / "mcp-remote", protocol)
        places += [("sdk", "mcp-remote (legacy)", bridge("legacy")), ("client", "mcp-remote (auto)", bridge("auto"))]
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
    answer = client.call("query_transactions", **REFUSED)
    refused = answer.get("is_error") and "Invalid or expired pagination cursor" in answer["text"]
    report.check(f"{name}: is told why a call is refused", refused, answer)
    answer = client.call("no_such_tool")
    report.check(f"{name}: cannot call a tool that is not there", "failed" in answer, answer)
