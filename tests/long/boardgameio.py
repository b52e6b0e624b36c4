"""boardgame.io (npm) in a folder of its own: served from memory, and played by phones of its own, beside us."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from room import HERE, free_port

PACKAGE = "boardgame.io@0.50.2"
SCRIPT = Path(__file__).with_name("boardgameio.cjs")


class BoardgameIo:
    """A server of boardgame.io. `missing` says why there is none."""

    def __init__(self) -> None:
        self.folder, self.port, self.missing = HERE / "npm", free_port(), ""
        self.server: subprocess.Popen[str] | None = None

    def __enter__(self) -> "BoardgameIo":
        if not shutil.which("npm") or not shutil.which("node"):
            self.missing = "npm or node is not installed here"
            return self
        self.folder.mkdir()
        command = ["npm", "install", "--prefix", self.folder, PACKAGE, "--no-audit", "--no-fund", "--omit=optional"]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            self.missing = f"npm could not install {PACKAGE}: {done.stderr.strip()[-200:]}"
            return self
        self.server = self._node("server", self.port)
        if not any("ready" in line for line in self.server.stdout or ()):
            self.missing = "its server did not come up"
        return self

    def __exit__(self, *_: object) -> None:
        if self.server:
            self.server.kill()
            self.server.communicate()

    def play(self, tables: int, rate: float, seconds: float) -> dict[str, Any]:
        """Play so many tables at this pace (0: as fast as it goes); return moves, seconds and what was heard, in ms."""
        said, _ = self._node("players", self.port, tables, rate, seconds).communicate()
        return json.loads(said.splitlines()[-1])

    def _node(self, *words: object) -> subprocess.Popen[str]:
        environment = {**os.environ, "NODE_PATH": str(self.folder / "node_modules"), "NODE_ENV": "production"}
        command = ["node", str(SCRIPT), *map(str, words)]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=quiet, text=True)
