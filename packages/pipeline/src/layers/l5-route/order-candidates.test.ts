import { describe, expect, it } from 'vitest'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import { EndpointHealth } from './endpoint-health.ts'
import { orderCandidates } from './order-candidates.ts'

const endpoint = (name: string, more: Partial<ModelEndpoint> = {}): ModelEndpoint => ({
  name,
  permittedLevel: 7,
  models: { chat: ['m'], embeddings: [] },
  ask: () => Promise.reject(new Error('not asked here')),
  ...more,
})

function orderOf(endpoints: readonly ModelEndpoint[], session = '1', health = new EndpointHealth(), nowMs = 0): string {
  const candidates = endpoints.map((one) => ({ endpoint: one, model: 'm' }))
  return orderCandidates(candidates, session, health, nowMs)
    .map((each) => each.endpoint.name)
    .join('')
}

const SESSIONS = Array.from({ length: 4_000 }, (_, number) => String(number))

/** How many sessions ask each endpoint first. */
function shares(endpoints: readonly ModelEndpoint[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const session of SESSIONS) {
    const [first = ''] = orderOf(endpoints, session)
    counts[first] = (counts[first] ?? 0) + 1
  }
  return counts
}

describe('the order of endpoints', () => {
  it.each<[string, readonly ModelEndpoint[], string]>([
    ['that of configuration', [endpoint('a'), endpoint('b'), endpoint('c')], 'abc'],
    [
      'by priority',
      [endpoint('a', { priority: 2 }), endpoint('b', { priority: 0 }), endpoint('c', { priority: 1 })],
      'bca',
    ],
    ['one alone', [endpoint('a')], 'a'],
    ['none', [], ''],
  ])('is %s', (_what, endpoints, order) => {
    expect(orderOf(endpoints)).toBe(order)
  })

  it.each<[number, number, number]>([
    [1, 1, 0.5],
    [1, 3, 0.75],
    [9, 1, 0.1],
    [0.5, 0.5, 0.5],
  ])('gives weights %d and %d their share of sessions: %d to the second', (first, second, share) => {
    const endpoints = [endpoint('a', { priority: 0, weight: first }), endpoint('b', { priority: 0, weight: second })]
    expect((shares(endpoints).b ?? 0) / SESSIONS.length).toBeCloseTo(share, 1)
  })

  it('is the same for all requests of a session, and one that goes moves its own sessions only', () => {
    const all = ['a', 'b', 'c', 'd'].map((name) => endpoint(name, { priority: 0 }))
    for (const session of SESSIONS.slice(0, 200)) {
      const order = orderOf(all, session)
      expect(orderOf(all.toReversed(), session)).toBe(order)
      expect(orderOf(all.slice(1), session)).toBe(order.replace('a', ''))
    }
    for (const count of Object.values(shares(all))) expect(count / SESSIONS.length).toBeCloseTo(0.25, 1)
  })

  it('has those that asked to be left alone at its end, until then', () => {
    const health = new EndpointHealth()
    const [a, b] = [endpoint('a'), endpoint('b')]
    health.admit(a, 'alice', () => 0)?.failed({ kind: 'status', status: 429, retryAfterSeconds: 9 })
    expect(orderOf([a, b], '1', health, 8_999)).toBe('ba')
    expect(orderOf([a, b], '1', health, 9_000)).toBe('ab')
    health.admit(a, 'alice', () => 0)?.failed({ kind: 'status', status: 429, retryAfterSeconds: 9 })
    health.admit(a, 'alice', () => 0)?.answered()
    expect(orderOf([a, b], '1', health, 0)).toBe('ab')
  })
})

describe('how long an endpoint takes', () => {
  /** The order after streams of `a` and of `b` have begun after so many milliseconds, so often. */
  function orderAfter(aMs: number, bMs: number, count: number, more: Partial<ModelEndpoint>, atMs = 0): string {
    const health = new EndpointHealth()
    const [a, b] = [endpoint('a', more), endpoint('b', { ...more, priority: more.priority ?? 1 })]
    for (let time = 0; time < count; time += 1) {
      health.took(a, 'm', aMs, 0)
      health.took(b, 'm', bMs, 0)
    }
    const session = SESSIONS.find((each) => orderOf([a, b], each).startsWith('a')) ?? ''
    return orderOf([a, b], session, health, atMs)
  }

  const same = { priority: 0 }
  it.each<[string, string, string]>([
    ['twice as long and more', orderAfter(401, 200, 10, same), 'ba'],
    ['twice as long', orderAfter(400, 200, 10, same), 'ab'],
    ['much longer, but a few milliseconds', orderAfter(51, 2, 10, same), 'ab'],
    ['longer by more than a few milliseconds', orderAfter(53, 2, 10, same), 'ba'],
    ['long, but is not known well', orderAfter(900, 200, 9, same), 'ab'],
    ['long, but a minute ago', orderAfter(900, 200, 10, same, 60_001), 'ab'],
    ['long, but has another priority', orderAfter(900, 200, 10, {}), 'ab'],
  ])('counts where it is %s', (_what, order, expected) => {
    expect(order).toBe(expected)
  })
})
