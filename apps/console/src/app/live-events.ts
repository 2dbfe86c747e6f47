import type { QueryClient } from '@tanstack/react-query'
import { freezeNewsKey } from '../api/freeze-news.ts'
import { endSession, sessionQuery } from '../api/session.ts'
import { z } from '../api/zod.ts'

const approvalShape = z.object({ id: z.string() })
const endShape = z.object({ reason: z.string() })
const freezeShape = z.object({
  scope: z.enum(['user', 'session']),
  subject: z.string().optional(),
  id: z.number().optional(),
  state: z.enum(['active', 'frozen']),
  change: z.number(),
  acknowledged: z.number(),
  gateways: z.number(),
})

/** After these the stream is opened anew: somebody is still logged in, or is so again by a fresh login. */
const PASSING_ENDS: ReadonlySet<string> = new Set(['unavailable', 'stopping', 'replaced'])

/** Takes an event of the stream: what it is about is fetched anew, and the end of the session empties the screen. */
export function applyEvent(client: QueryClient, type: string, data: string): void {
  const value = parseJson(data)
  if (type === 'end') applyEnd(client, value)
  if (type === 'freeze') applyFreeze(client, value)
  if (type === 'approval') applyApproval(client, value)
  if (type === 'overview') void client.invalidateQueries({ queryKey: ['overview'] })
}

/** Fetches anew all that events would have told of while nobody listened. */
export function catchUp(client: QueryClient): void {
  // Not the session itself, not what is on record each time that it is looked at, and not what never changes.
  void client.invalidateQueries({
    predicate: ({ queryKey, meta }) => queryKey[0] !== 'session' && queryKey[1] !== 'one' && meta?.isFixed !== true,
  })
}

function applyEnd(client: QueryClient, value: unknown): void {
  const end = endShape.safeParse(value)
  const reason = end.success ? end.data.reason : 'expired'
  if (reason === 'replaced') void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  if (!PASSING_ENDS.has(reason)) endSession(client, reason)
}

function applyFreeze(client: QueryClient, value: unknown): void {
  const freeze = freezeShape.safeParse(value)
  if (!freeze.success) return
  const { scope, subject, id } = freeze.data
  const target = scope === 'user' ? { kind: scope, sub: subject ?? '' } : { kind: scope, id: id ?? 0 }
  client.setQueryData(freezeNewsKey(target), freeze.data)
  for (const key of ['people', 'overview']) void client.invalidateQueries({ queryKey: [key] })
}

function applyApproval(client: QueryClient, value: unknown): void {
  void client.invalidateQueries({ queryKey: ['approvals', 'list'] })
  void client.invalidateQueries({ queryKey: ['overview'] })
  const approval = approvalShape.safeParse(value)
  // Looking at one is on record, so that only the one that the event names is fetched anew.
  if (approval.success) void client.invalidateQueries({ queryKey: ['approvals', 'one', approval.data.id] })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
