// client.mjs <URL | COMMAND ARGUMENT…>: calls every tool, one line of JSON for each.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [target, ...args] = process.argv.slice(2);
const transport = target.startsWith("http://")
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args });
const client = new Client({ name: "interop", version: "0" });
await client.connect(transport);

// The client learns the output schemas here, and validates by them.
const { tools } = await client.listTools();
for (const { name } of tools) {
  let line;
  try {
    const { isError = false, content, _meta: meta = null } = await client.callTool({ name, arguments: {} });
    line = { tool: name, isError, text: content.map((block) => block.text), meta };
  } catch (error) {
    line = { tool: name, raised: error.constructor.name, text: [error.message] };
  }
  console.log(JSON.stringify(line));
}
await client.close();
