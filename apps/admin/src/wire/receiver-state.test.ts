import type { ReceiverState } from '@sluice/contracts'
import type { SeenService } from '@sluice/redis'
import { describe, expect, it } from 'vitest'
import { receiversSaid, viewReceiverState } from './receiver-state.ts'

const NOW = Date.UTC(2026, 10, 1)
const at = (msAgo: number) => new Date(NOW - msAgo).toISOString()
const says = (seenMsAgo: number, ...receivers: Omit<ReceiverState, 'receiver' | 'digest'>[]): SeenService => ({
  ...{ service: 'admin', version: '1', startedAtMs: 0, status: 'ready', failing: [], seenMsAgo },
  receivers: receivers.map((one) => ({ receiver: 'siem:1', digest: 'd', ...one })),
})
const view = (...states: SeenService[]) => viewReceiverState(receiversSaid(states, 'admin').get('d'), NOW)

describe('how a receiver does', () => {
  it.each<[string, SeenService[], object]>([
    ['nobody says anything', [], { state: 'untried' }],
    ['nothing was sent to it yet', [says(10, {})], { state: 'untried' }],
    ['it takes', [says(1_000, { triedMsAgo: 5, takenMsAgo: 5 })], { state: 'taking', taken_at: at(1_005) }],
    [
      'it answers with an error',
      [says(1_000, { triedMsAgo: 5, takenMsAgo: 9_000, failingForMs: 8_000, status: 503 })],
      { state: 'failing', taken_at: at(10_000), failing_since: at(9_000), last_status: 503 },
    ],
    [
      'the process that tried it last can reach it, and another cannot',
      [
        says(0, { triedMsAgo: 9_000, failingForMs: 9_000 }),
        says(4_000, { triedMsAgo: 100, takenMsAgo: 100 }),
        says(0, {}),
      ],
      { state: 'taking', taken_at: at(4_100) },
    ],
    ['another service says so', [{ ...says(0, { triedMsAgo: 1 }), service: 'soar-listener' }], { state: 'untried' }],
  ])('where %s', (_when, states, expected) => {
    expect(view(...states)).toEqual(expected)
  })
})
