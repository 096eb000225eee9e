"""proxy.py <PORT|stdio> <URL | COMMAND ARGUMENT…>: stands between a client and a server."""

import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport
from fastmcp.server import create_proxy

listen, target, *arguments = sys.argv[1:]
if not target.startswith("http://"):
    target = StdioTransport(target, arguments)
proxy = create_proxy(Client(target))
if listen == "stdio":
    proxy.run("stdio", show_banner=False)
else:
    proxy.run("http", port=int(listen), show_banner=False)
