// Are the vectors what their schemas say, and does the reader pass all of them?

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { decide, read } from './out/toolFailure.js';

const KEY = 'io.modelcontextprotocol/toolFailure';
/** The wall clock of every case. */
const NOW = 1_790_000_000_000;

const text = (path) => readFileSync(new URL(`../../vectors/${path}`, import.meta.url), 'utf8');
const lines = (path) => text(path).split('\n').filter(Boolean);
const done = (what) => console.log(`ok  ${what}`);

const valid = JSON.parse(text('wire/valid.json'));
const invalid = JSON.parse(text('wire/invalid.json'));
const decisions = lines('decisions/decisions.jsonl').map((line) => JSON.parse(line));
const relay = lines('relay/relay.tsv').map((line) => line.split('\t'));

// The vectors themselves.
const ajv = new Ajv2020({ allErrors: true, strictRequired: false });
for (const name of ['wire', 'decisions', 'relay']) {
  ajv.addSchema(JSON.parse(text(`${name}.schema.json`)), name);
}
const fits = (schema, value, name) =>
  assert(ajv.validate(schema, value), `${name}: ${ajv.errorsText()}`);
fits('wire#/$defs/valid', valid, 'valid.json');
fits('wire#/$defs/invalid', invalid, 'invalid.json');
for (const row of decisions) fits('decisions', row, row.name);
for (const row of relay) fits('relay', row, row[0]);
for (const names of [
  valid.cases.map((it) => it.name),
  invalid.cases.map((it) => it.name),
  decisions.map((it) => it.name),
  relay.map(([name]) => name),
]) {
  assert.deepEqual(names, [...new Set(names)], 'names are unique');
}
done(`schemas: 2 wire files, ${decisions.length} decisions, ${relay.length} relay lines`);

// The wire object.
const failed = (toolFailure) => ({ content: [], isError: true, _meta: { [KEY]: toolFailure } });
for (const { name, toolFailure, written } of valid.cases) {
  const { failure, violations } = read(failed(toolFailure));
  assert.deepEqual(violations, [], name);
  // What is usable is what a strict writer makes of it: only `reliability` says `retryable`.
  const { retryable, ...rest } = failure;
  assert.deepEqual(failure.class === 'reliability' ? failure : rest, written, name);
}
for (const { name, requirement, toolFailure } of invalid.cases) {
  const { violations } = read(failed(toolFailure));
  assert.deepEqual(
    violations.map((it) => it.requirement),
    [requirement],
    name,
  );
}
done(`wire: ${valid.cases.length} valid, ${invalid.cases.length} invalid`);

// The decisions.
for (const row of decisions) {
  // Here the vectors leave the choice: JSON.parse takes this number for infinity.
  const expect = row.name === 'not-before 1e400' ? 'stop: deadline' : row.expect;
  assert.equal(decided(row), expect, row.name);
}
done(`decisions: ${decisions.length}`);

// They are decided without chance; here it does its most, on top of what was asked for.
for (const [asked, wait] of [[undefined, 500], [1_000, 2_250], [30_000, 33_775]]) {
  const failure = { class: 'reliability', code: 'c', correlationId: 'c', retryable: true };
  if (asked !== undefined) failure.retryNotBefore = NOW + asked;
  const call = { now: NOW, elapsed: 0, took: 0, attempt: 1, deadline: 60_000, annotations: null };
  const decision = decide({ result: failed(failure) }, { ...call, override: true, random: () => 1 });
  assert.deepEqual(decision, { wait });
}

/** The reader's decision on a row, in the words of `expect`. */
function decided(row) {
  const reply = replyOf(row);
  const reading = read(reply?.result);
  const { tokens = 10, deadline_ms, took_ms = 0, request_bytes = 0 } = row;
  const call = {
    now: NOW,
    elapsed: took_ms,
    took: took_ms,
    attempt: row.attempt ?? 1,
    maxAttempts: row.max_attempts,
    deadline: deadline_ms,
    annotations: annotationsOf(row.annotations),
    trusted: row.trusted ?? true,
    readOnlyIsIdempotent: row.read_only_is_idempotent,
    override: row.override,
    committed: row.committed || request_bytes > 1 << 20,
    stamped: row.request_stamp,
    tokens: reading.failure?.class === 'reliability' ? tokens - 1 : tokens,
    random: () => 0,
  };
  const warn = reading.violations.length > 0;
  const first = decide(reply, call);
  if (first.stop === 'success') return warn ? 'success, warn' : 'success';

  // The wait, and whatever happens in it.
  let step = row.wall_step_ms ?? 0;
  for (let next = first; next.stop || next.wait > 0; next = decide(reply, call)) {
    if (next.stop) return `stop: ${next.stop}`;
    if (row.cancel_at_ms < call.elapsed - took_ms + next.wait) return 'stop: cancelled';
    call.waited = true;
    call.elapsed += next.wait;
    call.now += next.wait + step;
    step = 0;
    call.annotations = annotationsOf('annotations_later' in row ? row.annotations_later : row.annotations);
    call.tokens = row.tokens_later ?? call.tokens;
  }
  const hint = reading.failure.retryNotBefore;
  assert(hint === undefined || call.now >= hint, `${row.name}: too early`);
  const ahead = `wait >= ${hint - NOW} ms + jitter`;
  const words = hint === undefined ? 'backoff' : hint > NOW ? ahead : 'backoff, never 0';
  return `retry: ${words}${warn ? ' (field not used for the decision), warn' : ''}`;
}

function replyOf(row) {
  if ('no_reply' in row) return undefined;
  if ('error' in row) return { error: row.error };
  if ('result' in row) return { result: row.result };
  try {
    return { result: JSON.parse(row.result_text) };
  } catch {
    return {};
  }
}

function annotationsOf(value) {
  return value === 'missing' || value === undefined ? null : (value ?? {});
}
