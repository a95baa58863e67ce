"""The binary under test: commands, keys, servers."""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import urllib.error
import urllib.request

from . import processes

TIMEOUT = 120


def environment() -> dict[str, str]:
    """Nothing of the caller's settings reaches the binary."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("BELAY_", "BREADBOX_"))}
    return kept | {"NO_PROXY": "127.0.0.1"}


class Belay:
    """The binary on one database, in a folder of its own."""

    def __init__(self, binary: str, folder: pathlib.Path, database: str | None = None):
        self.binary = binary
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.database = database or f"sqlite:{folder / 'belay.sqlite'}"

    def command(self, *args: str) -> list[str]:
        return [self.binary, *args, "--database", self.database, "--log", "error"]

    def run(self, *args: str) -> str:
        """Runs a command to its end and gives its output."""
        done = processes.run(self.command(*args), TIMEOUT, cwd=self.folder, env=environment())
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(args)} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def version(self) -> str:
        return subprocess.run([self.binary, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]

    def key(self, name: str, *flags: str) -> str:
        return self.run("key", "create", "--app", "breadbox", "--name", name, *flags).strip()

    def call(self, operation: str, **fields) -> str:
        return self.run("call", "breadbox", operation, "--json", json.dumps(fields)).rstrip("\n")

    def count(self, **fields) -> int:
        return json.loads(self.call("query_transactions", count_only=True, **fields))["count"]

    def import_file(self, path: pathlib.Path, account: str, *flags: str) -> dict:
        text = self.run("breadbox", "import", str(path), "--account", account, *flags)
        return json.loads(text)["data"]

    def stdio(self) -> dict:
        """How a client starts the binary itself."""
        return {"command": self.binary, "args": self.command("breadbox", "mcp-stdio")[1:]}

    @contextlib.contextmanager
    def serve(self, *flags: str):
        server = Server(self.start_server(*flags))
        try:
            yield server
        finally:
            processes.end(server.process, signal.SIGKILL)

    def start_server(self, *flags: str) -> subprocess.Popen:
        command = self.command("serve", "--listen", "127.0.0.1:0", *flags)
        log = (self.folder / "server.log").open("ab")
        return processes.start(command, cwd=self.folder, env=environment(), stdout=subprocess.PIPE, stderr=log, text=True)


class Server:
    """A running server, by the address it printed."""

    def __init__(self, process: subprocess.Popen, app: str = "breadbox"):
        self.process = process
        line = process.stdout.readline()
        if not line.startswith("Listening on "):
            raise RuntimeError(f"the server said {line!r} and ended with {process.poll()}")
        self.url = line.removeprefix("Listening on ").strip()
        self.mcp = f"{self.url}/{app}/mcp"
        self.api = f"{self.url}/{app}/api/v1"

    def http(self, key: str, header: str = "X-API-Key") -> dict:
        """How a client reaches it with a key."""
        value = f"Bearer {key}" if header == "Authorization" else key
        return {"url": self.mcp, "headers": {header: value}}


def request(url: str, *, key: str | None = None, body: bytes | None = None, headers: dict | None = None):
    """One HTTP request: status, headers and text, whatever the status."""
    sent = dict(headers or {}) | ({"X-API-Key": key} if key else {})
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data=body, headers=sent), timeout=TIMEOUT) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read().decode()


def status_of(method: str, url: str, headers: dict) -> int:
    """What a request without a body gets; an answer that never ends is not read."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, method=method, headers=headers), timeout=TIMEOUT) as answer:
            return answer.status
    except urllib.error.HTTPError as answer:
        return answer.code


def rpc(server: Server, key: str, method: str, params: dict):
    """One JSON-RPC request without any client library."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    return request(server.mcp, key=key, body=json.dumps(message).encode(), headers=headers)
