// From 2026-07-28 on: by hand, as the official SDK 1.x does not speak it.

import { DRAFT_PROTOCOL_VERSION } from '../types';
import type { Answer } from './index';

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** What the version asks of every result, and of those that may be cached. */
const EVERY_RESULT = { resultType: 'complete' };
const CACHEABLE = { ttlMs: 0, cacheScope: 'private' };

export const answerStateless: Answer = async (handlers, request, response, body) => {
  const {
    id,
    method,
    params = {},
  } = body as {
    id?: unknown;
    method: string;
    params?: Record<string, unknown>;
  };
  const send = (status: number, payload: object) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, ...payload }));
  };
  const error = (status: number, code: number, message: string) =>
    send(status, { error: { code, message } });

  if (id === undefined) return void response.writeHead(202).end();
  const meta = params._meta as Record<string, unknown> | undefined;
  const versions = [request.headers['mcp-protocol-version'], meta?.[VERSION_KEY]];
  if (versions.some((version) => version !== DRAFT_PROTOCOL_VERSION)) {
    return error(400, -32022, `this server speaks ${DRAFT_PROTOCOL_VERSION} only`);
  }
  if (method === 'server/discover') {
    const result = { supportedVersions: [DRAFT_PROTOCOL_VERSION], capabilities: { tools: {} } };
    return send(200, { result: { ...EVERY_RESULT, ...CACHEABLE, ...result } });
  }
  const handler = handlers[method];
  if (!handler) return error(404, -32601, `Method not found: ${method}`);
  try {
    const result = (await handler(params)) as object;
    const added = method === 'tools/list' ? { ...EVERY_RESULT, ...CACHEABLE } : EVERY_RESULT;
    send(200, { result: { ...added, ...result } });
  } catch (fault) {
    const code = (fault as { code?: unknown }).code;
    const message = fault instanceof Error ? fault.message : String(fault);
    error(200, typeof code === 'number' ? code : -32603, message);
  }
};
