// The same server with one fault at a time, and the checks that are to notice it.
//
//     node out/src/scenarios/broken/server.js FAULT [PORT] [PROTOCOL-VERSION]

import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { serve, type RequestHandlers } from '../../mock-server';
import { LATEST_SPEC_VERSION, type SpecVersion } from '../../types';
import { handlers, type Call, type Result } from '../good/server';

const KEY = 'io.modelcontextprotocol/toolFailure';

export interface Fault {
  /** The check, and what it is to say. */
  breaks: Record<string, RegExp>;
  handlers: RequestHandlers;
}

/** A fault in one tool's answers. */
function inTool(
  name: string,
  check: string,
  says: RegExp,
  alter: (result: Result, call: Call) => Result,
): Fault {
  return {
    breaks: { [`sep-3313-${check}`]: says },
    handlers: handlers((call, result) => (call.name === name ? alter(result, call) : result)),
  };
}

/** A fault in one tool's classification; undefined removes a member. */
function inFailure(
  cls: string,
  check: string,
  says: RegExp,
  members: (call: Call) => Record<string, unknown>,
): Fault {
  return inTool(`test_tool_failure_${cls}`, check, says, (result, call) => {
    const failure = result._meta?.[KEY] as object;
    return { ...result, _meta: { [KEY]: { ...failure, ...members(call) } } };
  });
}

const noteOf = (call: Call) => call.arguments?.note ?? '';

export const FAULTS: Record<string, Fault> = {
  'protocol-error': inTool(
    'test_tool_failure_capability',
    'failure-in-result',
    /capability: JSON-RPC error -32000 in place of a result/,
    () => {
      throw new McpError(-32000, 'not valid');
    },
  ),
  'beside-meta': inTool(
    'test_tool_failure_capability',
    'under-meta-key',
    /capability: _meta\[.*\] is absent/,
    ({ _meta, ...result }) => ({ ...result, ..._meta }),
  ),
  'as-text': inTool(
    'test_tool_failure_capability',
    'under-meta-key',
    /capability: _meta\[.*\] is "/,
    (result) => ({ ...result, _meta: { [KEY]: JSON.stringify(result._meta?.[KEY]) } }),
  ),
  'on-success': inTool(
    'test_tool_failure_success',
    'only-on-errors',
    /success: the key is there, and isError is absent/,
    (result) => ({
      ...result,
      _meta: { [KEY]: { class: 'reliability', code: 'none', correlationId: '1' } },
    }),
  ),
  'unknown-class': inFailure('reliability', 'class', /class is "transient"/, () => ({
    class: 'transient',
  })),
  'code-a-number': inFailure('capability', 'code', /code is 422/, () => ({ code: 422 })),
  'no-code': inFailure('capability', 'code', /code is absent/, () => ({ code: undefined })),
  'own-code': inFailure(
    'governance',
    'code-baseline',
    /code is "not_signed_in", recommended/,
    () => ({
      code: 'not_signed_in',
    }),
  ),
  'code-of-another-class': inFailure(
    'capability',
    'code-baseline',
    /code is "auth_required", recommended for capability/,
    () => ({ code: 'auth_required' }),
  ),
  'retryable-governance': inFailure(
    'governance',
    'retryable-only-for-reliability',
    /governance: retryable is true/,
    () => ({ retryable: true }),
  ),
  'retryable-capability': inFailure(
    'capability',
    'retryable-only-for-reliability',
    /capability: retryable is true/,
    () => ({ retryable: true }),
  ),
  'retryable-a-string': inFailure(
    'reliability',
    'retryable-only-for-reliability',
    /reliability: retryable is "true"/,
    () => ({ retryable: 'true' }),
  ),
  'time-in-seconds': inFailure(
    'reliability',
    'retry-not-before',
    /retryNotBefore is \d{10},/,
    () => ({
      retryNotBefore: Math.round(Date.now() / 1000) + 2,
    }),
  ),
  'time-a-date': inFailure('reliability', 'retry-not-before', /retryNotBefore is "2/, () => ({
    retryNotBefore: new Date().toISOString(),
  })),
  'no-id': inFailure('reliability', 'correlation-id', /correlationId is absent/, () => ({
    correlationId: undefined,
  })),
  'empty-id': inFailure('governance', 'correlation-id', /correlationId is ""/, () => ({
    correlationId: '',
  })),
  'same-id': inFailure('capability', 'correlation-id-unique', /"req" came more than once/, () => ({
    correlationId: 'req',
  })),
  'id-of-payload': inFailure(
    'capability',
    'correlation-id-no-payload',
    /holds the argument/,
    (call) => ({
      correlationId: `${noteOf(call)}-${Math.random()}`,
    }),
  ),
  'id-of-encoded-payload': inFailure(
    'governance',
    'correlation-id-no-payload',
    /holds the argument/,
    (call) => ({
      correlationId: `${Math.random()}.${Buffer.from(`{"note":"${noteOf(call)}"}`).toString('base64url')}`,
    }),
  ),
  'guidance-a-list': inFailure(
    'governance',
    'agent-guidance',
    /agentGuidance is \["Sign in"\]/,
    () => ({
      agentGuidance: ['Sign in'],
    }),
  ),
};

/** No fault, but nothing to look at either. */
export const WITHOUT_FIXTURES: RequestHandlers = {
  ...handlers(),
  'tools/list': () => ({ tools: [] }),
};

if (require.main === module) {
  const [name = '', port = '0', version = LATEST_SPEC_VERSION] = process.argv.slice(2);
  const fault = FAULTS[name];
  if (!fault) throw new Error(`one of ${Object.keys(FAULTS).join(', ')}`);
  void serve(fault.handlers, version as SpecVersion, Number(port)).then(({ url }) =>
    console.log(url),
  );
}
