"""The fixture of the official conformance suite: an example server that offers all that the suite asks for."""

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
    folder = house.folder / name
    folder.mkdir()
    command = [house.conformance, "serve", "--listen", "127.0.0.1:0"]
    log = (folder / "server.log").open("ab")
    process = processes.start(command, cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        yield Server(process, app="conformance")
    finally:
        processes.end(process, signal.SIGKILL)
