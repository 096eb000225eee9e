// Up to 2025-11-25: the official SDK's server, one for each request, as it keeps no session.

import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ErrorCode, McpError, type ServerResult } from '@modelcontextprotocol/sdk/types.js';
import type { Answer } from './index';

export const answerStateful: Answer = async (handlers, request, response, body) => {
  const server = new Server(
    { name: 'conformance-shim', version: '1.0.0' },
    { capabilities: { tools: {} } },
  );
  server.fallbackRequestHandler = async ({ method, params }) => {
    const handler = handlers[method];
    if (!handler) throw new McpError(ErrorCode.MethodNotFound, method);
    return (await handler(params ?? {})) as ServerResult;
  };
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request, response, body);
};
