import { parsePositiveInteger } from '@sluice/contracts'
import { z } from 'zod'
import { malformedReply } from '../store/replies.ts'
import type { SessionState, UserRef } from '../store/session-store.ts'

/** One change of state, as the freeze log and the channel carry it. */
export interface FreezeEntry {
  /** Greater than that of every entry before. */
  readonly announcement: number
  /** The entry before this one, which shows a gap; in the first entry, the number that the log started at. */
  readonly previous: number
  readonly state: SessionState
  readonly user: UserRef
  /** Absent where the entry is for all sessions of the user. */
  readonly sessionId?: number
  /** The entry is for what the user does through it: revoked (`frozen`), or to be looked up again (`active`). */
  readonly client?: string
}

const positiveInteger = z.string().transform((text, context) => {
  const value = parsePositiveInteger(text)
  if (value !== undefined) return value
  context.addIssue('must be a positive integer')
  return z.NEVER
})
const entrySchema = z
  .tuple(
    [
      positiveInteger,
      positiveInteger,
      z.enum(['active', 'frozen']),
      z.string().min(1),
      z.string().min(1),
      z.union([z.literal(''), positiveInteger]),
    ],
    z.string().min(1),
  )
  .refine((entry) => entry.length <= 7)
  .refine(([number, previous]) => previous < number)

/**
 * Reads an entry: a JSON array of number, number before, state, tenant, sub, session number or nothing, and where it is
 * about a client its name.
 * Throws `dependency_unavailable`.
 */
export function parseFreezeEntry(text: unknown): FreezeEntry {
  const parsed = entrySchema.safeParse(parseJson(text))
  if (!parsed.success) throw malformedReply('freeze entry')
  const [announcement, previous, state, tenant, sub, sessionId, client] = parsed.data
  const part = sessionId === '' ? {} : { sessionId }
  return { announcement, previous, state, user: { tenant, sub }, ...part, ...(client === undefined ? {} : { client }) }
}

function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
