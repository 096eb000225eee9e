// As the official repository's src/scenarios/untestable.ts: what could not be looked at is red.

import type { ConformanceCheck, SpecReference } from '../types';

export function untestableCheck(
  id: string,
  name: string,
  description: string,
  reason: string,
  specReferences: SpecReference[],
  severity: 'FAILURE' | 'WARNING' = 'FAILURE',
): ConformanceCheck {
  return {
    id,
    name,
    description,
    status: severity,
    timestamp: new Date().toISOString(),
    errorMessage: `Not testable: ${reason}`,
    specReferences,
    details: { untestable: true, reason },
  };
}
