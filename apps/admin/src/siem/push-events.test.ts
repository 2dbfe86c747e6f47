import type { AuditRow, SiemProgress } from '@sluice/db'
import { describe, expect, it } from 'vitest'
import { pushEvents } from './push-events.ts'
import { MessagesRefused } from './siem-sender.ts'

const START: SiemProgress = { graveUpTo: 0, othersUpTo: 0, batchSentAt: new Date(0) }

/** A trail in which every tenth event is grave, and a receiver that takes all but what it refuses. */
function trailOf(newest: number, refuses: (number: number) => boolean = () => false, refusal = new Error('away')) {
  const received: number[] = []
  const letters: number[] = []
  const rowOf = (number: number): AuditRow => ({
    ...{ number, id: String(number), tenant: 't', timeMs: 0, type: 'x', layers: [], policyIds: [], record: {} },
    ...{ position: number, commitment: new Uint8Array(32) },
    severity: number % 10 === 0 ? 8 : 1,
  })
  const push = (progress: SiemProgress, nowMs: number) =>
    pushEvents(
      {
        ...{ progress, newest },
        events: async ({ are, beyond, upTo, limit }) =>
          Array.from({ length: upTo - beyond }, (_, index) => rowOf(beyond + 1 + index))
            .filter(({ severity }) => severity >= 7 === (are === 'grave'))
            .slice(0, limit),
      },
      {
        ...{ now: new Date(nowMs), batchEveryMs: 1_000 },
        send: async (rows) => {
          if (rows.some(({ number }) => refuses(number))) throw refusal
          received.push(...rows.map(({ number }) => number))
        },
        deadLetter: async ({ number }) => void letters.push(number),
      },
    )
  return { push, received, letters }
}

describe('a turn of a receiver', () => {
  it('sends grave events at once, and the others when their batch is due', async () => {
    const { push, received } = trailOf(20)
    const { progress: early } = await push(START, 999)
    expect(received).toEqual([10, 20])
    expect(early).toEqual({ ...START, graveUpTo: 20 })
    const { progress: due } = await push(early, 1_000)
    expect(received.slice(2)).toEqual([...Array(20).keys()].map((index) => index + 1).filter((n) => n % 10 !== 0))
    expect(due).toEqual({ graveUpTo: 20, othersUpTo: 20, batchSentAt: new Date(1_000) })
    expect(await push(due, 1_500)).toEqual({ progress: due })
    expect(received).toHaveLength(20)
  })

  it('goes on with a batch of many events in the next turn, and sends each once', async () => {
    const { push, received } = trailOf(12_000)
    const { progress: first } = await push(START, 5_000)
    expect(first.batchSentAt).toEqual(START.batchSentAt)
    const { progress: second } = await push(first, 5_000)
    const { progress: third } = await push(second, 5_000)
    expect(third).toEqual({ graveUpTo: 12_000, othersUpTo: 12_000, batchSentAt: new Date(5_000) })
    expect(received).toHaveLength(12_000)
    expect(new Set(received).size).toBe(12_000)
  })

  it('ends with the receiver, and counts what was taken before it failed', async () => {
    const graves = await trailOf(20, (number) => number === 10).push(START, 5_000)
    expect(graves).toMatchObject({ progress: START, failure: new Error('away') })
    const { push, received } = trailOf(1_200, (number) => number === 799)
    const { progress, failure } = await push(START, 5_000)
    expect(failure).toEqual(new Error('away'))
    expect(received).toHaveLength(120 + 500)
    expect(progress).toEqual({ ...START, graveUpTo: 1_200, othersUpTo: received.at(-1) })
  })
})

describe('a receiver that refuses a record for good', () => {
  const refusal = new MessagesRefused(422)

  it('gets every other one once, in their order, and what it refuses is kept as refused', async () => {
    const { push, received, letters } = trailOf(1_200, (number) => number === 30 || number === 777, refusal)
    const { progress, failure } = await push(START, 5_000)
    expect(failure).toBeUndefined()
    expect(progress).toEqual({ graveUpTo: 1_200, othersUpTo: 1_200, batchSentAt: new Date(5_000) })
    expect(letters).toEqual([30, 777])
    const all = [...Array(1_200).keys()].map((index) => index + 1)
    const taken = (isGrave: boolean) => all.filter((n) => n !== 30 && n !== 777 && (n % 10 === 0) === isGrave)
    expect(received).toEqual([...taken(true), ...taken(false)])
  })

  it('is the one at fault where it takes nothing: then all of them wait', async () => {
    const { push, received, letters } = trailOf(1_200, () => true, refusal)
    expect(await push(START, 5_000)).toEqual({ progress: START, failure: refusal })
    expect([received, letters]).toEqual([[], []])
  })

  it('gets the others while a single grave one waits, which is kept as refused once it has taken another', async () => {
    const refuses = (number: number) => number === 10
    const alone = trailOf(15, refuses, refusal)
    const { progress, failure } = await alone.push(START, 5_000)
    expect(failure).toBe(refusal)
    expect(progress).toEqual({ graveUpTo: 0, othersUpTo: 15, batchSentAt: new Date(5_000) })
    expect([alone.received.length, alone.letters]).toEqual([14, []])
    const later = trailOf(20, refuses, refusal)
    expect((await later.push(progress, 5_500)).progress.graveUpTo).toBe(20)
    expect([later.received, later.letters]).toEqual([[20], [10]])
  })
})
