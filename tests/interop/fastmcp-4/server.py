"""server.py FAILURES [PORT]: serves tools that fail as the file says, over stdio or HTTP."""

import json
import sys
from pathlib import Path

from fastmcp import FastMCP
from fastmcp.tools import Tool, ToolResult

file, *port = sys.argv[1:]
server = FastMCP("interop")
EVENT = {"type": "object", "properties": {"title": {"type": "string"}}, "required": ["title"]}


def add(failure):
    def tool() -> ToolResult:
        return ToolResult(
            content=failure["text"],
            meta=failure.get("meta"),
            is_error=not failure.get("succeeds", False),
        )

    annotations = {"idempotentHint": True} if failure.get("idempotent") else None
    schema = EVENT if failure.get("outputSchema") else None
    server.add_tool(
        Tool.from_function(
            tool, name=failure["tool"], annotations=annotations, output_schema=schema
        )
    )


for failure in json.loads(Path(file).read_text("utf-8")):
    add(failure)
if port:
    server.run("http", port=int(port[0]), show_banner=False)
else:
    server.run("stdio", show_banner=False)
