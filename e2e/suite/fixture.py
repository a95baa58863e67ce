"""Example servers: the fixture of the official conformance suite, and those that show how things are done."""

import contextlib
import signal
import subprocess

from . import processes
from .belay import Server, environment


@contextlib.contextmanager
def conformance(house, name: str):
    """The server on a free port, without keys. Its MCP addresses end in `/conformance/mcp` and in `/mcp`."""
    if not house.conformance:
        raise RuntimeError("there is no conformance server: examples/conformance does not exist and BELAY_CONFORMANCE_BIN is not set")
    with serving(house, name, [house.conformance, "serve"], "conformance") as server:
        yield server


@contextlib.contextmanager
def example(house, program: str, app: str, *flags: str):
    """An example on a free port, and the key of its demonstration where it has one."""
    with serving(house, f"example-{program}", [f"{house.examples}/{program}", "serve", *flags], app) as server:
        key = None
        while flags and not key:
            line = server.process.stdout.readline()
            if not line:
                raise RuntimeError(f"{program} printed no key")
            key = line.removeprefix("API key: ").strip() if line.startswith("API key: ") else None
        yield server, key


@contextlib.contextmanager
def serving(house, name: str, command: list[str], app: str):
    folder = house.folder / name
    folder.mkdir()
    log = (folder / "server.log").open("ab")
    command = [*command, "--listen", "127.0.0.1:0"]
    process = processes.start(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        yield Server(process, app=app)
    finally:
        processes.end(process, signal.SIGKILL)
