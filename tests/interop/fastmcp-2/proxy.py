"""proxy.py <PORT|stdio> <URL | COMMAND ARGUMENT…>: stands between a client and a server."""

import sys

from fastmcp import Client, FastMCP
from fastmcp.client.transports import StdioTransport

listen, target, *arguments = sys.argv[1:]
if not target.startswith("http://"):
    target = StdioTransport(target, arguments)
proxy = FastMCP.as_proxy(Client(target))
if listen == "stdio":
    proxy.run("stdio", show_banner=False)
else:
    proxy.run("http", port=int(listen), show_banner=False)
