"""One line a check, and the tally."""

import threading


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        self._lock = threading.Lock()

    def check(self, name: str, holds: bool, detail: object = "") -> bool:
        """Notes one check; the detail is shown where it does not hold."""
        with self._lock:
            if holds:
                self.passed += 1
                print(f"ok    {name}", flush=True)
            else:
                self.failed += 1
                print(f"FAIL  {name}: {str(detail)[:600]}", flush=True)
        return holds

    def equal(self, name: str, found: object, expected: object) -> bool:
        return self.check(name, found == expected, f"expected {expected!r}, found {found!r}")

    def tally(self) -> str:
        return f"{self.passed} passed, {self.failed} failed"
