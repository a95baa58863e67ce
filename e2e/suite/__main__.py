"""Runs every scenario, or those named on the command line."""

import concurrent.futures
import importlib
import os
import pathlib
import signal
import sys
import tempfile
import time
import traceback

from . import processes
from .belay import Belay
from .report import Report

SCENARIOS = [
    "connect", "walk", "refusals", "doors", "crash", "keys", "upload", "inspector", "wire", "sessions", "demo",
    "examples", "story", "conformance", "proxy", "oauth", "authorization", "signin", "issuer", "pages",
]
LONGEST = "walk"


class House:
    """What every scenario is given."""

    def __init__(self, folder: pathlib.Path):
        self.report = Report()
        self.folder = folder
        self.binary = os.environ["BELAY_BIN"]
        self.conformance = os.environ.get("BELAY_CONFORMANCE_BIN")
        self.examples = os.environ.get("BELAY_EXAMPLES_BIN")
        self.here = pathlib.Path(__file__).parent.parent
        self.modules = pathlib.Path(os.environ["E2E_MODULES"])
        self.postgres = os.environ.get("BELAY_TEST_POSTGRES_URL")

    def belay(self, name: str, database: str | None = None) -> Belay:
        return Belay(self.binary, self.folder / name, database)


def run(house: House, name: str):
    if processes.is_interrupted():
        return
    began = time.monotonic()
    try:
        importlib.import_module(f"suite.scenarios.{name}").run(house)
    except Exception as error:
        house.report.check(f"{name}: runs to its end", False, f"{error}\n{traceback.format_exc(limit=-3)}")
    print(f"      {name} took {time.monotonic() - began:.1f} s", flush=True)


def main() -> int:
    wanted = sys.argv[1:] or SCENARIOS
    if unknown := [name for name in wanted if name not in SCENARIOS]:
        print(f"there is no scenario {', '.join(unknown)}; there are {', '.join(SCENARIOS)}", file=sys.stderr)
        return 64
    for interruption in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(interruption, processes.interrupt)
    with tempfile.TemporaryDirectory(prefix="belay-e2e-", ignore_cleanup_errors=True) as folder:
        house = House(pathlib.Path(folder))
        # The longest scenario runs beside the others, one after another: that keeps two cores busy.
        lanes = [[name for name in wanted if name == LONGEST], [name for name in wanted if name != LONGEST]]
        with concurrent.futures.ThreadPoolExecutor(len(lanes)) as pool:
            list(pool.map(lambda lane: [run(house, name) for name in lane], lanes))
        processes.end_all()
    print(house.report.tally())
    return 1 if house.report.failed else 0


sys.exit(main())
