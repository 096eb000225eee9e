// The fixture tools of the server scenario, as they should be.
//
//     node out/src/scenarios/good/server.js [PORT] [PROTOCOL-VERSION]

import { randomUUID } from 'node:crypto';
import { serve, type RequestHandlers } from '../../mock-server';
import { LATEST_SPEC_VERSION, type SpecVersion } from '../../types';

const KEY = 'io.modelcontextprotocol/toolFailure';

type Fields = Record<string, unknown>;
export interface Call {
  name: string;
  arguments?: { note?: string };
}
export interface Result extends Fields {
  isError?: boolean;
  _meta?: Fields;
}

const failed = (text: string, failure: Fields): Result => ({
  content: [{ type: 'text', text }],
  isError: true,
  _meta: { [KEY]: { ...failure, correlationId: randomUUID() } },
});

export const TOOLS: Record<string, { annotations?: Fields; call(): Result }> = {
  test_tool_failure_success: {
    call: () => ({ content: [{ type: 'text', text: 'Done.' }] }),
  },
  test_tool_failure_capability: {
    call: () =>
      failed('The argument is not valid.', { class: 'capability', code: 'invalid_input' }),
  },
  test_tool_failure_reliability: {
    annotations: { idempotentHint: true },
    call: () =>
      failed('The backend is busy.', {
        class: 'reliability',
        code: 'retryable_transient_error',
        retryable: true,
        retryNotBefore: Date.now() + 2_000,
      }),
  },
  test_tool_failure_governance: {
    call: () =>
      failed('The user is not signed in.', {
        class: 'governance',
        code: 'auth_required',
        agentGuidance: 'Ask the user to sign in.',
      }),
  },
};

/** `alter` is where ../broken/server.ts comes in. */
export function handlers(alter = (_: Call, result: Result): Result => result): RequestHandlers {
  return {
    'tools/list': () => ({
      tools: Object.entries(TOOLS).map(([name, { annotations }]) => ({
        name,
        description: 'A fixture of SEP-3313.',
        inputSchema: { type: 'object', properties: { note: { type: 'string' } } },
        annotations,
      })),
    }),
    'tools/call': (params) => {
      const call = params as unknown as Call;
      const tool = TOOLS[call.name];
      if (!tool) throw new Error(`Unknown tool: ${call.name}`);
      return alter(call, tool.call());
    },
  };
}

if (require.main === module) {
  const [port = '0', version = LATEST_SPEC_VERSION] = process.argv.slice(2);
  void serve(handlers(), version as SpecVersion, Number(port)).then(({ url }) => console.log(url));
}
