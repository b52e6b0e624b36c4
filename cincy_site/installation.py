"""Where this installation keeps what belongs to it alone: data folder, secret key, the id its cookies are named for."""

import os
import secrets
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Installation:
    """One Cincy on one machine: its data folder, and what lies in it."""

    data: Path

    def make(self) -> tuple[str, str]:
        """Make what is missing: folder, key and name. Raises OSError where nothing can be written.

        The folder may have been made by somebody, open to all: what this process writes from now on is its owner's.
        """
        os.umask(0o077)
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self.secret_key, self.name

    @cached_property
    def secret_key(self) -> str:
        """The signing key; made on first use, readable by the owner only."""
        return self._kept("secret_key", lambda: secrets.token_urlsafe(50))

    @cached_property
    def name(self) -> str:
        """Eight letters that tell this installation's cookies from another's on the same host name."""
        return self._kept("installation", lambda: secrets.token_hex(4))

    @property
    def address(self) -> str:
        """The address of this machine that the host picked for the phones; empty: none yet."""
        try:
            return (self.data / "address").read_text().strip()
        except OSError:
            return ""

    def pick_address(self, address: str) -> None:
        """Remember the address for the phones."""
        self._written(address).replace(self.data / "address")

    def lay_down(self, name: str, text: str) -> None:
        """Keep a text under a name until it is picked up. Raises OSError."""
        self._written(text).replace(self.data / name)

    def pick_up(self, name: str, age: float) -> str | None:
        """Return, once, a text that was laid down at most so many seconds ago; None: it is not there any more."""
        path = self.data / name
        try:
            written = path.stat().st_mtime
            text = path.read_text()
            path.unlink()  # of several that pick it up, one can
        except FileNotFoundError:
            return None
        return text if time.time() - written <= age else None

    def _kept(self, file: str, make: Callable[[], str]) -> str:
        """Return what a file holds, made if it is not there: of several that make it at once, one wins for all."""
        path = self.data / file
        if not path.exists():
            _place(self._written(make()), path)
        return path.read_text().strip()

    def _written(self, text: str) -> Path:
        """Return a new file beside the others, for the owner only, that holds a text down to the disk."""
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(prefix=".new-", dir=self.data)
        with os.fdopen(descriptor, "w") as new:
            new.write(text)
            new.flush()
            os.fsync(descriptor)
        return Path(name)


def _place(new: Path, path: Path) -> None:
    """Give a finished file its name unless another has it: whoever reads it reads all of it."""
    try:
        path.hardlink_to(new)
    except FileExistsError:
        pass
    except OSError:  # a disk without hard links (a memory stick): as near as can be
        if not path.exists():
            new.replace(path)
    finally:
        new.unlink(missing_ok=True)


HERE = Installation(Path(os.environ.get("CINCY_DATA") or ROOT / ".data").resolve())
