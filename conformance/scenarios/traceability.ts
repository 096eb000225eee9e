// Does ../sep-3313.yaml have the official form, and a row for each check that a scenario emits, and
// only for those?

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Row {
  check?: string;
  text?: string;
  excluded?: string;
  issue?: string;
  url?: string;
}

const KEYWORD = /\b(MUST|SHOULD|REQUIRED|RECOMMENDED)\b/;
/** Sentences that bind without a keyword of RFC 2119 say why they are there. */
const WITHOUT_KEYWORD = /must not be reported|Derived expectation: |MAY auto-retry, but only when/;

/** What was found, in words. */
export function checkTraceability(file: string, emitted: ReadonlySet<string>): string {
  const { sep, spec_url, requirements, ...others } = parse(readFileSync(file, 'utf8'));
  assert.deepEqual([sep, typeof spec_url, others], [3313, 'string', {}]);
  const rows = requirements as Row[];
  for (const { check, text, excluded, issue, url, ...unknown } of rows) {
    const row = `row ${check ?? text}`;
    assert.deepEqual(unknown, {}, row);
    assert(text && (KEYWORD.test(text) || WITHOUT_KEYWORD.test(text)), `${row}: no requirement`);
    assert(Boolean(check) !== Boolean(excluded), `${row}: either a check or a reason`);
    assert(check === undefined || /^sep-3313-[a-z0-9-]+$/.test(check), row);
  }
  const declared = rows.flatMap(({ check }) => check ?? []);
  assert.deepEqual([...declared].sort(), [...emitted].sort(), 'declared and emitted checks differ');
  return `${declared.length} checks declared and emitted, ${rows.length - declared.length} requirements excluded`;
}
