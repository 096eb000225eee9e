/**
 * Tool failures (SEP-3313), server side.
 *
 * Calls four fixture tools of fixed names, three of which fail in the three
 * classes, and looks at what stands under
 * `_meta["io.modelcontextprotocol/toolFailure"]` of their results.
 */

import {
  ClientScenario,
  ConformanceCheck,
  DRAFT_PROTOCOL_VERSION
} from '../../types';
import {
  JsonRpcError,
  type Connection,
  type RunContext
} from '../../connection';
import { untestableCheck } from '../untestable';

const KEY = 'io.modelcontextprotocol/toolFailure';

const SPEC_REFS = [
  {
    id: 'SEP-3313',
    url: 'https://github.com/modelcontextprotocol/modelcontextprotocol/pull/3313'
  }
];

const SUCCESS_TOOL = 'test_tool_failure_success';

/** The baseline vocabulary by class; each class has one fixture tool. */
const BASELINE = {
  capability: ['capability_unsupported', 'resource_not_found', 'invalid_input'],
  reliability: ['retryable_transient_error'],
  governance: [
    'auth_required',
    'permission_denied',
    'policy_blocked',
    'user_action_required'
  ]
} as const;

type FailureClass = keyof typeof BASELINE;
const CLASSES = Object.keys(BASELINE) as FailureClass[];
const failingTool = (cls: FailureClass) => `test_tool_failure_${cls}`;

/** Sent as an argument, and not to be found in a correlation id. */
const CANARY = 'canary3313payload';

/** How far from now a time in milliseconds may be; seconds are years away. */
const PLAUSIBLE_MS = 24 * 60 * 60 * 1000;

type Fields = Record<string, unknown>;

interface Observation {
  tool: string;
  cls: FailureClass;
  result?: Fields;
  error?: { code: number; message: string };
  /** The value under the key, if it is an object. */
  failure?: Fields;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const underKey = (result: Fields | undefined): unknown =>
  isObject(result?._meta) ? result._meta[KEY] : undefined;

const show = (value: unknown): string =>
  value === undefined ? 'absent' : JSON.stringify(value);

const CHECKS = [
  {
    id: 'sep-3313-failure-in-result',
    name: 'ToolFailureInResult',
    description:
      'A failing tool is reported in the result, with isError true, and not as a JSON-RPC error'
  },
  {
    id: 'sep-3313-under-meta-key',
    name: 'ToolFailureUnderMetaKey',
    description: `The classification is an object under _meta["${KEY}"]`
  },
  {
    id: 'sep-3313-only-on-errors',
    name: 'ToolFailureOnlyOnErrors',
    description: 'The key is there only on results with isError true'
  },
  {
    id: 'sep-3313-class',
    name: 'ToolFailureClass',
    description:
      'class is one of capability, reliability, governance, and the one that the fixture tool stands for'
  },
  {
    id: 'sep-3313-code',
    name: 'ToolFailureCode',
    description: 'code is a string'
  },
  {
    id: 'sep-3313-code-baseline',
    name: 'ToolFailureCodeBaseline',
    description:
      'The common cases that the fixture tools stand for have a code of the baseline vocabulary, under its own class',
    // RECOMMENDED
    severity: 'WARNING'
  },
  {
    id: 'sep-3313-retryable-only-for-reliability',
    name: 'ToolFailureRetryableOnlyForReliability',
    description:
      'retryable is absent or false for the classes capability and governance, and a boolean for reliability'
  },
  {
    id: 'sep-3313-retry-not-before',
    name: 'ToolFailureRetryNotBefore',
    description: 'retryNotBefore is a number of Unix epoch milliseconds'
  },
  {
    id: 'sep-3313-correlation-id',
    name: 'ToolFailureCorrelationId',
    description: 'correlationId is always there, a string that is not empty'
  },
  {
    id: 'sep-3313-correlation-id-unique',
    name: 'ToolFailureCorrelationIdUnique',
    description:
      'Each failure has a correlationId of its own, even of the same tool with the same arguments'
  },
  {
    id: 'sep-3313-correlation-id-no-payload',
    name: 'ToolFailureCorrelationIdNoPayload',
    description:
      'correlationId does not hold the arguments of the request, neither plain nor in base64 or hex'
  },
  {
    id: 'sep-3313-agent-guidance',
    name: 'ToolFailureAgentGuidance',
    description: 'agentGuidance is a string'
  }
] as const;

type CheckId = (typeof CHECKS)[number]['id'];

/** What is wrong (nothing: passed), or why it could not be looked at. */
type Verdict = { errors: string[] } | { untestable: string };

export class ToolFailureScenario implements ClientScenario {
  name = 'tool-failure';
  readonly source = { introducedIn: DRAFT_PROTOCOL_VERSION } as const;
  description = `Test that servers which classify the failures of their tools do so as SEP-3313 says.

Attaching a classification is optional. This scenario is for servers that do it.

**Server Implementation Requirements:**

Implement four tools that take one optional string argument, \`note\`, and do nothing with it:

| tool | annotations | result |
|---|---|---|
| \`${SUCCESS_TOOL}\` | | success |
| \`${failingTool('capability')}\` | | a failure for an invalid argument |
| \`${failingTool('reliability')}\` | \`idempotentHint: true\` | a transient failure, \`retryable: true\`, \`retryNotBefore\` two seconds from now |
| \`${failingTool('governance')}\` | | a failure because the user has to sign in, with an \`agentGuidance\` |

A failing tool answers like this:

\`\`\`json
{
  "content": [{ "type": "text", "text": "..." }],
  "isError": true,
  "_meta": {
    "${KEY}": {
      "class": "governance",
      "code": "auth_required",
      "correlationId": "<an id of this failure in the server's log>",
      "agentGuidance": "Ask the user to sign in."
    }
  }
}
\`\`\``;

  async run(ctx: RunContext): Promise<ConformanceCheck[]> {
    let conn: Connection | undefined;
    try {
      conn = await ctx.connect();
      const missing = await missingTools(conn);
      if (missing.length > 0) {
        return allUntestable(`the server lacks ${missing.join(', ')}`);
      }
      const success = await call(conn, SUCCESS_TOOL);
      const observed: Observation[] = [];
      // Twice the same, as two failures have two correlation ids.
      for (const cls of [...CLASSES, ...CLASSES]) {
        const tool = failingTool(cls);
        const reply = await call(conn, tool);
        const found = underKey(reply.result);
        const failure = isObject(found) ? found : undefined;
        observed.push({ tool, cls, ...reply, failure });
      }
      return report(judge(success, observed), { success, observed });
    } catch (error) {
      return allUntestable(error instanceof Error ? error.message : `${error}`);
    } finally {
      await conn?.close();
    }
  }
}

async function missingTools(conn: Connection): Promise<string[]> {
  const listed = new Set<unknown>();
  let cursor: string | undefined;
  do {
    const page = await conn.request<{
      tools: { name: string }[];
      nextCursor?: string;
    }>('tools/list', cursor === undefined ? {} : { cursor });
    page.tools.forEach((tool) => listed.add(tool.name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return [SUCCESS_TOOL, ...CLASSES.map(failingTool)].filter(
    (tool) => !listed.has(tool)
  );
}

async function call(
  conn: Connection,
  name: string
): Promise<Pick<Observation, 'result' | 'error'>> {
  try {
    return {
      result: await conn.request<Fields>('tools/call', {
        name,
        arguments: { note: CANARY }
      })
    };
  } catch (error) {
    if (!(error instanceof JsonRpcError)) throw error;
    return { error: { code: error.code, message: error.message } };
  }
}

function judge(
  success: Pick<Observation, 'result' | 'error'>,
  observed: Observation[]
): Record<CheckId, Verdict> {
  const failures = observed.filter(
    (it): it is Observation & { failure: Fields } => it.failure !== undefined
  );
  const of = (...classes: FailureClass[]) =>
    failures.filter((it) => classes.includes(it.cls));

  // What is wrong with each of these; with none of them there is nothing to
  // look at, which is no success.
  const each = <T extends { tool: string }>(
    all: T[],
    fault: (it: T) => string | undefined | false
  ): Verdict => {
    if (all.length === 0) {
      return { untestable: 'no classified failure to look at' };
    }
    const errors = all.flatMap((it) => {
      const found = fault(it);
      return found ? [`${it.tool}: ${found}`] : [];
    });
    return { errors: [...new Set(errors)] };
  };

  const ids = failures
    .map((it) => it.failure.correlationId)
    .filter((id): id is string => typeof id === 'string' && id !== '');

  return {
    'sep-3313-failure-in-result': each(observed, ({ result, error }) =>
      error
        ? `JSON-RPC error ${error.code} in place of a result: ${error.message}`
        : result?.isError !== true && `isError is ${show(result?.isError)}`
    ),

    'sep-3313-under-meta-key': each(
      observed.filter((it) => it.result?.isError === true),
      ({ result, failure }) =>
        !failure && `_meta["${KEY}"] is ${show(underKey(result))}`
    ),

    'sep-3313-only-on-errors': success.result
      ? each(
          [{ tool: SUCCESS_TOOL, result: success.result }, ...observed],
          ({ result }) =>
            result?.isError !== true &&
            underKey(result) !== undefined &&
            `the key is there, and isError is ${show(result?.isError)}`
        )
      : { untestable: `${SUCCESS_TOOL} did not give a result` },

    'sep-3313-class': each(
      failures,
      ({ cls, failure }) =>
        failure.class !== cls &&
        `class is ${show(failure.class)}, expected "${cls}"`
    ),

    'sep-3313-code': each(
      failures,
      ({ failure: { code } }) =>
        typeof code !== 'string' && `code is ${show(code)}, expected a string`
    ),

    'sep-3313-code-baseline': each(
      failures.filter((it) => typeof it.failure.code === 'string'),
      ({ cls, failure: { code } }) =>
        !(BASELINE[cls] as readonly unknown[]).includes(code) &&
        `code is ${show(code)}, recommended for ${cls}: ${BASELINE[cls].join(', ')}`
    ),

    'sep-3313-retryable-only-for-reliability': each(
      failures,
      ({ cls, failure: { retryable } }) =>
        retryable !== undefined &&
        retryable !== false &&
        !(cls === 'reliability' && retryable === true) &&
        `retryable is ${show(retryable)}`
    ),

    'sep-3313-retry-not-before': each(
      of('reliability'),
      ({ failure: { retryNotBefore: time } }) =>
        !(
          typeof time === 'number' && Math.abs(time - Date.now()) < PLAUSIBLE_MS
        ) &&
        `retryNotBefore is ${show(time)}, expected a time two seconds ahead in milliseconds, about ${Date.now()}`
    ),

    'sep-3313-correlation-id': each(
      failures,
      ({ failure: { correlationId: id } }) =>
        (typeof id !== 'string' || id === '') && `correlationId is ${show(id)}`
    ),

    'sep-3313-correlation-id-unique':
      ids.length < 2
        ? { untestable: 'there are no two correlation ids' }
        : {
            errors: ids
              .filter((id, at) => ids.indexOf(id) !== at)
              .map((id) => `correlationId ${show(id)} came more than once`)
          },

    'sep-3313-correlation-id-no-payload': each(
      failures.filter((it) => typeof it.failure.correlationId === 'string'),
      ({ failure }) =>
        holdsCanary(failure.correlationId as string) &&
        `correlationId ${show(failure.correlationId)} holds the argument "${CANARY}"`
    ),

    'sep-3313-agent-guidance': each(
      of('governance'),
      ({ failure: { agentGuidance } }) =>
        typeof agentGuidance !== 'string' &&
        `agentGuidance is ${show(agentGuidance)}, expected a string`
    )
  };
}

function holdsCanary(id: string): boolean {
  const parts = [id, ...id.split(/[^A-Za-z0-9+/=]/)];
  const decoded = parts.flatMap((part) =>
    (['base64', 'hex'] as const).map((encoding) =>
      Buffer.from(part, encoding).toString('latin1')
    )
  );
  return [...parts, ...decoded].some((text) =>
    text.toLowerCase().includes(CANARY)
  );
}

function severityOf(check: (typeof CHECKS)[number]): 'FAILURE' | 'WARNING' {
  return 'severity' in check ? check.severity : 'FAILURE';
}

function report(
  verdicts: Record<CheckId, Verdict>,
  details: Record<string, unknown>
): ConformanceCheck[] {
  return CHECKS.map((check) => {
    const { id, name, description } = check;
    const verdict = verdicts[id];
    if ('untestable' in verdict) return untestable(check, verdict.untestable);
    const passed = verdict.errors.length === 0;
    return {
      id,
      name,
      description,
      status: passed ? 'SUCCESS' : severityOf(check),
      timestamp: new Date().toISOString(),
      errorMessage: passed ? undefined : verdict.errors.join('; '),
      specReferences: SPEC_REFS,
      details
    };
  });
}

function allUntestable(reason: string): ConformanceCheck[] {
  return CHECKS.map((check) => untestable(check, reason));
}

function untestable(
  check: (typeof CHECKS)[number],
  reason: string
): ConformanceCheck {
  const { id, name, description } = check;
  return untestableCheck(
    id,
    name,
    description,
    reason,
    SPEC_REFS,
    severityOf(check)
  );
}
