"""What the log keeps to itself: whoever can read it must not be able to come in with what it says."""

import logging
import re

SECRET = re.compile(r"(/[a-z]/)[\w-]{16,}")  # one-use links, and those in the QR


class Discreet(logging.Formatter):
    """Write a line, or a whole traceback, without the secret part of an address."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the text as it may be kept."""
        return SECRET.sub(r"\1…", super().format(record))
