"""The line between a phone and the server, to be pulled out in the middle of things."""

import socket
from contextlib import suppress
from threading import Thread


class Cable:
    """A line to the server that can be pulled out and put in again, with all that runs on it."""

    def __init__(self, port: int) -> None:
        self.port, self.is_in = port, True
        self.ends: list[socket.socket] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.door.getsockname()[1]}"
        Thread(target=self._serve, daemon=True).start()

    def pull(self) -> None:
        """Cut everything that runs on it, and refuse what comes."""
        self.is_in = False
        while self.ends:
            _hang_up(self.ends.pop())

    def put_in(self) -> None:
        """Let through what comes from now on."""
        self.is_in = True

    def close(self) -> None:
        """Let nobody in any more."""
        self.pull()
        _hang_up(self.door)
        self.door.close()

    def _serve(self) -> None:
        with suppress(OSError):  # the door is shut: it is over
            while True:
                near, _ = self.door.accept()
                far = socket.create_connection(("127.0.0.1", self.port))
                self.ends += [near, far]
                for ends in ((near, far), (far, near)):
                    Thread(target=_carry, args=ends, daemon=True).start()
                if not self.is_in:
                    self.pull()


def _carry(here: socket.socket, there: socket.socket) -> None:
    with suppress(OSError):  # pulled out
        while sent := here.recv(2**16):
            there.sendall(sent)
    _hang_up(there)


def _hang_up(end: socket.socket) -> None:
    with suppress(OSError):  # the other end was first
        end.shutdown(socket.SHUT_RDWR)
