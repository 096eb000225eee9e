"""server.py FAILURES [PORT]: serves tools that fail as the file says, over stdio or HTTP."""

import json
import sys
from pathlib import Path

from mcp.server.fastmcp import FastMCP
from mcp.types import CallToolResult, TextContent, ToolAnnotations

file, *port = sys.argv[1:]
server = FastMCP("interop", port=int(port[0]) if port else 8000, log_level="WARNING")


def add(failure):
    # No output schema here: this version holds failures to it and drops what does not fit.
    def tool() -> CallToolResult:
        return CallToolResult(
            content=[TextContent(type="text", text=failure["text"])],
            isError=not failure.get("succeeds", False),
            _meta=failure.get("meta"),
        )

    annotations = ToolAnnotations(idempotentHint=True) if failure.get("idempotent") else None
    server.add_tool(tool, failure["tool"], annotations=annotations)


for failure in json.loads(Path(file).read_text("utf-8")):
    add(failure)
server.run("streamable-http" if port else "stdio")
