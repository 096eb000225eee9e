// From 2026-07-28 on: no handshake, everything is said with each request. By hand, as the official
// SDK 1.x does not speak it.

import { DRAFT_PROTOCOL_VERSION } from '../types';
import { JsonRpcError, type Connection } from './index';

const NAMESPACE = 'io.modelcontextprotocol';

/** What each request says of its sender. */
export const REQUEST_META = {
  [`${NAMESPACE}/protocolVersion`]: DRAFT_PROTOCOL_VERSION,
  [`${NAMESPACE}/clientInfo`]: { name: 'conformance-shim', version: '1.0.0' },
  [`${NAMESPACE}/clientCapabilities`]: {},
};

export async function connectStateless(serverUrl: string): Promise<Connection> {
  let id = 0;
  return {
    async request<R>(method: string, params: Record<string, unknown> = {}) {
      id += 1;
      const response = await fetch(serverUrl, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': DRAFT_PROTOCOL_VERSION,
          'Mcp-Method': method,
          ...(typeof params.name === 'string' ? { 'Mcp-Name': params.name } : {}),
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id,
          method,
          params: { ...params, _meta: REQUEST_META },
        }),
        signal: AbortSignal.timeout(10_000),
      });
      const reply = replyTo(id, await response.text(), response.headers.get('content-type'));
      if (reply.error)
        throw new JsonRpcError(reply.error.code, reply.error.message, reply.error.data);
      return reply.result as R;
    },
    async close() {},
  };
}

interface Reply {
  id?: unknown;
  result?: unknown;
  error?: { code: number; message: string; data?: unknown };
}

function replyTo(id: number, body: string, type: string | null): Reply {
  if (!type?.includes('text/event-stream')) return JSON.parse(body) as Reply;
  for (const line of body.split(/\r?\n/)) {
    if (!line.startsWith('data:') || !line.slice(5).trim()) continue;
    const message = JSON.parse(line.slice(5)) as Reply;
    if (message.id === id) return message;
  }
  throw new Error(`no reply to request ${id} in the stream`);
}
