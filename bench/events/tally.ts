import { readRequestId } from './made-up-records.ts'
import type { Offered } from './offering.ts'

/** A row of the trail, as far as it is counted. */
interface CountedRow {
  readonly id: string
  readonly requestId?: string | undefined
  readonly sessionId?: number | undefined
  /** The number of its first event among those of its session. */
  readonly sequence?: number | undefined
  /** How many events it stands for. */
  readonly events: number
}

interface Tally {
  readonly acknowledged: number
  readonly uncertain: number
  /** Of the uncertain ones, those that are in the trail. */
  readonly uncertainKept: number
  readonly rows: number
  /** Acknowledged, and not in the trail. */
  readonly lost: number
  /** More than once in the trail. */
  readonly doubled: number
  /** In the trail, and never offered. */
  readonly unknown: number
  /** Sessions whose rows do not stand in the order in which they were offered. */
  readonly disordered: number
  /** Sessions whose events are not numbered from 1 on, rising without a gap. */
  readonly misnumbered: number
}

/** Compares what was offered with the rows of the trail, which are given in their order. */
export function tallyTrail({ acknowledged, uncertain }: Offered, rows: readonly CountedRow[]): Tally {
  const names = rows.flatMap(({ requestId }) => (requestId === undefined ? [] : [requestId]))
  const distinct = new Set(names)
  const isUncertain = new Set(uncertain)
  const offered = new Set([...acknowledged, ...uncertain])
  return {
    acknowledged: acknowledged.length,
    uncertain: uncertain.length,
    uncertainKept: [...distinct].filter((name) => isUncertain.has(name)).length,
    rows: rows.length,
    lost: acknowledged.filter((name) => !distinct.has(name)).length,
    doubled: names.length - distinct.size,
    // A row that names no request counts refusals of requests that were offered.
    unknown: names.filter((name) => !offered.has(name)).length,
    disordered: countDisordered(names),
    misnumbered: countMisnumbered(rows),
  }
}

function countDisordered(names: readonly string[]): number {
  const last = new Map<number, number>()
  const disordered = new Set<number>()
  for (const name of names) {
    const place = readRequestId(name)
    if (place === undefined) continue
    const { session, number } = place
    if (number <= (last.get(session) ?? -1)) disordered.add(session)
    last.set(session, number)
  }
  return disordered.size
}

function countMisnumbered(rows: readonly CountedRow[]): number {
  const next = new Map<number, number>()
  const misnumbered = new Set<number>()
  for (const { sessionId, sequence, events } of rows) {
    if (sessionId === undefined) continue
    const expected = next.get(sessionId) ?? 1
    if (sequence !== expected) misnumbered.add(sessionId)
    next.set(sessionId, expected + events)
  }
  return misnumbered.size
}

export interface ReceiverTally {
  readonly receiver: string
  /** Different ids that it got, of those that it should. */
  readonly distinct: number
  readonly missing: number
  /** How often it got one that it had already. */
  readonly repeated: number
  readonly unknown: number
}

/** Compares the ids that a receiver should have got with those that it got, and how often. `earlier` do not count. */
export function tallyReceiver(
  receiver: string,
  expected: readonly string[],
  received: ReadonlyMap<string, number>,
  earlier: readonly string[] = [],
): ReceiverTally {
  const wanted = new Set(expected)
  const got = [...received].filter(([id]) => wanted.has(id))
  const isEarlier = new Set(earlier)
  return {
    receiver,
    distinct: got.length,
    missing: wanted.size - got.length,
    repeated: got.reduce((sum, [, times]) => sum + times - 1, 0),
    unknown: [...received.keys()].filter((id) => !wanted.has(id) && !isEarlier.has(id)).length,
  }
}

/** What was promised and does not hold; empty when all holds. */
export function faultsOf(name: string, trail: Tally, receivers: readonly ReceiverTally[]): readonly string[] {
  const faults: string[] = []
  const say = (count: number, what: string) => {
    if (count > 0) faults.push(`${name}: ${count} ${what}`)
  }
  say(trail.acknowledged === 0 ? 1 : 0, 'case without a record')
  say(trail.lost, 'acknowledged records that are not in the trail')
  say(trail.doubled, 'records that are in the trail twice')
  say(trail.unknown, 'rows of the trail that nobody offered')
  say(trail.disordered, 'sessions out of order in the trail')
  say(trail.misnumbered, 'sessions whose events are not numbered from 1 on without a gap')
  for (const { receiver, missing, unknown } of receivers) {
    say(missing, `events that ${receiver} did not get`)
    say(unknown, `events at ${receiver} that are not in the trail`)
  }
  return faults
}
