import type { AuditRow, SiemProgress, SiemTurn } from '@sluice/db'

interface PushOptions {
  readonly now: Date
  /** The least time between two batches of events that are not grave, in milliseconds. */
  readonly batchEveryMs: number
  /** Resolves when the receiver has taken them. */
  readonly send: (rows: readonly AuditRow[]) => Promise<void>
}

const PAGE = 500
/** How far a receiver has got is stored at the end of a turn, so a turn has an end. */
const PAGES_PER_TURN = 10

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
export async function pushEvents(turn: SiemTurn, options: PushOptions): Promise<Pushed> {
  const { progress, newest } = turn
  const grave = await sendAll(turn, 'grave', progress.graveUpTo, options)
  const further = { ...progress, graveUpTo: grave.upTo }
  const { now, batchEveryMs } = options
  if ('failure' in grave) return { progress: further, failure: grave.failure }
  if (now.getTime() - progress.batchSentAt.getTime() < batchEveryMs) return { progress: further }
  const others = await sendAll(turn, 'others', progress.othersUpTo, options)
  if ('failure' in others) return { progress: { ...further, othersUpTo: others.upTo }, failure: others.failure }
  // A batch that is not over goes on in the next turn.
  if (!others.isOver) return { progress: { ...further, othersUpTo: others.upTo } }
  return { progress: { ...further, othersUpTo: newest, batchSentAt: now } }
}

async function sendAll({ events, newest }: SiemTurn, are: 'grave' | 'others', from: number, { send }: PushOptions) {
  let upTo = from
  for (let page = 0; page < PAGES_PER_TURN; page += 1) {
    const rows = await events({ are, beyond: upTo, upTo: newest, limit: PAGE })
    try {
      if (rows.length > 0) await send(rows)
    } catch (failure) {
      return { upTo, isOver: false, failure }
    }
    upTo = rows.at(-1)?.number ?? upTo
    if (rows.length < PAGE) return { upTo, isOver: true }
  }
  return { upTo, isOver: false }
}
