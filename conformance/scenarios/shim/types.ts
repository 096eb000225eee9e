// What the scenarios use of the official repository's src/types.ts.

export type CheckStatus = 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';

export interface SpecReference {
  id: string;
  url?: string;
}

export interface ConformanceCheck {
  id: string;
  name: string;
  description: string;
  status: CheckStatus;
  timestamp: string;
  specReferences?: SpecReference[];
  details?: Record<string, unknown>;
  errorMessage?: string;
}

export const LATEST_SPEC_VERSION = '2025-11-25';
export const DRAFT_PROTOCOL_VERSION = '2026-07-28';
export type SpecVersion = typeof LATEST_SPEC_VERSION | typeof DRAFT_PROTOCOL_VERSION;

export interface ScenarioSource {
  introducedIn: SpecVersion;
}

export interface ScenarioUrls {
  serverUrl: string;
}

/** For clients. */
export interface Scenario {
  name: string;
  description: string;
  source: ScenarioSource;
  start(ctx: import('./mock-server').ScenarioContext): Promise<ScenarioUrls>;
  stop(): Promise<void>;
  getChecks(): ConformanceCheck[];
}

/** For servers: the scenario is the client. */
export interface ClientScenario {
  name: string;
  description: string;
  source: ScenarioSource;
  run(ctx: import('./connection').RunContext): Promise<ConformanceCheck[]>;
}
