"""The official inspector's linter finds nothing in the tools' schemas that a client could trip over."""

import json
import os
import re

from .. import processes


def run(house):
    report, belay = house.report, house.belay("inspector")
    with belay.serve() as server:
        found = complaints(house, server.mcp, belay.key("inspector"))
    report.equal("the inspector has nothing to complain about", found, (0, []))


def complaints(house, url: str, key: str | None) -> tuple[int, list[str]]:
    """How the linter ended, and its complaints; that it saw no tool at all is one."""
    programs = house.modules / "node_modules" / ".bin"
    command = [programs / "node", programs / "mcp-inspector", "--cli", url, "--transport", "http"]
    command += ["--method", "tools/list", "--strict", *(["--header", f"X-API-Key: {key}"] if key else [])]
    env = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(house.folder)}
    done = processes.run([str(part) for part in command], 60, env=env)
    lines = [line for line in done.stderr.splitlines() if re.search(r"error|warn", line, re.IGNORECASE)]
    try:
        seen = len(json.loads(done.stdout)["tools"])
    except ValueError:
        seen = 0
    return done.returncode, lines if seen else [*lines, f"it saw no tools: {done.stdout[:200]}"]
