"""Where this installation keeps what belongs to it alone: data folder, secret key, the id its cookies are named for."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Installation:
    """One Cincy on one machine: its data folder, and what lies in it."""

    data: Path

    @property
    def secret_key(self) -> str:
        """The signing key; made on first use, readable by the owner only."""
        return self._kept("secret_key", lambda: secrets.token_urlsafe(50))

    @property
    def name(self) -> str:
        """Eight letters that tell this installation's cookies from another's on the same host name."""
        return self._kept("installation", lambda: secrets.token_hex(4))

    def _kept(self, file: str, make) -> str:  # type: ignore[no-untyped-def]
        path = self.data / file
        self.data.mkdir(parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
                new.write(make())
        except FileExistsError:
            pass
        return path.read_text().strip()


HERE = Installation(Path(os.environ.get("CINCY_DATA") or ROOT / ".data").resolve())
