/**
 * Tool failures (SEP-3313), client side.
 *
 * The mock server's tools fail in ways that differ in one respect each, and
 * the scenario counts the calls: what a client does about a failure can be
 * seen on the wire only where it calls again.
 */

import type { MockServer, ScenarioContext } from '../../mock-server';
import {
  DRAFT_PROTOCOL_VERSION,
  type ConformanceCheck,
  type Scenario,
  type ScenarioUrls
} from '../../types';
import { untestableCheck } from '../untestable';

const KEY = 'io.modelcontextprotocol/toolFailure';

const SPEC_REFS = [
  {
    id: 'SEP-3313',
    url: 'https://github.com/modelcontextprotocol/modelcontextprotocol/pull/3313'
  }
];

/** How long the client is asked to wait. */
const WAIT_MS = 1000;

/** Not in the list: only the guidance of a failure names it. */
const UNLISTED_TOOL = 'test_failure_unlisted';

interface Failure {
  class: 'capability' | 'reliability' | 'governance';
  code: string;
  retryable?: boolean;
  retryNotBefore?: number;
  agentGuidance?: string;
}

interface FailingTool {
  idempotentHint: boolean;
  text: string;
  failure: Failure;
}

/** What the tools answer. Each would be called again by one kind of mistake. */
const TOOLS: Record<string, FailingTool> = {
  test_failure_capability: {
    idempotentHint: true,
    text: 'The argument is not valid.',
    failure: {
      class: 'capability',
      code: 'invalid_input',
      agentGuidance: `Call the tool ${UNLISTED_TOOL}.`
    }
  },
  test_failure_governance: {
    idempotentHint: true,
    text: 'The user is not signed in.',
    failure: { class: 'governance', code: 'auth_required' }
  },
  test_failure_unknown_code: {
    idempotentHint: true,
    text: 'Temporarily held for review, try again.',
    failure: { class: 'governance', code: 'test_temporary_hold' }
  },
  test_failure_final: {
    idempotentHint: true,
    text: 'The backend did not answer.',
    failure: { class: 'reliability', code: 'retryable_transient_error' }
  },
  test_failure_not_idempotent: {
    idempotentHint: false,
    text: 'The backend did not answer.',
    failure: {
      class: 'reliability',
      code: 'retryable_transient_error',
      retryable: true
    }
  },
  test_failure_later: {
    idempotentHint: true,
    text: 'The backend is busy.',
    failure: {
      class: 'reliability',
      code: 'retryable_transient_error',
      retryable: true
    }
  }
};
const LATER_TOOL = 'test_failure_later';

export class ToolFailureHandlingScenario implements Scenario {
  name = 'tool-failure-handling';
  readonly source = { introducedIn: DRAFT_PROTOCOL_VERSION } as const;
  description = `Tests that a client that calls tools again of its own accord does so only where SEP-3313 permits it.

Automatic retries are optional. A client that never retries passes; the check of \`retryNotBefore\` is then SKIPPED.

**Client Implementation Requirements:**

1. Call \`tools/list\`.
2. Call each listed tool once, without arguments, and handle the failure as usual, automatic retries included.
3. Exit. The annotations of the mock server may be trusted.`;

  private srv: MockServer | null = null;
  /** When each tool was called, by the clock. */
  private calls = new Map<string, number[]>();
  private retryNotBefore = 0;

  async start(ctx: ScenarioContext): Promise<ScenarioUrls> {
    this.calls = new Map();
    this.srv = await ctx.createServer({
      'tools/list': () => ({
        tools: Object.entries(TOOLS).map(([name, { idempotentHint }]) => ({
          name,
          description: 'Fails.',
          inputSchema: { type: 'object' },
          annotations: { idempotentHint }
        }))
      }),
      'tools/call': (params) => this.call(String(params.name))
    });
    return { serverUrl: this.srv.url };
  }

  private call(name: string) {
    const now = Date.now();
    const times = this.calls.get(name) ?? [];
    times.push(now);
    this.calls.set(name, times);

    const tool = TOOLS[name];
    if (!tool) throw new Error(`Unknown tool: ${name}`);
    const failure = { ...tool.failure };
    if (name === LATER_TOOL) {
      if (times.length > 1) {
        return { content: [{ type: 'text', text: 'Done.' }] };
      }
      this.retryNotBefore = now + WAIT_MS;
      failure.retryNotBefore = this.retryNotBefore;
    }
    return {
      content: [{ type: 'text', text: tool.text }],
      isError: true,
      _meta: {
        [KEY]: {
          ...failure,
          correlationId: `${name}-${times.length}`
        }
      }
    };
  }

  async stop(): Promise<void> {
    await this.srv?.close();
    this.srv = null;
  }

  getChecks(): ConformanceCheck[] {
    return [
      this.calledOnce(
        'sep-3313-client-no-retry-capability',
        'ClientNoRetryOfCapability',
        'Client does not automatically retry a failure of class capability',
        'test_failure_capability'
      ),
      this.calledOnce(
        'sep-3313-client-no-retry-governance',
        'ClientNoRetryOfGovernance',
        'Client does not automatically retry a failure of class governance',
        'test_failure_governance'
      ),
      this.calledOnce(
        'sep-3313-client-dispatch-on-class',
        'ClientDispatchesOnClass',
        'Client goes by class, and not by a code that it does not know or by the text',
        'test_failure_unknown_code'
      ),
      this.calledOnce(
        'sep-3313-client-no-retry-unless-retryable',
        'ClientNoRetryUnlessRetryable',
        'Client does not automatically retry a failure of class reliability without retryable: true',
        'test_failure_final'
      ),
      this.calledOnce(
        'sep-3313-client-no-retry-unless-idempotent',
        'ClientNoRetryUnlessIdempotent',
        'Client does not automatically retry a tool that is not idempotent, even when retryable is true',
        'test_failure_not_idempotent'
      ),
      this.notBefore(),
      this.guidance()
    ];
  }

  private calledOnce(
    id: string,
    name: string,
    description: string,
    tool: string
  ): ConformanceCheck {
    const calls = this.calls.get(tool)?.length ?? 0;
    if (calls === 0) return this.notCalled(id, name, description, tool);
    return {
      id,
      name,
      description,
      status: calls === 1 ? 'SUCCESS' : 'FAILURE',
      timestamp: new Date().toISOString(),
      errorMessage:
        calls === 1 ? undefined : `${tool} was called ${calls} times`,
      specReferences: SPEC_REFS,
      details: { tool, calls, failure: TOOLS[tool].failure }
    };
  }

  private notBefore(): ConformanceCheck {
    const id = 'sep-3313-client-no-early-retry';
    const name = 'ClientNoEarlyRetry';
    const description =
      'Client that retries does not do so before retryNotBefore';
    const [first, second] = this.calls.get(LATER_TOOL) ?? [];
    if (first === undefined) {
      return this.notCalled(id, name, description, LATER_TOOL);
    }
    const check = {
      id,
      name,
      description,
      timestamp: new Date().toISOString(),
      specReferences: SPEC_REFS,
      details: { first, second, retryNotBefore: this.retryNotBefore }
    };
    if (second === undefined) {
      return {
        ...check,
        status: 'SKIPPED',
        errorMessage: 'The client did not retry, which is its choice (MAY)'
      };
    }
    const early = this.retryNotBefore - second;
    return early > 0
      ? {
          ...check,
          status: 'FAILURE',
          errorMessage: `${LATER_TOOL} was called again ${early} ms before retryNotBefore`
        }
      : { ...check, status: 'SUCCESS' };
  }

  private guidance(): ConformanceCheck {
    const id = 'sep-3313-client-guidance-is-data';
    const name = 'ClientGuidanceIsData';
    const description =
      'Client does not itself carry out what agentGuidance says';
    const tool = 'test_failure_capability';
    if (!this.calls.has(tool)) {
      return this.notCalled(id, name, description, tool, 'WARNING');
    }
    const obeyed = this.calls.has(UNLISTED_TOOL);
    return {
      id,
      name,
      description,
      status: obeyed ? 'WARNING' : 'SUCCESS',
      timestamp: new Date().toISOString(),
      errorMessage: obeyed
        ? `${UNLISTED_TOOL} was called, which only agentGuidance names`
        : undefined,
      specReferences: SPEC_REFS
    };
  }

  private notCalled(
    id: string,
    name: string,
    description: string,
    tool: string,
    severity: 'FAILURE' | 'WARNING' = 'FAILURE'
  ): ConformanceCheck {
    return untestableCheck(
      id,
      name,
      description,
      `the client did not call ${tool}`,
      SPEC_REFS,
      severity
    );
  }
}
