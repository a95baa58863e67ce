"""A process behind a line protocol: a command in, an answer out, each one line of JSON."""

import json
import subprocess
import sys
import threading

from . import processes

TIMEOUT = 120


class Talker:
    def __init__(self, command: list[str], env: dict[str, str]):
        self.process = processes.start(
            command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=sys.stderr, text=True
        )
        self.greeting = self._answer()
        if "failed" in self.greeting:
            raise RuntimeError(f"{command}: {self.greeting['failed']}")

    def ask(self, op: str, **fields) -> dict:
        self.process.stdin.write(json.dumps({"op": op} | fields) + "\n")
        self.process.stdin.flush()
        return self._answer()

    def begin(self, op: str, **fields):
        """As `ask`, for a step that waits for something else; what is returned gives the answer."""
        self.process.stdin.write(json.dumps({"op": op} | fields) + "\n")
        self.process.stdin.flush()
        return self._answer

    def must(self, op: str, **fields) -> dict:
        """As `ask`, for a step without which the rest makes no sense."""
        answer = self.ask(op, **fields)
        if "failed" in answer:
            raise RuntimeError(f"{op}: {answer['failed']}")
        return answer

    def end(self):
        """Lets it end by itself, with what it has started, and ends it where it does not."""
        self.process.stdin.close()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            processes.end(self.process)

    def _answer(self) -> dict:
        # One that hangs is ended, and its silence becomes the answer.
        watchdog = threading.Timer(TIMEOUT, processes.end, [self.process])
        watchdog.start()
        line = self.process.stdout.readline()
        watchdog.cancel()
        return json.loads(line) if line else {"failed": "it said nothing"}
