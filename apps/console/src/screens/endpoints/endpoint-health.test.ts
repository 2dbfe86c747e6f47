import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../../api/endpoints.ts'
import { faultWords, healthOf, latencyWords, reachOf } from './endpoint-health.ts'

type AtGateway = Endpoint['gateways'][number]

const at = (gateway: string, more: Partial<AtGateway> = {}): AtGateway => ({
  ...{ gateway, kind: 'gateway', seen_at: '2026-11-01T00:00:00.000Z', breaker: 'closed', latency_ms: {} },
  connections: { in_use: 0, waiting: 0 },
  ...more,
})
const endpoint = (name: string, level: Endpoint['permitted_level'], ...gateways: AtGateway[]): Endpoint => ({
  ...{ name, permitted_level: level, shareable: false, models: ['m'], model_count: 1, gateways },
})
const open = (gateway: string, since: string) => at(gateway, { breaker: 'open', broken_since: since })

describe('how an endpoint does', () => {
  it.each<[string, AtGateway[], object]>([
    ['it is asked', [at('a'), at('b')], { words: 'Asked', tone: 'good', since: undefined, isReachable: true }],
    ['one gateway tries', [at('a'), at('b', { breaker: 'half-open' })], { words: 'Being tried', tone: 'warn' }],
    [
      'one gateway keeps back',
      [open('a', '2026-11-01T00:02:00Z'), at('b')],
      { words: 'Kept back at 1 of 2 gateways', tone: 'warn', since: '2026-11-01T00:02:00Z', isReachable: true },
    ],
    [
      'only a worker has not noticed',
      [open('a', '2026-11-01T00:02:00Z'), at('w', { kind: 'worker' })],
      { words: 'Kept back', tone: 'danger', since: '2026-11-01T00:02:00Z', isReachable: false },
    ],
    ['there are but workers', [at('w', { kind: 'worker' })], { words: 'Asked', isReachable: true }],
    [
      'all keep back, since the first did',
      [open('a', '2026-11-01T00:02:00Z'), open('b', '2026-11-01T00:01:00Z')],
      { words: 'Kept back', tone: 'danger', since: '2026-11-01T00:01:00Z', isReachable: false },
    ],
  ])('where %s', (_when, gateways, expected) => {
    expect(healthOf({ gateways })).toMatchObject(expected)
  })

  it('is added up over gateways', () => {
    const lately = (asked: number, failed: number) => ({ seconds: 300, asked, failed })
    const gateways = [
      at('a', { lately: lately(10, 1), latency_ms: { m: 80, n: 200 }, connections: { in_use: 1, waiting: 0 } }),
      at('b', { lately: lately(30, 3), latency_ms: { m: 120 }, connections: { in_use: 2, waiting: 4 } }),
      at('c'),
    ]
    expect(healthOf({ gateways })).toMatchObject({ asked: 40, failed: 4, latencyMs: [80, 200], inUse: 3, waiting: 4 })
    expect(healthOf({ gateways: [at('c')] }).latencyMs).toBeUndefined()
  })
})

it('counts for each level where its data may go, and can', () => {
  const endpoints = [
    endpoint('outside', 2, at('a')),
    endpoint('inside', 7, open('a', '2026-11-01T00:00:00Z')),
    // Another gateway has it configured otherwise: it is still one.
    endpoint('outside', 3, at('b')),
  ]
  const reach = reachOf(endpoints)
  expect(reach.map(({ may }) => may)).toEqual([2, 2, 2, 2, 1, 1, 1, 1])
  expect(reach.map(({ can }) => can)).toEqual([1, 1, 1, 1, 0, 0, 0, 0])
})

it('writes latencies and faults', () => {
  expect([latencyWords([80.4, 80.2]), latencyWords([80, 200]), latencyWords([400, 1_200])]).toEqual([
    '80 ms',
    '80 to 200 ms',
    '0.4 to 1.2 s',
  ])
  const when = { at: '2026-11-01T00:00:00Z' }
  expect(faultWords({ ...when, fault: 'status', status: 503 })).toBe('answered 503')
  expect(faultWords({ ...when, fault: 'timeout' })).toBe('did not answer in time')
})
