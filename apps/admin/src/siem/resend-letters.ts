import type { AuditRow, SiemTurn } from '@sluice/db'
import { MessagesRefused } from './siem-sender.ts'

interface ResendOptions {
  readonly now: Date
  /** Resolves when the receiver has taken them. */
  readonly send: (rows: readonly AuditRow[]) => Promise<void>
}

/** Letters of one turn: each is a page of its own. */
const LETTERS_PER_TURN = 20

/**
 * Sends again what somebody wants sent again: a record that the receiver refuses once more, or that retention has taken
 * meanwhile, is dead again. Returns why it ended early, where the receiver is away; what was taken before it counts.
 */
export async function resendLetters(letters: SiemTurn['letters'], { now, send }: ResendOptions): Promise<unknown> {
  for (const { id, row } of await letters.waiting(LETTERS_PER_TURN)) {
    try {
      if (row === undefined) {
        await letters.settle(id, { state: 'dead', at: now })
        continue
      }
      await send([row])
    } catch (error) {
      if (!(error instanceof MessagesRefused)) return error
      await letters.settle(id, { state: 'dead', status: error.status, at: now })
      continue
    }
    await letters.settle(id, { state: 'delivered', at: now })
  }
  return undefined
}
