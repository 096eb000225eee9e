// What the scenarios use of the official repository's src/mock-server: a server for the client
// under test, of the kind that the protocol version asks for.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DRAFT_PROTOCOL_VERSION, type SpecVersion } from '../types';
import { answerStateful } from './stateful';
import { answerStateless } from './stateless';

/** The handler of each method: what it returns is the result, what it throws an error. */
export type RequestHandlers = Record<
  string,
  (params: Record<string, unknown>) => unknown | Promise<unknown>
>;

export interface MockServer {
  url: string;
  close(): Promise<void>;
}

export interface ScenarioContext {
  specVersion: SpecVersion;
  createServer(handlers: RequestHandlers): Promise<MockServer>;
}

export type Answer = (
  handlers: RequestHandlers,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
) => Promise<void>;

export function testScenarioContext(specVersion: SpecVersion): ScenarioContext {
  return { specVersion, createServer: (handlers) => serve(handlers, specVersion) };
}

/** Port 0 is any that is free. */
export async function serve(
  handlers: RequestHandlers,
  specVersion: SpecVersion,
  port = 0,
): Promise<MockServer> {
  const answer: Answer = specVersion === DRAFT_PROTOCOL_VERSION ? answerStateless : answerStateful;
  const http = createServer(async (request, response) => {
    try {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      let text = '';
      for await (const chunk of request) text += chunk;
      await answer(handlers, request, response, JSON.parse(text));
    } catch (error) {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    }
  });
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    close: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}
