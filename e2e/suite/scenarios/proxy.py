"""Behind nginx, which holds answers back: a stream's first event arrives at once all the same."""

import contextlib
import shutil
import signal
import socket
import subprocess
import time
import urllib.request

from .. import fixture, processes
from ..message import modern

PATIENCE = 2
CONFIGURATION = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    location / {{ proxy_pass {upstream}; proxy_buffering on; {more} }}
  }}
}}
"""


def run(house):
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
    if not program:
        print("      nginx is not there: the scenario behind a proxy is left out", flush=True)
        return
    with fixture.conformance(house, "proxy") as server:
        look(house.report, house.folder, (program, server))


def look(report, folder, where):
    program, server = where
    headers, _, _ = first_event(server.mcp)
    report.equal("a stream asks proxies not to hold it back", headers.get("X-Accel-Buffering"), "no")
    path = server.mcp.removeprefix(server.url)
    with nginx(folder / "nginx", program, server.url) as url:
        headers, took, event = first_event(url + path)
        report.equal("the stream through nginx is one of events", headers.get("Content-Type"), "text/event-stream")
        acknowledged = b"notifications/subscriptions/acknowledged" in event
        report.check("its first event arrives within a second", acknowledged and took < 1, (took, event))
    # What that check is worth: the same proxy, told not to heed the server's wish.
    with nginx(folder / "deaf", program, server.url, "proxy_ignore_headers X-Accel-Buffering;") as url:
        report.equal("a proxy that does not heed the wish holds it back", first_event(url + path)[2], b"")


def first_event(url: str):
    """The headers of a stream of events, the seconds until its first event was complete, and that event."""
    body, sent = modern("subscriptions/listen", notifications={"toolsListChanged": True})
    began, headers, event = time.monotonic(), {}, b""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data=body, headers=sent), timeout=PATIENCE) as answer:
            headers = answer.headers
            # Comments may come before it.
            while (line := answer.readline()) and not (b"data:" in event and not line.strip()):
                event += line
    except TimeoutError:
        pass
    return headers, time.monotonic() - began, event


@contextlib.contextmanager
def nginx(folder, program, upstream, more=""):
    """One nginx process in front of a server, with its files in a folder of its own."""
    folder.mkdir()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "nginx.conf").write_text(CONFIGURATION.format(folder=folder, port=port, upstream=upstream, more=more))
    command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
    process = processes.start(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port, process)
        yield f"http://127.0.0.1:{port}"
    finally:
        processes.end(process, signal.SIGKILL)


def wait_for(port, process):
    while process.poll() is None:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
    raise RuntimeError(f"nginx ended with {process.returncode}")
