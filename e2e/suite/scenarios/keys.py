"""Keys: what a read-only one does not see, and how soon a revoked one ends."""
import json

from ..belay import request, rpc
from ..client import KINDS, RUST, TITLES, connected

# No tool has this name; it is as near to the others' names as the hidden tool's is, and answers suggest what is near.
NEAR = "export_transactions"
ASKING = [*KINDS, *RUST]

def run(house):
    report, belay = house.report, house.belay("keys")
    reader, writer = belay.key("reader", "--read-only"), belay.key("writer")
    with belay.serve() as server:
        for kind in ASKING:
            with connected(kind, server.http(reader)) as client:
                tools = client.ask("facts")["tools"]
                report.check(f"{TITLES[kind]}: a read-only key does not list the import", "import_transactions" not in tools and tools, tools)
                hidden = client.call("import_transactions", account="Checking")
                unknown = client.call(NEAR, account="Checking")
                report.check(f"{TITLES[kind]}: calling it is calling an unknown tool", hidden == unknown and "failed" in hidden, (hidden, unknown))
        call = lambda name: rpc(server, reader, "tools/call", {"name": name, "arguments": {}})[2]
        report.equal("on the wire too, byte for byte", call("import_transactions"), call(NEAR))
        slip = call("import_transaction")
        report.check("a slip in the hidden name does not bring it up", "import_transactions" not in slip, slip)
        status, _, _ = request(f"{server.api}/connections/csv/import", key=reader, body=b"{}", headers={"Content-Type": "application/json"})
        report.equal("over REST the route is not there", status, 404)
        revoked(report, belay, (server, writer))
        status, headers, _ = request(f"{server.api}/accounts", key=None)
        report.equal("no key at all is 401 with a challenge", (status, "Bearer" in headers.get("WWW-Authenticate", "")), (401, True))


def revoked(report, belay, place):
    server, key = place
    clients = [connected(kind, server.http(key)) for kind in ASKING]
    open_clients = [context.__enter__() for context in clients]
    before = [client.call("list_accounts").get("is_error") for client in open_clients]
    report.equal("a key works until it is revoked", before, [False] * len(ASKING))
    belay.run("key", "revoke", "--app", "breadbox", key[:11])
    for kind, client, context in zip(ASKING, open_clients, clients):
        answer = client.call("list_accounts")
        report.check(f"{TITLES[kind]}: the next call with a revoked key fails", "failed" in answer, answer)
        context.__exit__(None, None, None)
    status, _, text = rpc(server, key, "tools/list", {})
    report.equal("on the wire it is 401", status, 401)
    report.check("and says why without the key", key not in text and bool(json.loads(text)), text)
