"""Every process this run starts is in a group of its own and ends with the run."""

import atexit
import os
import signal
import subprocess

_started: list[subprocess.Popen] = []


def start(command: list[str], **options) -> subprocess.Popen:
    process = subprocess.Popen(command, start_new_session=True, **options)
    _started.append(process)
    return process


def end(process: subprocess.Popen, sig: int = signal.SIGKILL) -> int:
    """Signals a process and what it started, and waits for it."""
    try:
        os.killpg(process.pid, sig)
    except ProcessLookupError:
        pass
    return process.wait(timeout=30)


@atexit.register
def end_all():
    for process in _started:
        if process.poll() is None:
            end(process)
