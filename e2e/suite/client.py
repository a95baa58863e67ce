"""The clients under test, each in a process of its own, behind one line protocol."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import threading

from . import processes
from .belay import environment

CLIENTS = pathlib.Path(__file__).parent.parent / "clients"
NODE = ["client", "client-auto", "sdk"]
KINDS = ["mcp", "fastmcp"] + NODE
# These follow no cursors, so they are left out where pages are walked.
RUST = {"rmcp": "initialize", "rmcp-discover": "discover"}
ONLOOKERS = [*RUST, "inspector", "inspector-modern", "agent"]
MODERN = {"mcp", "fastmcp", "client-auto", "rmcp-discover", "inspector-modern", "agent"}
TITLES = {
    "mcp": "PyPI mcp",
    "fastmcp": "PyPI fastmcp",
    "client": "npm client (legacy)",
    "client-auto": "npm client (auto)",
    "sdk": "npm sdk",
    "rmcp": "crates.io rmcp (initialize)",
    "rmcp-discover": "crates.io rmcp (discover)",
    "inspector": "inspector CLI (legacy)",
    "inspector-modern": "inspector CLI (modern)",
    "agent": "PyPI pydantic-ai",
}
TIMEOUT = 180


def program(kind: str) -> list[str]:
    if kind in RUST:
        return [os.environ["E2E_RMCP"], RUST[kind]]
    if kind in NODE:
        return ["node", str(CLIENTS / "node_client.mjs"), kind]
    return [sys.executable, str(CLIENTS / "python_client.py"), kind]


def bridged(where: dict, folder: pathlib.Path, protocol: str) -> dict:
    """How a client that knows only stdio reaches a place: over npm `mcp-remote`, which speaks `legacy` or `auto`."""
    proxy = pathlib.Path(os.environ["E2E_MODULES"]) / "node_modules" / "mcp-remote" / "dist" / "proxy.js"
    flags = [part for name, value in where["headers"].items() for part in ("--header", f"{name}:{value}")]
    # Clients pass few variables on to what they start. It keeps a lock file in the folder.
    command = [f"MCP_REMOTE_CONFIG_DIR={folder}", "node", str(proxy), where["url"], *flags]
    return {"command": "env", "args": [*command, "--transport", "http-only", "--protocol", protocol]}


class Client:
    def __init__(self, kind: str, where: dict):
        self.process = processes.start(
            [*program(kind), json.dumps(where)],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.connected = self._answer()

    def ask(self, op: str, **fields) -> dict:
        self.process.stdin.write(json.dumps({"op": op} | fields) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def call(self, name: str, /, **arguments) -> dict:
        return self.ask("call", name=name, arguments=arguments)

    def _answer(self) -> dict:
        # A client that hangs is ended, and its silence becomes the answer.
        watchdog = threading.Timer(TIMEOUT, processes.end, [self.process])
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        return json.loads(line) if line else {"failed": "the client said nothing", "code": None}


@contextlib.contextmanager
def connected(kind: str, where: dict):
    client = Client(kind, where)
    try:
        if "failed" in client.connected:
            raise RuntimeError(f"{TITLES[kind]} did not connect: {client.connected['failed']}")
        yield client
    finally:
        client.process.stdin.close()
        try:
            client.process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            pass
        processes.end(client.process)
