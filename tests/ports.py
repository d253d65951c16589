"""Ports of this machine, for servers that tests start."""

import socket
import time

_PATIENCE = 60.0  # seconds


def free_port() -> int:
    """Return a port that no server has."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    return port


def wait_for(port: int) -> None:
    """Wait until a server answers at a port."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
        else:
            return
