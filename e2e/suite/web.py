"""What a person's side of a sign-in takes: a browser, a server that lasts over restarts, a place to come back to."""

import contextlib
import http.server
import os
import pathlib
import queue
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time

from . import processes
from .belay import Belay, environment
from .talker import Talker

CLIENTS = pathlib.Path(__file__).parent.parent / "clients"
EMAIL, PASSWORD = "anna@example.org", "correct horse battery"
NAMES = ["chromium", "chromium-browser", "google-chrome"]


def chromium() -> str | None:
    """Debian's browser, where it is installed."""
    return os.environ.get("E2E_CHROMIUM") or next((path for name in NAMES if (path := shutil.which(name))), None)


def left_out(scenario: str):
    print(f"      chromium is not there: the scenario {scenario} is left out", flush=True)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@contextlib.contextmanager
def browser():
    talker = Talker(["node", str(CLIENTS / "browser.mjs")], environment() | {"E2E_CHROMIUM": chromium()})
    try:
        yield talker
    finally:
        talker.end()


class Place:
    """A server on a port of its own, with settings in a file, that can be killed and started again."""

    def __init__(self, belay: Belay, settings: str, port: int | None = None, env: dict | None = None):
        self.belay, self.port, self.env = belay, port or free_port(), env or {}
        self.url = f"http://127.0.0.1:{self.port}"
        self.mcp = f"{self.url}/breadbox/mcp"
        (belay.folder / "belay.toml").write_text(settings)
        self.process, self.setup = None, None

    def start(self):
        command = [*self.belay.command("serve", "breadbox"), "--listen", f"127.0.0.1:{self.port}"]
        log = (self.belay.folder / "server.log").open("ab")
        options = {"cwd": self.belay.folder, "env": environment() | self.env, "stdout": subprocess.PIPE, "stderr": log}
        self.process = processes.start(command, text=True, **options)
        line = self.process.stdout.readline()
        if not line.startswith("Listening on "):
            raise RuntimeError(f"the server said {line!r} and ended with {self.process.poll()}")
        # What follows is read to the end of the greeting, which says how to make a key.
        while (line := self.process.stdout.readline()) and "key create" not in line:
            if "/setup?key=" in line:
                self.setup = line.split(": ", 1)[1].strip()
        return self

    def kill(self):
        """Ends it as a power cut would."""
        processes.end(self.process, signal.SIGKILL)

    def again(self):
        self.kill()
        return self.start()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.kill()


def set_up(page: Talker, place: Place) -> dict:
    """Makes the first account by the link that the server printed, and stays signed in."""
    page.must("goto", url=place.setup)
    return page.must("fill", fields={"email": EMAIL, "password": PASSWORD}, button="Make the account")


def allow(page: Talker, url: str) -> dict:
    """Goes where a program asks for access, signs in where that is asked for, and allows it."""
    seen = page.must("goto", url=url)
    if "Sign in" in seen["title"]:
        seen = page.must("fill", fields={"email": EMAIL, "password": PASSWORD}, button="Sign in", within='form[action="/signin"]')
    if "Allow access" not in seen["title"]:
        return seen
    return page.must("fill", button="Allow")


def appeared(path: pathlib.Path) -> str:
    """What a file says, as soon as it is there."""
    until = time.monotonic() + 60
    while not path.exists():
        if time.monotonic() > until:
            raise RuntimeError(f"{path} did not appear")
        time.sleep(0.05)
    return path.read_text().strip()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        status, kind, body = self.server.answer(self.path)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(answer, certificate: pathlib.Path | None = None):
    """A small server on a free port: `answer` makes status, media type and body of a path."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.answer = answer
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()


class Callback:
    """Where a program waits for the browser: the queries with which it came, in order."""

    def __init__(self):
        self.came: queue.Queue = queue.Queue()

    def answer(self, path: str):
        if path.startswith("/callback"):
            self.came.put(path.partition("?")[2])
        return 200, "text/html", b"<title>Back</title>You may close this page."

    def query(self) -> str:
        return self.came.get(timeout=30)


def certificate(folder: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """An authority of the test's own, and a key with a certificate of it for this machine's name."""
    authority, ours = folder / "authority.pem", folder / "own.pem"
    run = lambda *args: subprocess.run(["openssl", *args], check=True, capture_output=True, cwd=folder)
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    run("req", "-x509", *key, "-days", "30", "-subj", "/CN=Belay e2e", "-keyout", "authority.key", "-out", str(authority))
    run("req", *key, "-subj", "/CN=localhost", "-keyout", "own.key", "-out", "own.csr")
    (folder / "own.ext").write_text("subjectAltName=DNS:localhost\nbasicConstraints=CA:FALSE\n")
    run("x509", "-req", "-in", "own.csr", "-CA", str(authority), "-CAkey", "authority.key", "-CAcreateserial", "-days", "30",
        "-extfile", "own.ext", "-out", "own.crt")
    ours.write_text((folder / "own.key").read_text() + (folder / "own.crt").read_text())
    return authority, ours
