import { serviceStateSchema } from '@sluice/contracts'
import { createEndpointHealth, type ModelEndpoint } from '@sluice/pipeline'
import { describe, expect, it } from 'vitest'
import { describeEndpoints } from './describe-endpoints.ts'

const endpoint = (name: string, more: Partial<ModelEndpoint> = {}): ModelEndpoint => ({
  ...{ name, permittedLevel: 3, models: { chat: ['m', 'n'], embeddings: ['e'] } },
  ask: () => Promise.reject(new Error('nobody asks here')),
  ...more,
})

describe('what a gateway says of its endpoints', () => {
  it('is what they may see, whether they fail, how long they take, and nothing of their addresses', () => {
    const health = createEndpointHealth()
    const one = endpoint('one', { providerKind: 'byok', region: 'eu', retentionDays: 30, shareable: true })
    const two = endpoint('two')
    for (let answer = 0; answer < 20; answer += 1) health.took(one, 'm', 120, 1_000)
    for (let failure = 0; failure < 5; failure += 1) {
      health.admit(two, 'u', () => 1_000)?.failed({ kind: 'connect' })
    }
    const load = [{ endpoint: 'one', inUse: 2, waiting: 1 }]
    const described = describeEndpoints([{ endpoint: one }, { endpoint: two, tenant: 'acme' }], {
      ...{ health, load, nowMs: 1_500 },
    })
    expect(described).toEqual({
      endpointCount: 2,
      endpoints: [
        {
          ...{ name: 'one', permittedLevel: 3, providerKind: 'byok', region: 'eu', retentionDays: 30 },
          ...{ isShareable: true, models: ['m', 'n', 'e'], modelCount: 3, breaker: 'closed', latencyMs: { m: 120 } },
          ...{ connections: { inUse: 2, waiting: 1 }, lately: { seconds: 300, asked: 0, failed: 0 } },
        },
        {
          ...{ name: 'two', tenant: 'acme', permittedLevel: 3, isShareable: false, models: ['m', 'n', 'e'] },
          ...{ modelCount: 3, breaker: 'open', latencyMs: {}, connections: { inUse: 0, waiting: 0 } },
          ...{ brokenForMs: 500, lately: { seconds: 300, asked: 5, failed: 5 } },
          lastFault: { msAgo: 500, fault: 'unreachable' },
        },
      ],
    })
  })

  it('is bounded, however many there are', () => {
    const models = Array.from({ length: 100 }, (_, index) => `${index}-${'m'.repeat(250)}`)
    const many = Array.from({ length: 1_000 }, (_, index) => ({
      endpoint: endpoint(`e-${index}`, { models: { chat: models, embeddings: [] } }),
    }))
    const described = describeEndpoints(many, { health: createEndpointHealth(), load: [], nowMs: 0 })
    expect([described.endpoints.length, described.endpointCount]).toEqual([200, 1_000])
    expect(described.endpoints[0]).toMatchObject({ models: { length: 16 }, modelCount: 100 })
    const facts = { service: 'gateway', version: '1', startedAtMs: 0, status: 'ready', failing: [] }
    serviceStateSchema.parse({ ...facts, gateway: { leaseId: 'g', requests: 0, ...described } })
  })
})
