"""client.py <legacy|auto> <URL | COMMAND ARGUMENT…>: calls every tool, a line of JSON for each."""

import asyncio
import json
import sys

from mcp import Client, StdioServerParameters


async def main(mode, target, *arguments):
    if not target.startswith("http://"):
        target = StdioServerParameters(command=target, args=list(arguments))
    async with Client(target, mode=mode) as client:
        # The client learns the output schemas here, and validates by them.
        for tool in (await client.list_tools()).tools:
            line = {"tool": tool.name}
            try:
                result = await client.call_tool(tool.name, {})
                text = [block.text for block in result.content]
                line |= {"isError": result.is_error, "text": text, "meta": result.meta}
            except Exception as error:
                line |= {"raised": type(error).__name__, "text": [str(error)]}
            print(json.dumps(line))


asyncio.run(main(*sys.argv[1:]))
