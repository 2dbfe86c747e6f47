import { z } from 'zod'
import { malformedReply } from '../store/replies.ts'
import type { SessionState, UserRef } from '../store/session-store.ts'

/** One change of state, as the freeze log and the channel carry it. */
export interface FreezeEntry {
  /** Greater than that of every entry before. */
  readonly announcement: number
  /** The entry before this one, so that a gap shows; in the first entry, when the log was begun. */
  readonly previous: number
  readonly state: SessionState
  readonly user: UserRef
  /** Absent where all sessions of the user are meant. */
  readonly sessionId?: number
}

const wholeNumber = z
  .string()
  .regex(/^[1-9][0-9]{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger)
const entrySchema = z
  .tuple([
    wholeNumber,
    wholeNumber,
    z.enum(['active', 'frozen']),
    z.string().min(1),
    z.string().min(1),
    z.union([z.literal(''), wholeNumber]),
  ])
  .refine(([number, previous]) => previous < number)

/**
 * Reads an entry: a JSON array of number, number before, state, tenant, sub and session number or nothing.
 * Throws `dependency_unavailable`.
 */
export function parseFreezeEntry(text: unknown): FreezeEntry {
  const parsed = entrySchema.safeParse(parseJson(text))
  if (!parsed.success) throw malformedReply('freeze entry')
  const [announcement, previous, state, tenant, sub, sessionId] = parsed.data
  return { announcement, previous, state, user: { tenant, sub }, ...(sessionId === '' ? {} : { sessionId }) }
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
