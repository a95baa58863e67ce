"""The official conformance suite against the authorization server: both scenarios, and nothing to warn of."""

import json
import re
import subprocess

from .. import processes, web
from ..belay import environment, request
from .conformance import read_all


def run(house):
    if not web.chromium():
        return web.left_out("authorization")
    belay, report, port = house.belay("authorization"), house.report, web.free_port()
    with web.browser() as page, web.Place(belay, "oauth = true\n") as place:
        web.set_up(page, place)
        back = f"http://127.0.0.1:{port}/callback"
        asked = json.dumps({"client_name": "Conformance", "redirect_uris": [back]}).encode()
        headers = {"Content-Type": "application/json"}
        client = json.loads(request(f"{place.url}/oauth/register", body=asked, headers=headers)[2])["client_id"]
        folder = house.folder / "conformance-authorization"
        modules = house.modules / "node_modules"
        program = modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
        command = [str(modules / ".bin" / "node"), str(program), "authorization", "--url", place.url, "--client-id", client,
                   "--resource", place.mcp, "--port", str(port), "-o", str(folder), "--verbose"]
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "cwd": house.folder}
        suite = processes.start(command, env=environment(), **options)
        said = ""
        while line := suite.stdout.readline():
            said += line
            # It prints the address that a person is to open, and waits for the browser to come back.
            if found := re.search(r"https?://\S+/oauth/authorize\?\S+", line):
                web.allow(page, found[0])
        suite.wait(timeout=60)
        checks = [check for its in read_all(folder).values() for check in its]
        for check in checks:
            told = " ".join((check.get("errorMessage") or check["description"]).split())
            report.check(f"authorization: {check['id']}", check["status"] in ("SUCCESS", "INFO"), f"{check['status']}: {told}")
        report.equal("authorization: both scenarios ran", len(read_all(folder)), 2)
        report.check("authorization: the suite is content", suite.returncode == 0 and bool(checks), said[-600:])
