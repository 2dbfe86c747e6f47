import type { SensitivityTile } from '@sluice/contracts'
import { createLevelPolicy } from '@sluice/policy'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { snapshotOf } from '../../ports/endpoint-snapshot.ts'
import { EndpointError, type EndpointFailure, type ModelEndpoint } from '../../ports/model-endpoint.ts'
import { chat } from '../../testing/answers-for-tests.ts'
import { exchangeForTests, keyRingForTests } from '../../testing/exchange-for-tests.ts'
import { createRouteLayer } from './route-layer.ts'

const TRIES = 3
const KNOWN_MS = 10_000
const tile: SensitivityTile = {
  ...{ level: 0, reidentificationRisk: 0, flags: [], digest: '' },
  categories: { PII: 0, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 },
}
const policy = createLevelPolicy({ clearances: {} }).current('t')

const failure = fc.constantFrom<EndpointFailure>(
  { kind: 'connect' },
  { kind: 'busy' },
  { kind: 'headers-timeout' },
  { kind: 'protocol' },
  { kind: 'status', status: 429 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
)

/** A request of a user, so many milliseconds after the one before. */
const step = fc.record({
  waitMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 20_000 })),
  user: fc.constantFrom('alice', 'bob'),
  content: fc.constantFrom('one', 'two'),
})

it('a request that keeps failing is tried three times in ten seconds, however often it comes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(failure, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
      fc.array(step, { minLength: 1, maxLength: 40 }),
      async (failures, steps) => {
        let nowMs = 0
        const calls: { readonly of: string; readonly atMs: number }[] = []
        const endpoints = failures.map((each, index): ModelEndpoint => {
          let asked = 0
          return {
            ...{ name: `e${index}`, permittedLevel: 7, models: { chat: ['m'], embeddings: [] } },
            ask: async (request, { user, leaving }) => {
              const next = each[asked++ % each.length] ?? { kind: 'connect' }
              if (next.kind !== 'busy') {
                leaving({ digest: () => '' })
                calls.push({ of: `${user} ${JSON.stringify(request.body)}`, atMs: nowMs })
              }
              throw new EndpointError(`e${index}`, next)
            },
          }
        })
        const layer = createRouteLayer({
          ...{ keyRing: keyRingForTests, timeoutMs: 100_001, random: () => 0.5 },
          retry: { attempts: TRIES, baseDelayMs: 200, maxDelayMs: 5_000, budgetMs: 100_000 },
          sleep: async (delayMs) => {
            nowMs += delayMs
          },
        })
        const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs }
        const snapshot = snapshotOf(endpoints)
        for (const { waitMs, user, content } of steps) {
          nowMs += waitMs
          const { principal } = exchangeForTests().origin
          const exchange = exchangeForTests({
            ...{ policy, clock, endpoints: snapshot, facts: { tile } },
            principal: { ...principal, sub: user },
          })
          const asked = chat({ model: 'm', messages: [{ role: 'user', content }] })
          expect(await layer.decide(asked, exchange)).toMatchObject({ type: 'deny' })
        }
        for (const { of, atMs } of calls) {
          const near = calls.filter((other) => other.of === of && other.atMs >= atMs && other.atMs < atMs + KNOWN_MS)
          expect(near.length).toBeLessThanOrEqual(TRIES)
        }
      },
    ),
    { numRuns: 300, seed: 20_260_101 },
  )
})
