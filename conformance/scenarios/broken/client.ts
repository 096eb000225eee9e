// Clients with one fault each, and the check that is to notice it.
//
//     node out/src/scenarios/broken/client.js FAULT URL

import { decide, read } from '../../readers/typescript/toolFailure';
import { LATEST_SPEC_VERSION, type SpecVersion } from '../../types';
import { asPermitted, runClient, type Again } from '../good/client';

export interface Fault {
  /** The check, and what it is to say. */
  breaks: Record<string, RegExp>;
  run(url: string, version: SpecVersion): Promise<void>;
}

/** Calls again at once, once, where it should not. */
function retrying(check: string, says: RegExp, where: Again): Fault {
  const again: Again = (result, tool, call) => {
    if (call.attempt > 1) return undefined;
    return where(result, tool, call) ?? asPermitted(result, tool, call);
  };
  return {
    breaks: { [`sep-3313-client-${check}`]: says },
    run: (url, version) => runClient(url, version, again),
  };
}

const at = (condition: boolean | undefined) => (condition ? 0 : undefined);
const KNOWN_CODES = ['invalid_input', 'auth_required', 'retryable_transient_error'];

export const FAULTS: Record<string, Fault> = {
  'retries-capability': retrying(
    'no-retry-capability',
    /test_failure_capability was called 2 times/,
    (result) => at(read(result).failure?.class === 'capability'),
  ),
  'retries-governance': retrying(
    'no-retry-governance',
    /test_failure_governance was called 2 times/,
    (result) => at(read(result).failure?.code === 'auth_required'),
  ),
  'goes-by-code': retrying(
    'dispatch-on-class',
    /test_failure_unknown_code was called 2 times/,
    (result) => at(!KNOWN_CODES.includes(read(result).failure?.code ?? 'auth_required')),
  ),
  'goes-by-text': retrying(
    'dispatch-on-class',
    /test_failure_unknown_code was called 2 times/,
    (result) => at(JSON.stringify(result.content).includes('try again')),
  ),
  'ignores-retryable': retrying(
    'no-retry-unless-retryable',
    /test_failure_final was called 2 times/,
    (result) => at(read(result).stop === 'not_retryable'),
  ),
  'ignores-hints': retrying(
    'no-retry-unless-idempotent',
    /test_failure_not_idempotent was called 2 times/,
    (result, _, call) => at('stop' in decide({ result }, call) && read(result).failure?.retryable),
  ),
  'comes-early': retrying(
    'no-early-retry',
    /called again \d+ ms before retryNotBefore/,
    (result, _, call) => at('wait' in decide({ result }, call) && read(result).failure?.retryable),
  ),
  'obeys-guidance': {
    breaks: { 'sep-3313-client-guidance-is-data': /test_failure_unlisted was called/ },
    run: (url, version) =>
      runClient(url, version, asPermitted, async (connection, result) => {
        const name = /the tool (\w+)/.exec(read(result).failure?.agentGuidance ?? '')?.[1];
        if (name) await connection.request('tools/call', { name }).catch(() => {});
      }),
  },
};

if (require.main === module) {
  const version = process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? LATEST_SPEC_VERSION;
  const [name = '', url = ''] = process.argv.slice(2);
  const fault = FAULTS[name];
  if (!fault) throw new Error(`one of ${Object.keys(FAULTS).join(', ')}`);
  void fault.run(url, version as SpecVersion);
}
