// A server that is a command and speaks over stdin and stdout. The official runner knows only URLs.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { DRAFT_PROTOCOL_VERSION, type SpecVersion } from '../types';
import { JsonRpcError, type Connection, type RunContext } from './index';
import { REQUEST_META } from './stateless';

export function stdioContext(command: string, specVersion: SpecVersion): RunContext {
  return { serverUrl: command, specVersion, connect: () => connectStdio(command, specVersion) };
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

async function connectStdio(command: string, specVersion: SpecVersion): Promise<Connection> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<unknown, Waiting>();
  const gone = new Promise<void>((resolve) => child.on('close', () => resolve()));
  void gone.then(() => waiting.forEach(({ reject }) => reject(new Error(`${command} ended`))));
  child.stdin.on('error', () => {}); // `gone` says it

  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    const waits = waiting.get(id);
    waiting.delete(id);
    if (error) waits?.reject(new JsonRpcError(error.code, error.message, error.data));
    else waits?.resolve(result);
  });
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

  let lastId = 0;
  const stateless = specVersion === DRAFT_PROTOCOL_VERSION;
  const connection: Connection = {
    request<R>(method: string, params: Record<string, unknown> = {}) {
      const id = (lastId += 1);
      return new Promise<R>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no reply to ${method} in 10 s`)), 10_000);
        const settle =
          <T>(then: (value: T) => void) =>
          (value: T) => (clearTimeout(timer), then(value));
        waiting.set(id, {
          resolve: settle((result) => resolve(result as R)),
          reject: settle(reject),
        });
        send({ id, method, params: stateless ? { ...params, _meta: REQUEST_META } : params });
      });
    },
    async close() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill(), 2_000);
      await gone;
      clearTimeout(timer);
    },
  };
  if (!stateless) {
    await connection.request('initialize', {
      protocolVersion: specVersion,
      capabilities: {},
      clientInfo: { name: 'conformance-shim', version: '1.0.0' },
    });
    send({ method: 'notifications/initialized' });
  }
  return connection;
}
