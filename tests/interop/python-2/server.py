"""server.py FAILURES [PORT]: serves tools that fail as the file says, over stdio or HTTP."""

import json
import sys
from pathlib import Path
from typing import Annotated

from mcp.server import MCPServer
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel

file, *port = sys.argv[1:]
server = MCPServer("interop", log_level="WARNING")


class Event(BaseModel):
    title: str


def add(failure):
    def tool() -> CallToolResult:
        return CallToolResult(
            content=[TextContent(type="text", text=failure["text"])],
            is_error=not failure.get("succeeds", False),
            _meta=failure.get("meta"),
        )

    if failure.get("outputSchema"):
        tool.__annotations__["return"] = Annotated[CallToolResult, Event]
    annotations = ToolAnnotations(idempotent_hint=True) if failure.get("idempotent") else None
    server.add_tool(tool, failure["tool"], annotations=annotations)


for failure in json.loads(Path(file).read_text("utf-8")):
    add(failure)
if port:
    server.run("streamable-http", port=int(port[0]))
else:
    server.run("stdio")
