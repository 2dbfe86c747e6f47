import {
  AbortScope,
  type Decision,
  Disclosed,
  type Exchange,
  type Inspector,
  type ModelRequest,
  snapshotOf,
} from '@sluice/pipeline'
import { unlimitedSpending } from '@sluice/pipeline/ports'
import { createLevelPolicy, type PolicySnapshot } from '@sluice/policy'

const usual = createLevelPolicy({ clearances: { '*': { level: 7 } } })

let sessions = 0

/** An exchange whose request has this one user message, the first of its session: nothing is remembered of it. */
export function exchangeOf(text: string, policy?: PolicySnapshot): Exchange {
  return exchangeFor({ kind: 'chat', body: { model: 'eval', messages: [{ role: 'user', content: text }] } }, policy)
}

/** An exchange with this request, the first of its session. */
export function exchangeFor(request: ModelRequest, policy: PolicySnapshot = usual.current('default')): Exchange {
  sessions += 1
  const exchange: Omit<Exchange, 'scope'> = {
    origin: {
      requestId: 'eval',
      request,
      principal: {
        tenant: 'default',
        sub: 'eval',
        username: 'eval',
        groups: [],
        roles: [],
        departments: [],
        client: 'eval',
      },
      session: { id: sessions, secret: '' },
      cacheUse: 'full',
    },
    runtime: {
      policy,
      endpoints: snapshotOf([]),
      clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
      signal: new AbortController().signal,
      recordId: 'eval',
      holdBytes: () => undefined,
      spending: unlimitedSpending(0),
    },
    facts: {},
    findings: [],
    disclosed: new Disclosed(),
    account: () => ({ events: [], violations: [], cacheHit: false, alerts: [] }),
  }
  const { origin, runtime } = exchange
  const scope = new AbortScope(runtime.signal, origin.principal, runtime.clock)
  return { ...exchange, scope }
}

/** Asks one layer about a request with this one user message. */
export async function askLayer(
  layer: Inspector<'L1'> | Inspector<'L2'>,
  text: string,
  policy?: PolicySnapshot,
): Promise<Decision> {
  const exchange = exchangeOf(text, policy)
  return await layer.decide(exchange.origin.request, exchange)
}
