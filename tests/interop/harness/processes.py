"""Processes that end, whatever happens."""

import os
import select
import signal
import socket
import subprocess
import time

from .places import HOME, LOGS

START_SECONDS = 60
RUN_SECONDS = 120


class Failed(Exception):
    """A run did not come to a result."""


def surroundings():
    ours = {"PYTHONDONTWRITEBYTECODE", "PYTHONPATH"}
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ours and "proxy" not in name.lower()
    }
    return kept | {
        "HOME": str(HOME),
        "MCP_REMOTE_CONFIG_DIR": str(HOME),
        "FASTMCP_CHECK_FOR_UPDATES": "off",
        "NO_COLOR": "1",
    }


def start(command, log, stdout):
    return subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.PIPE,
        stdout=stdout,
        stderr=log,
        env=surroundings(),
        start_new_session=True,
    )


def end(process):
    """Ends it, and what it started in its group."""
    process.stdin.close()
    signal_group(process, signal.SIGTERM)
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        pass
    signal_group(process, signal.SIGKILL)
    process.wait()


def signal_group(process, number):
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        pass


def run(command, name, accepted=(0,)):
    """Runs to the end. Returns what it wrote to stdout."""
    out, err = LOGS / f"{name}.out", LOGS / f"{name}.err"
    with open(out, "wb") as stdout, open(err, "wb") as log:
        process = start(command, log, stdout)
        try:
            # Some see the end of their stdin as the end of their work, so it stays open.
            code = process.wait(RUN_SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed(f"no end within {RUN_SECONDS} s") from None
        finally:
            end(process)
    if code not in accepted:
        raise Failed(f"exit code {code}")
    return out.read_text("utf-8")


class Server:
    """A process that listens, for the length of a `with`."""

    def __init__(self, command, name):
        self.command, self.name = command, name

    def __enter__(self):
        self.log = open(LOGS / f"{self.name}.err", "wb")
        self.process = start(self.command, self.log, self.stdout())
        try:
            self.wait()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        end(self.process)
        self.log.close()

    def stdout(self):
        return self.log


class Ours(Server):
    """Our server: it says where it listens."""

    def stdout(self):
        return subprocess.PIPE

    def wait(self):
        ready, _, _ = select.select([self.process.stdout], [], [], START_SECONDS)
        self.url = self.process.stdout.readline().decode().strip() if ready else ""
        if not self.url:
            raise Failed("our server did not start")


class Theirs(Server):
    """A server of others: it is told where to listen."""

    def __init__(self, command, name, port):
        super().__init__(command, name)
        self.port, self.url = port, f"http://127.0.0.1:{port}/mcp"

    def wait(self):
        give_up_at = time.monotonic() + START_SECONDS
        while time.monotonic() < give_up_at:
            if self.process.poll() is not None:
                raise Failed(f"the server ended with exit code {self.process.returncode}")
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)
        raise Failed(f"the server does not listen within {START_SECONDS} s")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
