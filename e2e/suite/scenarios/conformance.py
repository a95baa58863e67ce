"""The official conformance suite, for both revisions it has requirements for; nothing is expected to fail.

A run for a revision takes in what the suite lists as unscored (added later, pending, extensions) on that revision's wire,
but its exit code says nothing of those: that is why the checks are read from the files.
"""

import collections
import json
import re

from .. import fixture, processes
from ..belay import request
from ..message import legacy

# For each revision: how many scenarios of a server the suite lists, and how many checks there are when all goes well.
# A scenario that ends early makes fewer checks.
REVISIONS = {"2025-11-25": (33, 84), "2026-07-28": (50, 184)}
BASELINE = "conformance-baseline.yml"
LONGEST = 600


def run(house):
    with fixture.conformance(house, "conformance") as server:
        for revision in REVISIONS:
            examine(house, server.mcp, revision)
        body, headers = legacy("tools/list", {}, id=1)
        ask = lambda url: request(url, body=body, headers=headers)[::2]
        house.report.equal("conformance: the short address serves the same", ask(f"{server.url}/mcp"), ask(server.mcp))


def suite(house, *args: str):
    modules = house.modules / "node_modules"
    program = modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    return processes.run([str(modules / ".bin" / "node"), str(program), *args], LONGEST, cwd=house.folder)


def listed(house, revision) -> set[str]:
    """Every scenario for a server that belongs to a revision, scored or not, as the suite itself lists them."""
    text = suite(house, "list", "--requirements", revision).stdout
    scored = re.search(r"^Server scenarios .*:\n((?:  - .*\n)*)", text, re.M)[1]
    return {line.split()[1] for line in scored.splitlines()} | set(re.findall(r"- (\S+) \[server\]", text))


def examine(house, url, revision):
    report, name = house.report, f"conformance {revision}"
    scenarios, checks = REVISIONS[revision]
    folder = house.folder / f"conformance-{revision}"
    baseline = house.here / BASELINE
    done = suite(house, "server", "--url", url, "--requirements", revision, "--expected-failures", str(baseline), "-o", str(folder))
    found = read(folder)
    for scenario, its in found.items():
        judge(report, f"{name}: {scenario}", its)
    counts = collections.Counter(check["status"] for its in found.values() for check in its)
    figures = ", ".join(f"{status} {counts[status]}" for status in ("SUCCESS", "FAILURE", "WARNING", "SKIPPED", "INFO"))
    print(f"      {name}: {len(found)} scenarios, {figures}", flush=True)
    wanted = listed(house, revision)
    report.equal(f"{name}: the suite lists {scenarios} scenarios", len(wanted), scenarios)
    # A scenario that gives up writes no file, but says why.
    reasons = dict(re.findall(r"^Failed to run scenario (\S+): (.*)", done.stdout + done.stderr, re.M))
    for scenario in sorted(wanted - set(found)):
        report.check(f"{name}: {scenario}", False, reasons.get(scenario, "it did not run"))
    ran = counts["SUCCESS"] + counts["FAILURE"] + counts["WARNING"]
    report.check(f"{name}: at least {checks} checks ran", ran >= checks, ran)
    report.equal(f"{name}: the suite is content", done.returncode, 0)


def read(folder) -> dict[str, list]:
    """The checks of every scenario, by its name: the suite adds a prefix and the time to it."""
    files = sorted(folder.glob("server-*/checks.json"))
    return {re.sub(r"^server-|-20\d\d-\d\d-\d\dT.*$", "", file.parent.name): json.loads(file.read_text()) for file in files}


def read_all(folder) -> dict[str, list]:
    """The checks of every scenario of any kind, by the name of its folder."""
    return {file.parent.name: json.loads(file.read_text()) for file in sorted(folder.rglob("checks.json"))}


def judge(report, name, checks):
    for check in checks:
        told = " ".join((check.get("errorMessage") or check["description"]).split())
        if check["status"] == "FAILURE":
            report.check(f"{name}: {check['id']}", False, told)
        elif check["status"] == "WARNING":
            print(f"      {name}: {check['id']} warns: {told}", flush=True)
    if not any(check["status"] == "FAILURE" for check in checks):
        report.check(f"{name} ({len(checks)})", bool(checks), "it made no check")
