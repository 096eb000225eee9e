// A client that calls each tool once, and again where SEP-3313 permits it: the decision is that of
// ../../readers/typescript.
//
//     node out/src/scenarios/good/client.js URL

import { setTimeout as sleep } from 'node:timers/promises';
import { testContext, type Connection } from '../../connection';
import { decide, type Call } from '../../readers/typescript/toolFailure';
import { LATEST_SPEC_VERSION, type SpecVersion } from '../../types';

type Result = Record<string, unknown>;
export type Tool = { name: string; annotations?: Call['annotations'] };

/** For how long to wait before the next call, or undefined: no other call. Asked after a reply,
    and again after each wait, until it says 0. */
export type Again = (result: Result, tool: Tool, call: Call) => number | undefined;

export const asPermitted: Again = (result, _, call) => {
  const decision = decide({ result }, call);
  return 'wait' in decision ? decision.wait : undefined;
};

export async function runClient(
  url: string,
  version: SpecVersion,
  again: Again = asPermitted,
  afterwards: (connection: Connection, result: Result) => Promise<void> = async () => {},
): Promise<void> {
  const connection = await testContext(url, version).connect();
  try {
    const { tools } = await connection.request<{ tools: Tool[] }>('tools/list');
    // At the same time, as nothing depends on the order.
    await Promise.all(
      tools.map(async (tool) => afterwards(connection, await callTool(connection, tool, again))),
    );
  } finally {
    await connection.close();
  }
}

async function callTool(connection: Connection, tool: Tool, again: Again): Promise<Result> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const sent = performance.now();
    const result = await connection.request<Result>('tools/call', {
      name: tool.name,
      arguments: {},
    });
    const took = performance.now() - sent;
    for (let waited = false; ; waited = true) {
      const wait = again(result, tool, {
        annotations: tool.annotations ?? null,
        now: Date.now(),
        elapsed: performance.now() - began,
        took,
        attempt,
        maxAttempts: 2,
        trusted: true,
        waited,
      });
      if (wait === undefined) return result;
      if (wait === 0) break;
      await sleep(wait);
    }
  }
}

if (require.main === module) {
  const version = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? LATEST_SPEC_VERSION;
  void runClient(process.argv[2] ?? '', version as SpecVersion);
}
