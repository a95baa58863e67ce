"""Every process this run starts is in a group of its own and ends with the run."""

import atexit
import os
import signal
import subprocess
import threading

_started: list[subprocess.Popen] = []
_stopping = threading.Event()


def start(command: list[str], **options) -> subprocess.Popen:
    if _stopping.is_set():
        raise RuntimeError("the run was interrupted")
    process = subprocess.Popen(command, start_new_session=True, **options)
    _started.append(process)
    return process


def run(command: list[str], timeout: float, **options) -> subprocess.CompletedProcess:
    """Runs a command to its end."""
    process = start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
    try:
        output, errors = process.communicate(timeout=timeout)
    finally:
        if process.poll() is None:
            end(process)
    return subprocess.CompletedProcess(command, process.returncode, output, errors)


def end(process: subprocess.Popen, sig: int = signal.SIGKILL) -> int:
    """Signals a process and what it started, and waits for it."""
    try:
        os.killpg(process.pid, sig)
    except ProcessLookupError:
        pass
    return process.wait(timeout=30)


def interrupt(*_):
    """Ends everything; what would start next fails instead, so that the run is over soon."""
    _stopping.set()
    end_all()


def is_interrupted() -> bool:
    return _stopping.is_set()


@atexit.register
def end_all():
    for process in list(_started):
        if process.poll() is None:
            end(process)
