import type { PolicyDecision, PolicyQuestion, PolicySnapshot } from '@sluice/policy'
import { createKeyRing } from '@sluice/token-vault'
import type { Exchange } from '../../layer.ts'

/** For unit tests: an exchange that may do everything, with a clock that stands still. */
export function exchangeForTests(changes: Partial<Exchange> = {}): Exchange {
  return {
    requestId: 'request-1',
    model: 'gpt-test',
    principal: {
      tenant: 'acme',
      sub: 'alice',
      username: 'alice',
      groups: [],
      roles: [],
      departments: [],
      client: 'app',
    },
    session: { id: 7 },
    policy: policyForTests(),
    cacheUse: 'full',
    clock: { nowMs: () => 1_700_000_000_000, monotonicMs: () => 0 },
    signal: new AbortController().signal,
    facts: {},
    findings: [],
    account: () => ({ events: [], violations: [], cacheHit: false }),
    ...changes,
  }
}

/** For unit tests: a policy that permits everything but what `effectOf` decides otherwise. */
export function policyForTests(
  effectOf: (question: PolicyQuestion) => PolicyDecision['effect'] = () => 'permit',
): PolicySnapshot {
  return {
    version: 'policy-1',
    jailbreak: { observe: 0.5, block: 0.8 },
    decide: (question) => ({ effect: effectOf(question), policyIds: ['policy-for-tests'] }),
  }
}

export const keyRingForTests = createKeyRing(new Map([['test', new Uint8Array(32).fill(7)]]), 'test')
