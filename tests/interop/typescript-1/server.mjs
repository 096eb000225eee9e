// server.mjs FAILURES [PORT]: serves tools that fail as the file says, over stdio or HTTP.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const [file, port] = process.argv.slice(2);
const failures = JSON.parse(readFileSync(file, "utf8"));

function server() {
  const server = new McpServer({ name: "interop", version: "0" });
  for (const { tool, idempotent, outputSchema, succeeds = false, text, meta } of failures) {
    const config = {
      ...(idempotent && { annotations: { idempotentHint: true } }),
      ...(outputSchema && { outputSchema: { title: z.string() } }),
    };
    const result = { isError: !succeeds, content: [{ type: "text", text }], ...(meta && { _meta: meta }) };
    server.registerTool(tool, config, () => result);
  }
  return server;
}

if (port === undefined) {
  await server().connect(new StdioServerTransport());
} else {
  createServer(async (request, response) => {
    // Without sessions, each request has a server of its own.
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await server().connect(transport);
    await transport.handleRequest(request, response);
  }).listen(Number(port), "127.0.0.1");
}
