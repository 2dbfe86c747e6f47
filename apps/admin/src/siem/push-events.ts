import type { AuditRow, SiemProgress, SiemTurn } from '@sluice/db'
import { MessagesRefused } from './siem-sender.ts'

interface PushOptions {
  readonly now: Date
  /** The least time between two batches of events that are not grave, in milliseconds. */
  readonly batchEveryMs: number
  /** Resolves when the receiver has taken them. */
  readonly send: (rows: readonly AuditRow[]) => Promise<void>
  /** Resolves when it is kept that the receiver refuses a record for good. */
  readonly deadLetter: (row: AuditRow, status: number) => Promise<void>
}

const PAGE = 500
/** How far a receiver has got is stored at the end of a turn, so a turn has an end. */
const PAGES_PER_TURN = 10

type EventsOfTurn = Omit<SiemTurn, 'letters'>

/** What a turn has come to. */
interface Pushed {
  readonly progress: SiemProgress
  /** Why the turn ended early; what was taken before it counts. */
  readonly failure?: unknown
}

/**
 * Sends a receiver the grave events that it has not got and, once a batch is due, the others, each kind in its order.
 * Returns how far it has got then: at most 5,000 records of each kind further.
 */
export async function pushEvents(turn: EventsOfTurn, options: PushOptions): Promise<Pushed> {
  const { progress, newest } = turn
  const grave = await sendAll(turn, 'grave', progress.graveUpTo, options)
  const further = { ...progress, graveUpTo: grave.upTo }
  const { now, batchEveryMs } = options
  // A receiver that refuses the one grave event that waits may take the others.
  if ('failure' in grave && !(grave.failure instanceof MessagesRefused))
    return { progress: further, failure: grave.failure }
  const stuck = 'failure' in grave ? { failure: grave.failure } : {}
  if (now.getTime() - progress.batchSentAt.getTime() < batchEveryMs) return { progress: further, ...stuck }
  const others = await sendAll(turn, 'others', progress.othersUpTo, options)
  if ('failure' in others) return { progress: { ...further, othersUpTo: others.upTo }, failure: others.failure }
  // A batch that is not over goes on in the next turn.
  if (!others.isOver) return { progress: { ...further, othersUpTo: others.upTo }, ...stuck }
  return { progress: { ...further, othersUpTo: newest, batchSentAt: now }, ...stuck }
}

async function sendAll({ events, newest }: EventsOfTurn, are: 'grave' | 'others', from: number, options: PushOptions) {
  let upTo = from
  for (let page = 0; page < PAGES_PER_TURN; page += 1) {
    const rows = await events({ are, beyond: upTo, upTo: newest, limit: PAGE })
    try {
      if (rows.length > 0) await sendWhatIsTaken(rows, options)
    } catch (failure) {
      return { upTo, isOver: false, failure }
    }
    upTo = rows.at(-1)?.number ?? upTo
    if (rows.length < PAGE) return { upTo, isOver: true }
  }
  return { upTo, isOver: false }
}

/**
 * Halves what is refused until it is one record: all others are taken, in their order. Where a receiver takes none at
 * all, it is the receiver that is at fault, and they wait.
 */
async function sendWhatIsTaken(rows: readonly AuditRow[], { send, deadLetter }: PushOptions): Promise<void> {
  const waiting = [rows]
  const refused: { readonly row: AuditRow; readonly refusal: MessagesRefused }[] = []
  let isAnyTaken = false
  for (let some = waiting.pop(); some !== undefined; some = waiting.pop()) {
    try {
      await send(some)
      isAnyTaken = true
    } catch (error) {
      if (!(error instanceof MessagesRefused)) throw error
      const [first, second] = some
      if (first !== undefined && second === undefined) refused.push({ row: first, refusal: error })
      const half = Math.ceil(some.length / 2)
      if (second !== undefined) waiting.push(some.slice(half), some.slice(0, half))
    }
  }
  const [one] = refused
  if (one !== undefined && !isAnyTaken) throw one.refusal
  for (const { row, refusal } of refused) await deadLetter(row, refusal.status)
}
