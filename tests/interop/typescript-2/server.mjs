// server.mjs FAILURES [PORT]: serves tools that fail as the file says, over stdio or HTTP.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { toNodeHandler } from "@modelcontextprotocol/node";
import { McpServer, createMcpHandler } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const [file, port] = process.argv.slice(2);
const failures = JSON.parse(readFileSync(file, "utf8"));

function server() {
  const server = new McpServer({ name: "interop", version: "0" });
  for (const { tool, idempotent, outputSchema, succeeds = false, text, meta } of failures) {
    const config = {
      ...(idempotent && { annotations: { idempotentHint: true } }),
      ...(outputSchema && { outputSchema: z.object({ title: z.string() }) }),
    };
    const result = { isError: !succeeds, content: [{ type: "text", text }], ...(meta && { _meta: meta }) };
    // The SDK writes into what a tool returns.
    server.registerTool(tool, config, () => structuredClone(result));
  }
  return server;
}

if (port === undefined) {
  serveStdio(server);
} else {
  createServer(toNodeHandler(createMcpHandler(server))).listen(Number(port), "127.0.0.1");
}
