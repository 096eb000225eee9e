/**
 * Tool failures of MCP (SEP-3313), for clients: what a reply to `tools/call` says, and whether to
 * call again. One file without dependencies, to be copied.
 */
const KEY = 'io.modelcontextprotocol/toolFailure';
const CLASSES = ['capability', 'reliability', 'governance'] as const;
/** Keys by which some readers take a result for that of another method, and lose the failure. */
const OTHERS = 'action completion contents messages prompts resourceTemplates resources tools';

/** What is usable. `agentGuidance` is data for the model, never a command to the client. */
export interface ToolFailure {
  class?: (typeof CLASSES)[number];
  code?: string;
  correlationId?: string;
  retryable: boolean;
  retryNotBefore?: number; // Unix epoch, whole milliseconds
  agentGuidance?: string;
}
export interface Reading {
  isError: boolean;
  failure?: ToolFailure;
  /** What is wrong, by requirement: W1 to W7, S1, S2; `MCP` for the protocol's own rules. */
  violations: { requirement: string; field: string }[];
  /** Why the reply itself bars another call (C3, C4). */
  stop?: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the `result` of a reply, whatever it is. Never throws. */
export function read(result: unknown): Reading {
  const reading: Reading = { isError: isObject(result) && result.isError === true, violations: [] };
  const stop = (reason: string) => void (reading.stop ??= reason); // the first reason stands
  const broken = (requirement: string, field: string, reason?: string | null) => {
    reading.violations.push({ requirement, field });
    if (reason !== null) stop(reason ?? `malformed{${field}}`);
  };
  if (!isObject(result)) return (broken('MCP', 'result'), reading);
  const { resultType = 'complete', isError = null, _meta = {} } = result;
  if (resultType === 'input_required') stop('input_required');
  else if (resultType === 'task') stop('not_an_error');
  // null is what many writers make of a field that is not there: here and twice below.
  else if (resultType !== 'complete') broken('MCP', 'resultType', resultType === null ? null : undefined);
  if (typeof isError !== 'boolean' && 'isError' in result) {
    broken('S1', 'isError', isError === null ? null : undefined);
  }
  const found = isObject(_meta) && Object.hasOwn(_meta, KEY);
  if (isError !== true) stop(found && isError === null ? 'not_an_error' : 'success');
  if (!isObject(_meta)) broken('MCP', '_meta', _meta === null ? null : undefined);
  if (!isObject(_meta) || !found) return (stop('no_extension'), reading);

  if (OTHERS.split(' ').some((key) => Object.hasOwn(result, key))) broken('MCP', 'result', null);

  const failure: ToolFailure = (reading.failure = { retryable: false });
  const entry = _meta[KEY];
  if (!isError) broken('S2', 'toolFailure', null);
  if (!isObject(entry)) return (broken('W1', 'toolFailure'), reading);
  const text = (requirement: string, field: string, reason?: null) => {
    const value = entry[field];
    if (typeof value === 'string' && (value || field !== 'correlationId')) return value;
    return (broken(requirement, field, reason), undefined);
  };
  // The class before all that stands beside it: it says what to do even where the rest is broken.
  const word = text('W2', 'class');
  const known = CLASSES.find((it) => it === word);
  if (known) failure.class = known;
  else if (word !== undefined) broken('W2', 'class', 'unknown_class');
  if (known && known !== 'reliability') stop('class_forbids');
  const code = text('W3', 'code');
  if (code !== undefined) failure.code = code;
  const id = text('W6', 'correlationId');
  if (id !== undefined) failure.correlationId = id;
  const { retryable = false, retryNotBefore: time } = entry;
  if (typeof retryable !== 'boolean') broken('W4', 'retryable');
  else if (retryable && known && known !== 'reliability') broken('W4', 'retryable', null);
  else failure.retryable = retryable;
  if (!failure.retryable) stop('not_retryable');
  if (time !== undefined) {
    if (typeof time !== 'number' || !(time >= 0)) broken('W5', 'retryNotBefore');
    else if (retryable !== true) broken('W5', 'retryNotBefore', null);
    else {
      if (time > 0 && time < 1e11) broken('W5', 'retryNotBefore', 'hint_suspect'); // seconds
      if (time > Number.MAX_SAFE_INTEGER) broken('W5', 'retryNotBefore', null);
      failure.retryNotBefore = Math.min(Math.ceil(time), Number.MAX_SAFE_INTEGER); // never early
    }
  }
  const guidance = 'agentGuidance' in entry ? text('W7', 'agentGuidance', null) : undefined;
  if (guidance !== undefined) failure.agentGuidance = guidance;
  return reading;
}

/** Where the call stands. Times are in milliseconds. */
export interface Call {
  /** The tool's annotations in the current `tools/list`, `{}` for a tool that has none; null if the
      tool is not there, or no list is. Of two tools of one name, the stricter hints. */
  annotations: { idempotentHint?: unknown; readOnlyHint?: unknown } | null;
  /** The wall clock; and by the monotonic one: since the first attempt began, and the last took. */
  now: number;
  elapsed: number;
  took: number;
  /** Of how many: the first is 1, and more than ten there are not. */
  attempt: number;
  maxAttempts?: number;
  deadline?: number;
  /** Whether this server's annotations are believed, and whether a read-only tool is idempotent. */
  trusted?: boolean;
  readOnlyIsIdempotent?: boolean;
  /** The caller's own word: this tool is idempotent, or it is not. */
  override?: boolean;
  /** Cannot be repeated as it was: it has asked a person something, or is no longer at hand. */
  committed?: boolean;
  /** The request says that its sender retries already. */
  stamped?: boolean;
  /** One count for each server, ten at first: a failure of reliability takes one (this one has),
      a success gives back a tenth. */
  tokens?: number;
  /** The wait is over, and this asks again, with the annotations, tokens and times of now. */
  waited?: boolean;
  random?: () => number;
}
/** To call again, after so long; or the reason why not, and the reply is handed on as it came. */
export type Decision = { wait: number } | { stop: string };
export type Reply = { result?: unknown; error?: unknown };

/** Whether to call again after this reply, `undefined` if none came (C3 to C5). */
export function decide(reply: Reply | undefined, call: Call): Decision {
  if (!reply) return { stop: 'outcome_unknown' };
  if (reply.error !== undefined) return { stop: 'protocol_error' };
  const { failure, stop } = read(reply.result);
  if (stop) return { stop };
  if (call.stamped) return { stop: 'already_retried_downstream' };
  if (call.committed) return { stop: 'committed' };
  if (call.override === undefined) {
    if (!call.trusted) return { stop: 'annotations_untrusted' };
    if (!call.annotations) return { stop: 'tool_unknown' };
  }
  const { idempotentHint, readOnlyHint } = call.annotations ?? {};
  const idempotent = idempotentHint ?? (call.readOnlyIsIdempotent && readOnlyHint);
  if ((call.override ?? idempotent) !== true) return { stop: 'tool_not_idempotent' };
  if (call.attempt >= Math.min(call.maxAttempts ?? 3, 10)) return { stop: 'attempts_exhausted' };
  if ((call.tokens ?? 10) <= 5) return { stop: 'throttled' };

  const { now, waited, random = Math.random } = call;
  const hint = failure?.retryNotBefore ?? 0;
  // The margin, as clocks differ: a time that has just passed by ours may not have by theirs.
  const left = waited && hint <= now ? 0 : Math.max(0, hint + 250 - now);
  const backoff = Math.min(500 * 2 ** (call.attempt - 1), 10_000);
  // On top of the time asked for, so that those who were told the same do not come together.
  const spread = left ? Math.max(backoff, Math.min(left / 10, 10_000)) : 0;
  const wait = waited ? left : left + (backoff * (1 + random())) / 2 + spread * random();
  // Never less than was asked for: if the next attempt does not fit in, there is none.
  const fits = call.elapsed + wait + call.took < (call.deadline ?? 30_000);
  return fits ? { wait } : { stop: 'deadline' };
}
