"""The examples, each run and used by clients that others wrote, and looked at by the inspector's linter."""

import json
import pathlib
import re

from .. import fixture
from ..client import KINDS, TITLES, connected
from .inspector import complaints


def run(house):
    report = house.report
    with fixture.example(house, "quickstart", "adder") as (server, _):
        places = [(kind, "HTTP", {"url": server.mcp, "headers": {}}) for kind in KINDS]
        places.append(("mcp", "stdio", stdio(house, "quickstart", "adder")))
        for kind, door, where in places:
            with connected(kind, where) as client:
                answer = client.call("add", a=2, b=3)
                report.equal(f"quickstart over {door}: {TITLES[kind]} adds", (answer.get("is_error"), answer.get("text")), (False, "5"))
        report.equal("quickstart: the inspector has nothing to complain about", complaints(house, server.mcp, None), (0, []))
    with fixture.example(house, "tasks", "tasks", "--demo") as (server, key):
        for kind in KINDS:
            with connected(kind, server.http(key)) as client:
                use(report, TITLES[kind], client)
        report.equal("tasks: the inspector has nothing to complain about", complaints(house, server.mcp, key), (0, []))
    with fixture.conformance(house, "conformance-linted") as server:
        code, lines = complaints(house, server.mcp, None)
        others = [line for line in lines if "json_schema_2020_12_tool" not in line and re.search(r"\\S+_\\S+", line)]
        report.equal("conformance: the linter complains about the raw schema alone", others, [])


def stdio(house, program: str, app: str) -> dict:
    return {"command": str(pathlib.Path(house.examples) / program), "args": [app, "mcp-stdio"]}


def use(report, name, client):
    """A task from its making to its end."""
    made = json.loads(client.call("task_create", title=f"Try {name}", priority="high")["text"])
    listed = json.loads(client.call("task_list", search=name, status="new")["text"])
    report.equal(f"tasks: {name} finds what it made", [task["task_id"] for task in listed["data"]], [made["task_id"]])
    done = client.call("task_complete", task_id=made["task_id"])
    report.equal(f"tasks: {name} completes it", done.get("is_error"), False)
    again = client.call("task_complete", task_id=made["task_id"])
    report.check(f"tasks: {name} is told that it is completed", again.get("is_error") and "already" in again["text"], again)
    added = client.call("task_import", titles=["One", "Two"])
    report.equal(f"tasks: {name} imports", json.loads(added["text"]), {"added": 2})
