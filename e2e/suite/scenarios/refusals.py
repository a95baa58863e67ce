"""What the tools answer to questions at the edge, to the letter."""

import json

from .. import statement
from ..client import connected

KNOWN = (
    "Date,Description,Amount,Category\n"
    "2025-01-13,Coffee beans,12.00,FOOD_AND_DRINK\n"
    "2025-01-14,Refund of a kettle,-12.00,GENERAL_MERCHANDISE\n"
    "2025-01-15,Newspaper,9.99,GENERAL_MERCHANDISE\n"
)
TEXTS = [
    ("a bad cursor", "query_transactions", {"cursor": "no-cursor"}, "Invalid or expired pagination cursor"),
    ("a bad start_date", "query_transactions", {"start_date": "01/02/2025"}, "start_date must be in YYYY-MM-DD format"),
    ("a bad end_date", "query_transactions", {"end_date": "2025-02-30"}, "end_date must be in YYYY-MM-DD format"),
    (
        "a range that ends before it begins", "query_transactions",
        {"start_date": "2025-02-01", "end_date": "2025-01-01"}, "start_date must be before end_date",
    ),
    ("an unknown connection", "get_sync_status", {"connection_id": "conn_nope"}, "Connection conn_nope not found"),
]


def run(house):
    report, belay = house.report, house.belay("refusals")
    known = belay.folder / "known.csv"
    known.write_text(KNOWN)
    belay.import_file(known, "Known", *statement.IMPORT)
    belay.import_file(statement.write(belay.folder / "many.csv", 700), "Many", *statement.IMPORT)
    account = next(one["id"] for one in json.loads(belay.call("list_accounts"))["data"] if one["name"] == "Known")
    with belay.serve() as server, connected("mcp", server.http(belay.key("refusals"))) as client:
        answer = client.call("list_accounts", user_id="usr_nobody")
        report.equal("an unknown user has no accounts", (answer.get("text"), answer.get("is_error")), ('{"data":[]}', False))
        answer = client.call("query_transactions", user_id="usr_nobody")
        expected = {"data": [], "next_cursor": None, "has_more": False}
        report.equal("an unknown user has no transactions", json.loads(answer["text"]), expected)
        page = json.loads(client.call("query_transactions", limit=501, fields="minimal")["text"])
        report.equal("limit 501 gives 500 rows", (len(page["data"]), page["has_more"]), (500, True))
        page = json.loads(client.call("query_transactions", account_id=account, min_amount=10)["text"])
        amounts = sorted(row["amount"] for row in page["data"])
        report.equal("min_amount 10 finds +12 and -12", amounts, [-12, 12])
        for name, tool, arguments, text in TEXTS:
            answer = client.call(tool, **arguments)
            found = json.loads(answer["text"])["error"] if "text" in answer else answer
            report.equal(f"{name} is refused in these words", (found, answer.get("is_error")), (text, True))
