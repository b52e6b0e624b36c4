"""What a long test has measured, as a small table; and whether each promise holds."""

import sys
from collections.abc import Sequence


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that this share of all values does not exceed; 0 if there is none."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)] if ordered else 0.0


class Figures:
    """A table on the terminal that grows line by line, and remembers what was promised and not kept."""

    def __init__(self, title: str) -> None:
        self.broken: list[str] = []
        print(f"\n{title}", flush=True)

    def say(self, what: str, figure: object) -> None:
        """Print a figure that nothing is promised of."""
        print(f"  {what:<66}{figure!s:>16}", flush=True)

    def promise(self, what: str, figure: object, holds: bool, promised: str = "") -> None:
        """Print a figure, and whether the promise holds."""
        mark = "kept" if holds else "BROKEN"
        print(f"  {what:<66}{figure!s:>16}  {promised:>12}  {mark}", flush=True)
        if not holds:
            self.broken.append(what)

    def end(self) -> None:
        """Leave the program: with 0 only if every promise was kept."""
        print("All promises kept." if not self.broken else f"Broken: {'; '.join(self.broken)}", flush=True)
        sys.exit(bool(self.broken))


def ms(seconds: float) -> str:
    """Return seconds as milliseconds."""
    return f"{seconds * 1000:,.0f} ms"
