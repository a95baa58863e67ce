"""Requests no client library sends: broken ones, unusual ones, hostile ones."""

import json

from ..belay import request

PING = b'{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'
JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


def run(house):
    report, belay = house.report, house.belay("wire")
    key = belay.key("wire")
    with belay.serve() as server:
        post = lambda body, **headers: request(server.mcp, key=key, body=body, headers=JSON | headers)
        status, _, text = post(b"{bad")
        report.equal("a body that is no JSON is -32700", (status, json.loads(text)["error"]["code"]), (400, -32700))
        status, _, text = post(b"[]")
        report.equal("a batch is -32600", (status, json.loads(text)["error"]["code"]), (400, -32600))
        status, headers, text = post(PING, Accept="application/json")
        kind = headers.get("Content-Type", "")
        served = kind.startswith("application/json") and "tools" in json.loads(text).get("result", {})
        report.check("Accept: application/json alone is served", status == 200 and served, (status, kind, text))
        for origin in ("https://evil.example", "null", "http://localhost.evil.example"):
            status, _, _ = post(PING, Origin=origin)
            report.equal(f"the origin {origin} gets 403", status, 403)
        status, _, _ = post(PING, Origin=server.url)
        report.equal("the server's own origin is served", status, 200)
        status, _, _ = post(PING, Host="evil.example")
        report.equal("a foreign Host gets 403", status, 403)
        status, _, _ = request(f"{server.mcp}/", key=key, body=PING, headers=JSON)
        report.equal("a slash at the end is served", status, 200)
        status, headers, _ = request(server.mcp, key=key)
        report.equal("GET without a session is 405", (status, "POST" in headers.get("Allow", "")), (405, True))
