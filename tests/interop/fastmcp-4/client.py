"""client.py <raise|return> <legacy|auto> <URL | COMMAND ARGUMENT…>: calls every tool, one line of
JSON for each. `raise` is what the library does by default."""

import asyncio
import json
import sys

from fastmcp import Client
from fastmcp.client.transports import StdioTransport


async def main(on_error, mode, target, *arguments):
    if not target.startswith("http://"):
        target = StdioTransport(target, list(arguments))
    async with Client(target, mode=mode) as client:
        for tool in await client.list_tools():
            line = {"tool": tool.name}
            try:
                result = await client.call_tool(tool.name, {}, raise_on_error=on_error == "raise")
                text = [block.text for block in result.content]
                line |= {"isError": result.is_error, "text": text, "meta": result.meta}
            except Exception as error:
                line |= {"raised": type(error).__name__, "text": [str(error)]}
            print(json.dumps(line))


asyncio.run(main(*sys.argv[1:]))
