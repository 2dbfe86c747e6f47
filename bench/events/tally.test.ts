import { describe, expect, it } from 'vitest'
import { requestIdOf } from './made-up-records.ts'
import { messageReader } from './syslog-receiver.ts'
import { faultsOf, tallyReceiver, tallyTrail } from './tally.ts'

const [a0, a1, a2, b0] = [requestIdOf(1, 0), requestIdOf(1, 1), requestIdOf(1, 2), requestIdOf(2, 0)]

function faultsOfRows(...names: readonly string[]) {
  const rows = names.map((requestId, at) => ({ id: `row-${at}`, requestId, events: 9 }))
  return faultsOf('case', tallyTrail({ acknowledged: [a0, a1, b0], uncertain: [a2] }, rows), [])
}

describe('the tally of the trail', () => {
  it('holds where every acknowledged record is there once and in order, whatever became of the uncertain one', () => {
    expect(faultsOfRows(a0, b0, a1)).toEqual([])
    expect(faultsOfRows(a0, a1, a2, b0)).toEqual([])
  })

  it.each([
    [[a0, b0], 'case: 1 acknowledged records that are not in the trail'],
    [[a0, a1, b0, b0], 'case: 1 records that are in the trail twice'],
    [[a0, a1, b0, 'somebody-else'], 'case: 1 rows of the trail that nobody offered'],
    [[a1, a0, b0], 'case: 1 sessions out of order in the trail'],
  ])('of %j has a fault', (names, fault) => {
    expect(faultsOfRows(...names)).toContain(fault)
  })

  it('takes a row without a request for a count of refusals', () => {
    const rows = [{ id: 'row', events: 1 }]
    expect(tallyTrail({ acknowledged: [], uncertain: [a0] }, rows)).toMatchObject({ rows: 1, unknown: 0, lost: 0 })
  })

  it('is a fault where nothing was offered', () => {
    expect(faultsOf('case', tallyTrail({ acknowledged: [], uncertain: [] }, []), [])).toHaveLength(1)
  })
})

it('counts what a receiver got twice, and faults what it got not or from nowhere', () => {
  const received = new Map([
    ['x', 2],
    ['z', 1],
  ])
  const tally = tallyReceiver('tcp', ['x', 'y'], received)
  expect(tally).toEqual({ receiver: 'tcp', distinct: 1, missing: 1, repeated: 1, unknown: 1 })
  const trail = tallyTrail({ acknowledged: [a0], uncertain: [] }, [{ id: 'x', requestId: a0, events: 9 }])
  expect(faultsOf('case', trail, [tally])).toEqual([
    'case: 1 events that tcp did not get',
    'case: 1 events at tcp that are not in the trail',
  ])
})

it('reads messages behind their octet counts, however the stream is cut', () => {
  const messages: string[] = []
  const read = messageReader((message) => messages.push(message))
  for (const byte of Buffer.from('3 é.5 hello4 12 31 ')) read(Buffer.from([byte]))
  expect(messages).toEqual(['é.', 'hello', '12 3'])
})

describe('the numbers of events', () => {
  const faults = (...sequences: readonly (number | undefined)[]) => {
    const rows = [a0, a1].map((requestId, at) => ({
      ...{ id: requestId, requestId, sessionId: 1, sequence: sequences[at], events: 9 },
    }))
    return faultsOf('case', tallyTrail({ acknowledged: [a0, a1], uncertain: [] }, rows), [])
  }

  it('rise from 1 on by as many as the record before has', () => expect(faults(1, 10)).toEqual([]))

  it.each([
    [1, 11],
    [2, 11],
    [10, 1],
    [1, 1],
    [1, undefined],
  ])('have a fault where records begin with %d and %d', (first, second) => {
    expect(faults(first, second)).toEqual(['case: 1 sessions whose events are not numbered from 1 on without a gap'])
  })
})
