"""The four kinds of runs. Each returns the protocol that was reached, and the result."""

import json
from contextlib import ExitStack

from . import compare, install
from .places import CACHE, FAILURES, HERE, LOGS
from .processes import Failed, Ours, Theirs, free_port, run


class Run:
    """One row of the table, while it is made."""

    def __init__(self, fixture, name):
        self.fixture, self.name = fixture, name
        self.sent_to = LOGS / f"{name}.sent"
        self.sent_to.unlink(missing_ok=True)

    def our_server(self, stack, transport):
        """How a peer reaches our server: a command, or an address."""
        if transport == "stdio":
            return [self.fixture, "serve", "stdio", self.sent_to]
        command = [self.fixture, "serve", transport, self.sent_to]
        return [stack.enter_context(Ours(command, f"{self.name}-server")).url]

    def their_server(self, stack, transport, command):
        """`command(port)` starts it; without a port over stdio."""
        if transport == "stdio":
            return command(None)
        port = free_port()
        server = Theirs(command(port), f"{self.name}-peer", port)
        return [stack.enter_context(server).url]

    def sent(self):
        if not self.sent_to.exists():
            raise Failed("our server was not reached")
        return compare.lines(self.sent_to.read_text("utf-8"))

    def our_client(self, lifecycle, target):
        """The protocol, and a line for each tool."""
        said = compare.lines(run([self.fixture, "call", lifecycle, *target], self.name))
        if not said:
            raise Failed("our client said nothing")
        return said[0]["protocol"], said[1:]


def client_of_ours(run_, transport, command):
    """`command(target)` calls our tools."""
    with ExitStack() as stack:
        target = run_.our_server(stack, transport)
        received = compare.lines(run(command(target), run_.name))
    sent = run_.sent()
    compare.called_once(sent)
    return protocol(sent), compare.result(sent, received)


def inspector_of_ours(run_, transport, command):
    """`command(target, tool)` makes one call, and prints the result as it is."""
    received = []
    with ExitStack() as stack:
        target = run_.our_server(stack, transport)
        for tool in compare.DECISIONS:
            # 5 says that the tool failed.
            said = run(command(target, tool), run_.name, accepted=(0, 5))
            result = json.loads(said)
            received.append(
                {
                    "tool": tool,
                    "isError": result.get("isError", False),
                    "text": [block["text"] for block in result["content"]],
                    "meta": result.get("_meta"),
                }
            )
    sent = run_.sent()
    compare.called_once(sent)
    return protocol(sent), compare.result(sent, received)


def server_for_ours(run_, transport, lifecycle, command):
    """`command(port)` serves what the file says."""
    with ExitStack() as stack:
        target = run_.their_server(stack, transport, command)
        reached, received = run_.our_client(lifecycle, target)
    sent = [
        {
            "tool": failure["tool"],
            "isError": not failure.get("succeeds", False),
            "text": [failure["text"]],
            "meta": failure.get("meta"),
        }
        for failure in json.loads(FAILURES.read_text("utf-8"))
    ]
    result = compare.result(sent, received)
    compare.read_as_sent(received, dropped=result == compare.DROPPED)
    return reached, result


def between(run_, transports, lifecycle, command):
    """`command(port, target)` stands between our client and our server."""
    listens, reaches = transports
    with ExitStack() as stack:
        target = run_.our_server(stack, reaches)
        gateway = run_.their_server(stack, listens, lambda port: command(port, target))
        reached, received = run_.our_client(lifecycle, gateway)
    sent = run_.sent()
    compare.called_as_often(sent, received)
    result = compare.result(sent, received)
    compare.read_as_sent(received, dropped=result == compare.DROPPED)
    beyond = protocol(sent)
    return reached if reached == beyond else f"{reached}, then {beyond}", result


def protocol(sent):
    versions = sorted({line["protocol"] or "none" for line in sent})
    if len(versions) != 1:
        raise Failed(f"protocols {', '.join(versions)}")
    return versions[0]


SCENARIOS = ("tools-list", "tools-call-simple-text", "tools-call-error")


def conformance(run_, version):
    """The official suite, against our server and against the same without toolfailure."""
    outcomes = {}
    for kind in ("with", "without"):
        with Ours([run_.fixture, "conformance", kind], f"{run_.name}-{kind}-server") as server:
            for scenario in SCENARIOS:
                outcomes[kind, scenario] = checks(run_, kind, scenario, server.url, version)
    for scenario in SCENARIOS:
        ours, plain = outcomes["with", scenario], outcomes["without", scenario]
        if ours != plain:
            raise Failed(f"{scenario}: {ours}, but plain rmcp {plain}")
        if not ours or any(status != "SUCCESS" for _, status in ours):
            raise Failed(f"{scenario}: {ours}")
    count = sum(len(outcomes["with", scenario]) for scenario in SCENARIOS)
    return version, f"{count} checks of {', '.join(SCENARIOS)} pass, the same as with plain rmcp"


def checks(run_, kind, scenario, url, version):
    name = f"{run_.name}-{kind}-{scenario}"
    out = LOGS / name
    program = CACHE / "conformance/node_modules/.bin/conformance"
    flags = ["--url", url, "--scenario", scenario, "--spec-version", version, "-o", out]
    run([install.node_22(), program, "server", *flags], name, accepted=(0, 1))
    found = sorted(out.rglob("checks.json"))
    if not found:
        raise Failed(f"{scenario}: no report")
    report = json.loads(found[-1].read_text("utf-8"))
    return [(check["id"], check["status"]) for check in report]


def node(folder, file):
    return ["node", CACHE / folder / file]


def node_bin(folder, program):
    return ["node", CACHE / folder / "node_modules" / ".bin" / program]


def python(folder, file):
    return [CACHE / folder / "venv" / "bin" / "python", HERE / folder / file]
