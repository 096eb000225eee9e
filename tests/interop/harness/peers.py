"""Who is run: every row of the table."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from .compare import DROPPED, NUMBERS, UNCHANGED
from .install import NODE_22, has_node_22, node_22
from .places import CACHE, FAILURES, HERE
from .runs import (
    between,
    client_of_ours,
    conformance,
    inspector_of_ours,
    node,
    node_bin,
    python,
    server_for_ours,
)

KEPT = {UNCHANGED, NUMBERS}
RAISES = {"lost: `ToolError` is raised, with the text alone"}

CALLS_OURS = "calls our server"
SERVES_OURS = "serves our client"
BETWEEN = "between our client and our server"
CHECKS_OURS = "checks our server"

TRANSPORTS = {"stdio": "stdio", "http": "HTTP", "http-json": "HTTP, JSON"}
# How clients are told which protocol to speak, and how ours is.
MODES = ("legacy", "auto")
LIFECYCLES = ("initialize", "discover")


@dataclass(frozen=True, eq=False)
class Row:
    peer: str
    party: str
    version: str
    direction: str
    transport: str
    # What distinguishes it from others of the same direction and transport, for the log's name.
    variant: str
    run: Callable
    # `None`: whatever does not fail.
    expected: set | None

    @property
    def name(self):
        parts = (self.peer, self.direction, self.transport, self.variant)
        return re.sub(r"[^a-z0-9]+", "-", " ".join(parts).lower()).strip("-")


@dataclass(frozen=True)
class Peer:
    # What to install.
    folders: list
    rows: list


def version(folder, package):
    manifest = HERE / folder / "package.json"
    if manifest.exists():
        return json.loads(manifest.read_text())["dependencies"][package]
    return re.fullmatch(rf"{package}==(\S+)\n", (HERE / folder / "requirements.in").read_text())[1]


def clients(peer, party, version, command, modes, expected=KEPT, transports=TRANSPORTS):
    """`command(mode, target)`"""
    for transport in transports:
        for mode in modes:
            run = partial(client_of_ours, transport=transport, command=partial(command, mode))
            shown = TRANSPORTS[transport]
            yield Row(peer, party, version, CALLS_OURS, shown, f"{party} {mode}", run, expected)


def servers(peer, party, version, program, lifecycles):
    for transport in ("stdio", "http"):
        for lifecycle in lifecycles:
            run = partial(
                server_for_ours,
                transport=transport,
                lifecycle=lifecycle,
                command=lambda port: [*program, FAILURES, *([] if port is None else [port])],
            )
            shown = TRANSPORTS[transport]
            yield Row(peer, party, version, SERVES_OURS, shown, lifecycle, run, KEPT)


def gateway(peer, party, version, transports, lifecycles, command, expected=KEPT):
    for lifecycle in lifecycles:
        run = partial(between, transports=transports, lifecycle=lifecycle, command=command)
        shown = " → ".join(TRANSPORTS[transport] for transport in transports)
        yield Row(peer, party, version, BETWEEN, shown, f"{party} {lifecycle}", run, expected)


def typescript_1():
    name = "@modelcontextprotocol/sdk"
    is_ = "typescript-1", f"`{name}`", version("typescript-1", name)
    client = node("typescript-1", "client.mjs")
    yield from clients(*is_, lambda mode, target: [*client, *target], modes=("",))
    yield from servers(*is_, node("typescript-1", "server.mjs"), LIFECYCLES[:1])


def typescript_2():
    name = "@modelcontextprotocol/client"
    is_ = "typescript-2", f"`{name}`", version("typescript-2", name)
    client = node("typescript-2", "client.mjs")
    yield from clients(*is_, lambda mode, target: [*client, mode, *target], MODES)
    name = "@modelcontextprotocol/server"
    is_ = "typescript-2", f"`{name}`", version("typescript-2", name)
    yield from servers(*is_, node("typescript-2", "server.mjs"), LIFECYCLES)


def python_1():
    is_ = "python-1", "PyPI `mcp`", version("python-1", "mcp")
    client = python("python-1", "client.py")
    yield from clients(*is_, lambda mode, target: [*client, *target], modes=("",))
    yield from servers(*is_, python("python-1", "server.py"), LIFECYCLES[:1])


def python_2():
    is_ = "python-2", "PyPI `mcp`", version("python-2", "mcp")
    client = python("python-2", "client.py")
    yield from clients(*is_, lambda mode, target: [*client, mode, *target], MODES)
    yield from servers(*is_, python("python-2", "server.py"), LIFECYCLES)


def fastmcp_4():
    number = version("fastmcp-4", "fastmcp")
    client = python("fastmcp-4", "client.py")
    yield from clients(
        "fastmcp-4",
        "`fastmcp` `call_tool(raise_on_error=False)`",
        number,
        lambda mode, target: [*client, "return", mode, *target],
        MODES,
    )
    yield from clients(
        "fastmcp-4",
        "`fastmcp` `call_tool`",
        number,
        lambda mode, target: [*client, "raise", mode, *target],
        MODES,
        RAISES,
        ("stdio", "http"),
    )
    server = python("fastmcp-4", "server.py")
    yield from servers("fastmcp-4", "`fastmcp`", number, server, LIFECYCLES)


def fastmcp_proxy(peer, folder, party, lifecycles, expected):
    program = python(folder, "proxy.py")
    for transports in (("http", "stdio"), ("stdio", "http")):
        yield from gateway(
            peer,
            party,
            version(folder, "fastmcp"),
            transports,
            lifecycles,
            lambda port, target: [*program, port or "stdio", *target],
            expected,
        )


def mcp_proxy_python():
    program = CACHE / "python-mcp-proxy/venv/bin/mcp-proxy"
    is_ = "mcp-proxy-python", "PyPI `mcp-proxy`", version("python-mcp-proxy", "mcp-proxy")
    yield from gateway(
        *is_,
        ("http", "stdio"),
        LIFECYCLES[:1],
        lambda port, target: [program, "--port", port, "--", *target],
    )
    yield from gateway(
        *is_,
        ("stdio", "http"),
        LIFECYCLES[:1],
        lambda _, target: [program, "--transport", "streamablehttp", *target],
    )


def supergateway():
    program = node_bin("node-gateways", "supergateway")
    is_ = "supergateway", "`supergateway`", version("node-gateways", "supergateway")

    def to_stdio(port, target, stateful):
        command = " ".join(map(str, target))
        flags = ["--outputTransport", "streamableHttp", "--logLevel", "none", *stateful]
        return [*program, "--stdio", command, "--port", port, *flags]

    yield from gateway(*is_, ("http", "stdio"), LIFECYCLES, partial(to_stdio, stateful=[]))
    peer, party, number = is_
    yield from gateway(
        peer,
        f"{party} `--stateful`",
        number,
        ("http", "stdio"),
        LIFECYCLES[:1],
        partial(to_stdio, stateful=["--stateful"]),
    )
    yield from gateway(
        *is_,
        ("stdio", "http"),
        LIFECYCLES[:1],
        lambda _, target: [*program, "--streamableHttp", *target, "--logLevel", "none"],
    )


def mcp_proxy_node():
    program = node_bin("node-gateways", "mcp-proxy")
    yield from gateway(
        "mcp-proxy-node",
        "npm `mcp-proxy`",
        version("node-gateways", "mcp-proxy"),
        ("http", "stdio"),
        LIFECYCLES,
        lambda port, target: [*program, "--host", "127.0.0.1", "--port", port, "--", *target],
    )


def mcp_remote():
    program = node_bin("node-gateways", "mcp-remote")
    yield from gateway(
        "mcp-remote",
        "`mcp-remote`",
        version("node-gateways", "mcp-remote"),
        ("stdio", "http"),
        LIFECYCLES,
        lambda _, target: [*program, *target],
    )


def inspector():
    name = "@modelcontextprotocol/inspector"
    program = CACHE / "inspector/node_modules/.bin/mcp-inspector"

    def command(target, tool, era):
        call = ["--method", "tools/call", "--tool-name", tool]
        return [node_22(), program, "--cli", *target, "--protocol-era", era, *call]

    for transport, era in (("stdio", "legacy"), ("http", "modern")):
        run = partial(inspector_of_ours, transport=transport, command=partial(command, era=era))
        party, shown = f"`{name}` `--cli`", TRANSPORTS[transport]
        number = version("inspector", name)
        yield Row("inspector", party, number, CALLS_OURS, shown, era, run, KEPT)


def conformance_suite():
    name = "@modelcontextprotocol/conformance"
    for protocol in ("2025-11-25", "2026-07-28"):
        run = partial(conformance, version=protocol)
        number = version("conformance", name)
        yield Row("conformance", f"`{name}`", number, CHECKS_OURS, "HTTP", protocol, run, None)


def peers():
    newer_node = [] if has_node_22() else [NODE_22]
    # This one breaks the rule for relays, and is here to show that this is noticed.
    dropping = fastmcp_proxy(
        "fastmcp-2-proxy", "fastmcp-2", "`fastmcp` `as_proxy`", LIFECYCLES[:1], {DROPPED}
    )
    keeping = fastmcp_proxy(
        "fastmcp-4-proxy", "fastmcp-4", "`fastmcp` `create_proxy`", LIFECYCLES, KEPT
    )
    yield "typescript-1", ["typescript-1"], typescript_1()
    yield "typescript-2", ["typescript-2"], typescript_2()
    yield "python-1", ["python-1"], python_1()
    yield "python-2", ["python-2"], python_2()
    yield "fastmcp-4", ["fastmcp-4"], fastmcp_4()
    yield "fastmcp-4-proxy", ["fastmcp-4"], keeping
    yield "fastmcp-2-proxy", ["fastmcp-2"], dropping
    yield "mcp-proxy-python", ["python-mcp-proxy"], mcp_proxy_python()
    yield "supergateway", ["node-gateways"], supergateway()
    yield "mcp-proxy-node", ["node-gateways"], mcp_proxy_node()
    yield "mcp-remote", ["node-gateways"], mcp_remote()
    yield "inspector", ["inspector", *newer_node], inspector()
    yield "conformance", ["conformance", *newer_node], conformance_suite()


PEERS = {name: Peer(folders, list(rows)) for name, folders, rows in peers()}
