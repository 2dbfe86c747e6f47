import type { AuditRow, SiemProgress, SiemTurn } from '@sluice/db'

interface PushOptions {
  readonly now: Date
  /** The least time between two batches of events that are not grave, in milliseconds. */
  readonly batchEveryMs: number
  /** Resolves when this machine has taken them for the receiver. */
  readonly send: (rows: readonly AuditRow[]) => Promise<void>
}

const PAGE = 500
/** What is sent in one turn comes again if the turn fails, so a turn has an end. */
const PAGES_PER_TURN = 10

/**
 * Sends a receiver the grave events that it has not got and, once a batch is due, the others, each kind in its order.
 * Returns how far it has got then: at most 5,000 events of each kind further.
 */
export async function pushEvents(turn: SiemTurn, options: PushOptions): Promise<SiemProgress> {
  const { progress, newest } = turn
  const grave = await sendAll(turn, 'grave', progress.graveUpTo, options)
  const { now, batchEveryMs } = options
  if (now.getTime() - progress.batchSentAt.getTime() < batchEveryMs) return { ...progress, graveUpTo: grave.upTo }
  const others = await sendAll(turn, 'others', progress.othersUpTo, options)
  return {
    graveUpTo: grave.upTo,
    othersUpTo: others.isOver ? newest : others.upTo,
    // A batch that is not over goes on in the next turn.
    batchSentAt: others.isOver ? now : progress.batchSentAt,
  }
}

async function sendAll({ events, newest }: SiemTurn, are: 'grave' | 'others', from: number, { send }: PushOptions) {
  let upTo = from
  for (let page = 0; page < PAGES_PER_TURN; page += 1) {
    const rows = await events({ are, beyond: upTo, upTo: newest, limit: PAGE })
    if (rows.length > 0) await send(rows)
    upTo = rows.at(-1)?.number ?? upTo
    if (rows.length < PAGE) return { upTo, isOver: true }
  }
  return { upTo, isOver: false }
}
