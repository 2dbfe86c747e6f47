import type { Clock } from '@sluice/contracts'
import type { PolicyDecision, PolicyQuestion, PolicySnapshot } from '@sluice/policy'
import { createKeyRing } from '@sluice/token-vault'
import type { Exchange, ExchangeOrigin, ExchangeRuntime } from '../layer.ts'
import { snapshotOf } from '../ports/endpoint-snapshot.ts'
import { unlimitedSpending } from '../ports/spending.ts'
import { AbortScope } from '../run/abort-scope.ts'
import { Disclosed } from '../run/disclosed.ts'

/** Members of an exchange, wherever they stand in it. */
export type ExchangeChanges = Partial<
  ExchangeOrigin & ExchangeRuntime & Pick<Exchange, 'facts' | 'findings' | 'account' | 'disclosed'>
>

export const keyRingForTests = createKeyRing(new Map([['test', new Uint8Array(32).fill(7)]]), 'test')

const secretForTests = keyRingForTests.newSessionSecret({ tenant: 'acme', sub: 'alice' })

/** For unit tests: a session of the user of `exchangeForTests`. */
export function sessionForTests(id: number): ExchangeOrigin['session'] {
  return { id, secret: secretForTests }
}

/** For unit tests: an exchange that may do everything, with a clock that stands still. */
export function exchangeForTests({
  facts,
  findings,
  account,
  disclosed,
  recordId,
  policy,
  endpoints,
  clock,
  signal,
  holdBytes,
  spending,
  ...origin
}: ExchangeChanges = {}): Exchange {
  const exchange: Omit<Exchange, 'scope'> = {
    origin: {
      requestId: 'request-1',
      request: { kind: 'chat', body: { model: 'gpt-test', messages: [{ role: 'user', content: 'Hello' }] } },
      principal: {
        tenant: 'acme',
        sub: 'alice',
        username: 'alice',
        groups: [],
        roles: [],
        departments: [],
        client: 'app',
      },
      session: sessionForTests(7),
      cacheUse: 'full',
      ...origin,
    },
    runtime: {
      recordId: recordId ?? 'record-1',
      policy: policy ?? policyForTests(),
      endpoints: endpoints ?? snapshotOf([]),
      clock: clock ?? { nowMs: () => 1_700_000_000_000, monotonicMs: () => 0 },
      signal: signal ?? new AbortController().signal,
      holdBytes: holdBytes ?? (() => undefined),
      spending: spending ?? unlimitedSpending(0),
    },
    facts: facts ?? {},
    findings: findings ?? [],
    disclosed: disclosed ?? new Disclosed(),
    account: account ?? (() => ({ events: [], violations: [], cacheHit: false, alerts: [] })),
  }
  return {
    ...exchange,
    scope: new AbortScope(exchange.runtime.signal, exchange.origin.principal, exchange.runtime.clock),
  }
}

/** For unit tests: a policy that permits everything but what `effectOf` decides otherwise. */
export function policyForTests(
  effectOf: (question: PolicyQuestion) => PolicyDecision['effect'] = () => 'permit',
): PolicySnapshot {
  return {
    version: 'policy-1',
    jailbreak: { observe: 0.25, block: 0.5 },
    decide: (question) => ({ effect: effectOf(question), policyIds: ['policy-for-tests'] }),
    clearanceOf: () => 7,
    quotasOf: () => {
      throw new Error('no layer asks for quotas')
    },
    digests: { policies: `${'P'.repeat(42)}A`, schema: `${'S'.repeat(42)}A`, entities: `${'E'.repeat(42)}A` },
    documents: () => {
      throw new Error('no layer asks for documents')
    },
  }
}

/** For unit tests: a clock on which every look takes a millisecond, so that no long work ends within one turn. */
export function tickingClock(): Clock {
  let nowMs = 0
  return { nowMs: () => nowMs, monotonicMs: () => ++nowMs }
}
