"""The official inspector's linter finds nothing in the tools' schemas that a client could trip over."""

import json
import os
import re

from .. import processes


def run(house):
    report, belay = house.report, house.belay("inspector")
    programs = house.modules / "node_modules" / ".bin"
    with belay.serve() as server:
        command = [programs / "node", programs / "mcp-inspector", "--cli", server.mcp, "--transport", "http"]
        command += ["--method", "tools/list", "--strict", "--header", f"X-API-Key: {belay.key('inspector')}"]
        env = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(belay.folder)}
        done = processes.run([str(part) for part in command], 60, env=env)
    report.equal("the inspector ends without error", done.returncode, 0)
    complaints = [line for line in done.stderr.splitlines() if re.search(r"error|warn", line, re.IGNORECASE)]
    report.equal("the inspector has nothing to complain about", complaints, [])
    try:
        tools = len(json.loads(done.stdout)["tools"])
    except ValueError:
        tools = done.stdout
    report.check("the inspector saw the tools", isinstance(tools, int) and tools >= 7, tools)
