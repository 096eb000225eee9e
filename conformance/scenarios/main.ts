// Runs both scenarios against all good and broken parties, at both kinds of protocol version.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { FAULTS as CLIENT_FAULTS } from './broken/client';
import { FAULTS as SERVER_FAULTS, WITHOUT_FIXTURES } from './broken/server';
import { ToolFailureHandlingScenario } from './client/tool-failure';
import { runClient } from './good/client';
import { handlers } from './good/server';
import { ToolFailureScenario } from './server/tool-failure';
import { checkTraceability } from './traceability';
import { testContext, type RunContext } from '../connection';
import { stdioContext } from '../connection/stdio';
import { serve, testScenarioContext, type RequestHandlers } from '../mock-server';
import {
  DRAFT_PROTOCOL_VERSION,
  LATEST_SPEC_VERSION,
  type ConformanceCheck,
  type SpecVersion,
} from '../types';

const VERSIONS = [LATEST_SPEC_VERSION, DRAFT_PROTOCOL_VERSION] as const;
const emitted = new Set<string>();

/** What passes is all green, but for what is named as skipped. */
function passes(who: string, checks: ConformanceCheck[], skipped: string[] = []): void {
  const wrong: string[] = [];
  for (const { id, status, errorMessage } of checks) {
    emitted.add(id);
    if (status !== (skipped.includes(id) ? 'SKIPPED' : 'SUCCESS')) {
      wrong.push(`${status} ${id}: ${errorMessage}`);
    }
  }
  assert(wrong.length === 0, `${who}:\n${wrong.join('\n')}`);
  console.log(`ok  ${who}: ${checks.length - skipped.length} passed, ${skipped.length} skipped`);
}

/** What is broken fails for its own reason, and for no other. */
function fails(who: string, checks: ConformanceCheck[], breaks: Record<string, RegExp>): void {
  const failed = checks.filter(({ status }) => status !== 'SUCCESS');
  const said = failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`).join('\n');
  assert.deepEqual(
    failed.map(({ id }) => id),
    Object.keys(breaks),
    `${who}: ${said}`,
  );
  for (const { id, errorMessage = '', status } of failed) {
    assert.match(errorMessage, breaks[id], who);
    // Only what the proposal recommends, or says SHOULD of, is a warning.
    const isWarning = /-(code-baseline|guidance-is-data)$/.test(id);
    assert.equal(status, isWarning ? 'WARNING' : 'FAILURE', `${who}: ${id}`);
  }
}

function isUntestable(who: string, checks: ConformanceCheck[]): void {
  for (const { id, status, errorMessage = '' } of checks) {
    assert(status !== 'SUCCESS' && errorMessage.startsWith('Not testable: '), `${who}: ${id}`);
  }
}

const askServer = (context: RunContext) => new ToolFailureScenario().run(context);

async function ofServer(served: RequestHandlers, version: SpecVersion) {
  const server = await serve(served, version);
  try {
    return await askServer(testContext(server.url, version));
  } finally {
    await server.close();
  }
}

async function ofClient(
  run: (url: string, version: SpecVersion) => Promise<void>,
  version: SpecVersion,
) {
  const scenario = new ToolFailureHandlingScenario();
  const { serverUrl } = await scenario.start(testScenarioContext(version));
  try {
    await run(serverUrl, version);
    return scenario.getChecks();
  } finally {
    await scenario.stop();
  }
}

async function servers(version: SpecVersion): Promise<void> {
  passes(`good server, ${version}`, await ofServer(handlers(), version));
  for (const [name, fault] of Object.entries(SERVER_FAULTS)) {
    fails(`server ${name}, ${version}`, await ofServer(fault.handlers, version), fault.breaks);
  }
  isUntestable('server without fixtures', await ofServer(WITHOUT_FIXTURES, version));
  console.log(
    `ok  ${Object.keys(SERVER_FAULTS).length} broken servers, one without fixtures, ${version}`,
  );
}

async function clients(version: SpecVersion): Promise<void> {
  passes(`good client, ${version}`, await ofClient(runClient, version));
  const never = await ofClient((url) => runClient(url, version, () => undefined), version);
  passes(`client that never retries, ${version}`, never, ['sep-3313-client-no-early-retry']);
  await Promise.all(
    Object.entries(CLIENT_FAULTS).map(async ([name, fault]) =>
      fails(`client ${name}, ${version}`, await ofClient(fault.run, version), fault.breaks),
    ),
  );
  isUntestable('client that calls nothing', await ofClient(async () => {}, version));
  console.log(
    `ok  ${Object.keys(CLIENT_FAULTS).length} broken clients, one that calls nothing, ${version}`,
  );
}

/** As the official runner does it: the URL is the last argument. */
function runCommand(command: string) {
  return (url: string, version: SpecVersion) =>
    new Promise<void>((resolve, reject) => {
      const env = {
        ...process.env,
        MCP_CONFORMANCE_SCENARIO: new ToolFailureHandlingScenario().name,
        MCP_CONFORMANCE_PROTOCOL_VERSION: version,
      };
      const child = spawn(`${command} ${url}`, {
        shell: true,
        stdio: ['ignore', 'inherit', 'inherit'],
        env,
      });
      const timer = setTimeout(() => child.kill(), 60_000);
      child.on('close', (code) => {
        clearTimeout(timer);
        if (code === 0) resolve();
        else reject(new Error(`${command} ended with ${code}`));
      });
    });
}

/** Whoever is named in the environment. */
async function others(): Promise<void> {
  const { env } = process;
  const { TOOLFAILURE_SERVER_COMMAND: command, TOOLFAILURE_SERVER_URL: url } = env;
  for (const version of named(env.TOOLFAILURE_SERVER_VERSIONS)) {
    if (command) {
      passes(`server by command, ${version}`, await askServer(stdioContext(command, version)));
    }
    if (url) passes(`server by URL, ${version}`, await askServer(testContext(url, version)));
  }
  const client = env.TOOLFAILURE_CLIENT_COMMAND;
  if (!client) return;
  for (const version of named(env.TOOLFAILURE_CLIENT_VERSIONS)) {
    const checks = await ofClient(runCommand(client), version);
    const skipped = checks.filter(({ status }) => status === 'SKIPPED').map(({ id }) => id);
    passes(`client by command, ${version}`, checks, skipped);
  }
}

function named(versions: string | undefined): readonly SpecVersion[] {
  if (!versions) return VERSIONS;
  return versions.split(',').map((version) => {
    const known = VERSIONS.find((it) => it === version);
    assert(known, `${version} is none of ${VERSIONS.join(', ')}`);
    return known;
  });
}

async function main(): Promise<void> {
  for (const version of VERSIONS) {
    await servers(version);
    await clients(version);
  }
  console.log(`ok  sep-3313.yaml: ${checkTraceability(process.argv[2], emitted)}`);
  await others();
}

void main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
