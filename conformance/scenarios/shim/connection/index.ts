// What the scenarios use of the official repository's src/connection: a connection to the server
// under test, of the kind that the protocol version asks for.

import { DRAFT_PROTOCOL_VERSION, type SpecVersion } from '../types';
import { connectStateful } from './stateful';
import { connectStateless } from './stateless';

export interface Connection {
  /** Throws `JsonRpcError` on an error response. */
  request<R = unknown>(method: string, params?: Record<string, unknown>): Promise<R>;
  close(): Promise<void>;
}

export interface RunContext {
  serverUrl: string;
  specVersion: SpecVersion;
  connect(): Promise<Connection>;
}

export class JsonRpcError extends Error {
  constructor(
    public readonly code: number,
    message: string,
    public readonly data?: unknown,
  ) {
    super(message);
    this.name = 'JsonRpcError';
  }
}

export function testContext(serverUrl: string, specVersion: SpecVersion): RunContext {
  const connect = specVersion === DRAFT_PROTOCOL_VERSION ? connectStateless : connectStateful;
  return { serverUrl, specVersion, connect: () => connect(serverUrl) };
}
