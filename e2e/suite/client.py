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
PYTHON = ["mcp", "fastmcp"]
NODE = ["client", "client-auto", "sdk"]
KINDS = PYTHON + NODE
TITLES = {
    "mcp": "PyPI mcp",
    "fastmcp": "PyPI fastmcp",
    "client": "npm client (legacy)",
    "client-auto": "npm client (auto)",
    "sdk": "npm sdk",
}
TIMEOUT = 180


class Client:
    def __init__(self, kind: str, where: dict):
        script = ["python_client.py", "node_client.mjs"][kind in NODE]
        program = "node" if kind in NODE else sys.executable
        env = environment() | {"BELAY_E2E_MODULES": os.environ["BELAY_E2E_MODULES"]}
        self.process = processes.start(
            [program, str(CLIENTS / script), kind, json.dumps(where)],
            env=env,
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

    def call(self, name: str, **arguments) -> dict:
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
