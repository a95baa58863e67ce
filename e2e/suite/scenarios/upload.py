"""A bank's file through every door that takes one."""

import base64
import json
import uuid

from .. import statement
from ..belay import request, rpc
from ..client import connected

FIELDS = {"currency": "USD", "sign": "positive_is_out"}


def run(house):
    report, belay = house.report, house.belay("upload")
    small = statement.write(belay.folder / "small.csv", 200)
    key = belay.key("upload")
    with belay.serve() as server:
        content = base64.b64encode(small.read_bytes()).decode()
        with connected("client-auto", server.http(key)) as client:
            answer = client.call("import_transactions", account="By MCP", content_base64=content, **FIELDS)
            report.equal("MCP takes a file as base64", added(answer.get("text"), answer), 200)
        status, _, text = post_form(server, key, small, {"account": "By REST", **FIELDS})
        report.equal("REST takes a file as a form", (status, added(text, text)), (200, 200))
        status, _, text = post_form(server, key, small, {"account": "By REST", **FIELDS})
        report.equal("and adds nothing when it comes again", (status, added(text, text)), (200, 0))

        large = statement.write(belay.folder / "large.csv", 42_000, seed=3, padding=430)
        size = large.stat().st_size
        report.check("the large file has about 20 MB", 19_000_000 < size < 21_000_000, size)
        status, _, text = post_form(server, key, large, {"account": "Large", **FIELDS})
        report.equal("REST takes a file of 20 MB", (status, added(text, text)), (200, 42_000))

        content = base64.b64encode(large.read_bytes()[:4_000_000]).decode()
        arguments = {"account": "Too large", "content_base64": content, **FIELDS}
        status, _, text = rpc(server, key, "tools/call", {"name": "import_transactions", "arguments": arguments})
        report.equal("MCP refuses more than 4 MiB with 413", status, 413)
        ways = ["/breadbox/api/v1/connections/csv/import", "belay breadbox import"]
        report.check("and names the ways that remain", all(way in text for way in ways), text)


def added(text, otherwise):
    try:
        return json.loads(text)["data"]["imported_transactions"]
    except (KeyError, TypeError, ValueError):
        return otherwise


def post_form(server, key, path, fields):
    boundary = uuid.uuid4().hex
    part = lambda disposition, content: b"".join(
        [f"--{boundary}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n".encode(), content, b"\r\n"]
    )
    body = b"".join(part(f'name="{name}"', value.encode()) for name, value in fields.items())
    body += part(f'name="file"; filename="{path.name}"', path.read_bytes()) + f"--{boundary}--\r\n".encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    return request(f"{server.api}/connections/csv/import", key=key, body=body, headers=headers)
