import type { TrailRecord } from '@sluice/contracts'
import { unreadableRecord } from '@sluice/events'
import { describe, expect, it } from 'vitest'
import { countsOf } from './counts-of.ts'

type Request = Extract<TrailRecord, { kind: 'request' }>
type Layer = Request['layers'][number]

const layer = (name: Layer['layer'], outcome: Layer['outcome']): Layer => ({
  ...{ layer: name, outcome, duration_ms: 1, findings: 0 },
})
const request = (outcome: Request['outcome'], layers: readonly Layer[] = [], isCached = false): TrailRecord => ({
  ...{ kind: 'request', version: 3, id: 'i', request_id: 'r', time_ms: 1, tenant: 't', sub: 's', session_id: 1 },
  ...{ model: 'm', policy_version: 'p', outcome, cache_hit: isCached, layers: [...layers], violations: [] },
  ...{ commitment: 'c', sealed_opening: 'k.s' },
})
const refusals = {
  kind: 'refusals',
  version: 1,
  id: 'i',
  tenant: 't',
  code: 'c',
  count: 7,
  first_ms: 1,
  time_ms: 2,
} as const

describe('how a record counts among requests', () => {
  it.each<[string, TrailRecord, string, string]>([
    ['an answer', request('answered', [layer('L5', 'allow')]), 'answered', ''],
    ['an answer after an endpoint that failed', request('answered', [layer('L5', 'error')]), 'answered', ''],
    ['an answer from the cache', request('answered', [layer('L7', 'answer')], true), 'cached', ''],
    ['a denial', request('denied', [layer('L0', 'allow'), layer('L1', 'deny'), layer('L6', 'allow')]), 'denied', 'L1'],
    ['what no layer has denied', request('denied', [layer('L0', 'allow')]), 'denied', ''],
    ['a hold', request('held', [layer('L0', 'hold'), layer('L6', 'allow')]), 'held', 'L0'],
    ['a failure', request('failed', [layer('L2', 'timeout')]), 'failed', 'L2'],
    ['what the caller broke off', request('aborted', [layer('L5', 'error')]), 'aborted', 'L5'],
  ])('%s', (_what, record, outcome, name) => {
    expect(countsOf(record)).toEqual({ outcome, layer: name, requests: 1 })
  })

  it.each(['answered', 'aborted', 'failed'] as const)('counts no kept answer that is fetched again: %s', (outcome) => {
    const layers = [layer('L7', 'allow'), layer('L4', 'allow'), layer('L6', 'allow')]
    expect(countsOf(request(outcome, layers))).toBeUndefined()
    expect(countsOf(request(outcome, [layer('L0', 'allow'), ...layers]))).toMatchObject({ outcome, requests: 1 })
  })

  it('counts every refusal of a gateway, none of another service, and nothing else', () => {
    expect(countsOf(refusals)).toEqual({ outcome: 'refused', layer: '', requests: 7 })
    expect(countsOf({ ...refusals, service: 'admin' })).toBeUndefined()
    expect(countsOf(unreadableRecord('i'))).toBeUndefined()
  })
})
