import { describe, expect, it } from 'vitest'
import type { ModelEndpoint } from '../../ports/model-endpoint.ts'
import { createEndpointHealth } from './endpoint-health.ts'

const endpoint = (name: string): ModelEndpoint => ({
  name,
  permittedLevel: 7,
  models: { chat: ['m'], embeddings: [] },
  ask: () => Promise.reject(new Error('not asked here')),
})

function setUp() {
  const [a, b, c] = [endpoint('a'), endpoint('b'), endpoint('c')]
  const health = createEndpointHealth()
  return {
    a,
    health,
    fail: (one: ModelEndpoint, times: number) => {
      for (let time = 0; time < times; time += 1) health.failed(one, { kind: 'connect' }, 0)
    },
    orderAt: (nowMs: number) =>
      health
        .order(
          [a, b, c].map((one) => ({ endpoint: one, model: 'm' })),
          nowMs,
        )
        .map((candidate) => candidate.endpoint.name)
        .join(''),
    b,
  }
}

describe('the order of endpoints', () => {
  it.each<[number, number, string]>([
    [0, 0, 'abc'],
    [4, 0, 'abc'],
    [5, 0, 'bca'],
    [5, 9_999, 'bca'],
    [5, 10_000, 'abc'],
    [6, 0, 'bca'],
  ])('after %i failed connections in a row and %i ms is %s', (failures, nowMs, order) => {
    const { a, fail, orderAt } = setUp()
    fail(a, failures)
    expect(orderAt(nowMs)).toBe(order)
  })

  it('is the configured one among those that are down', () => {
    const { a, b, fail, orderAt } = setUp()
    fail(b, 5)
    fail(a, 5)
    expect(orderAt(0)).toBe('cab')
  })

  it('goes back at the first answer, and at the first failure that somebody answered with', () => {
    const { a, health, fail, orderAt } = setUp()
    fail(a, 5)
    health.answered(a)
    expect(orderAt(0)).toBe('abc')
    fail(a, 4)
    health.failed(a, { kind: 'status', status: 500 }, 0)
    fail(a, 4)
    expect(orderAt(0)).toBe('abc')
  })

  it('changes again at the first failure after the cool-down', () => {
    const { a, health, fail, orderAt } = setUp()
    fail(a, 5)
    health.failed(a, { kind: 'connect' }, 10_000)
    expect(orderAt(10_000)).toBe('bca')
  })
})
