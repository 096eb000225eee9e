"""client.py <URL | COMMAND ARGUMENT…>: calls every tool, one line of JSON for each."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client


def transport(target, arguments):
    if target.startswith("http://"):
        return streamable_http_client(target)
    return stdio_client(StdioServerParameters(command=target, args=arguments))


async def main(target, *arguments):
    async with transport(target, list(arguments)) as (read, write, *_):
        async with ClientSession(read, write) as client:
            await client.initialize()
            # The client learns the output schemas here, and validates by them.
            for tool in (await client.list_tools()).tools:
                line = {"tool": tool.name}
                try:
                    result = await client.call_tool(tool.name, {})
                    text = [block.text for block in result.content]
                    line |= {"isError": result.isError, "text": text, "meta": result.meta}
                except Exception as error:
                    line |= {"raised": type(error).__name__, "text": [str(error)]}
                print(json.dumps(line))


asyncio.run(main(*sys.argv[1:]))
