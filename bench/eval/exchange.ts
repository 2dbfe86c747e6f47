import type { ChatRequest } from '@sluice/contracts'
import type { Decision, RequestLayer } from '@sluice/pipeline'
import { createLevelPolicy } from '@sluice/policy'

const policy = createLevelPolicy({ clearances: { '*': { level: 7 } } })

/** Asks one layer about a request with this one user message. */
export async function askLayer(layer: RequestLayer, text: string): Promise<Decision> {
  const request: ChatRequest = { model: 'eval', messages: [{ role: 'user', content: text }] }
  return layer.inspectRequest(request, {
    requestId: 'eval',
    model: 'eval',
    principal: {
      tenant: 'default',
      sub: 'eval',
      username: 'eval',
      groups: [],
      roles: [],
      departments: [],
      client: 'eval',
    },
    session: { id: 1 },
    policy: policy.current('default'),
    cacheUse: 'full',
    clock: { nowMs: () => Date.now(), monotonicMs: () => performance.now() },
    signal: new AbortController().signal,
    facts: {},
    findings: [],
    account: () => ({ events: [], violations: [], cacheHit: false }),
  })
}
