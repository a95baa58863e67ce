"""One question, three doors: MCP, REST and the command line answer with the same bytes."""

import json
import urllib.parse

from .. import statement
from ..belay import request
from ..client import connected

QUESTIONS = [
    {"limit": 50},
    {"limit": 40, "sort_by": "amount", "sort_order": "asc", "min_amount": 20.5},
    {"limit": 30, "search": "café amélie", "fields": "minimal"},
    {"limit": 25, "category": "food_and_drink", "start_date": "2022-01-01", "end_date": "2022-12-31", "pending": False},
    {"count_only": True},
]


def run(house):
    report, belay = house.report, house.belay("doors")
    belay.import_file(statement.write(belay.folder / "some.csv", 3000), "Checking", *statement.IMPORT)
    key = belay.key("doors")
    with belay.serve() as server, connected("client", server.http(key)) as client:
        for question in QUESTIONS:
            over_mcp = client.call("query_transactions", **question)["text"]
            texts = {name: str(value).lower() if isinstance(value, bool) else value for name, value in question.items()}
            status, _, over_rest = request(f"{server.api}/transactions?{urllib.parse.urlencode(texts)}", key=key)
            by_command = belay.call("query_transactions", **question)
            name = ", ".join(f"{field} {value}" for field, value in question.items())
            report.check(f"{name}: finds something", status == 200 and (json.loads(over_mcp).get("data") or "count" in over_mcp), over_mcp)
            report.equal(f"{name}: REST answers as MCP", data(over_rest), data(over_mcp))
            report.equal(f"{name}: the command line answers as MCP", data(by_command), data(over_mcp))


def data(text: str) -> str:
    """The raw text of the rows, up to the cursor."""
    return text.split(',"next_cursor"')[0]
