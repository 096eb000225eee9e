// Up to 2025-11-25: a handshake and a session, by the official SDK.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpError, ResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { JsonRpcError, type Connection } from './index';

export async function connectStateful(serverUrl: string): Promise<Connection> {
  const client = new Client({ name: 'conformance-shim', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl)));
  return {
    async request<R>(method: string, params: Record<string, unknown> = {}) {
      try {
        return (await client.request({ method, params }, ResultSchema)) as R;
      } catch (error) {
        if (error instanceof McpError)
          throw new JsonRpcError(error.code, error.message, error.data);
        throw error;
      }
    },
    close: () => client.close(),
  };
}
