import { z } from '@hono/zod-openapi'
import { entityTypeSchema, levelSchema } from '@sluice/contracts'
import type { BreakGlassGrant } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'
import { stateOf } from '../break-glass/grant-state.ts'
import type { OriginalValue } from '../break-glass/open-mappings.ts'
import { isoTime } from './freeze-view.ts'

const keySchema = z.object({ by: z.string().describe('`user:SUB`.'), at: z.iso.datetime() })

export const grantSchema = z
  .object({
    id: z.uuid(),
    state: z
      .enum(['waiting', 'lapsed', 'open', 'expired', 'revoked'])
      .describe('`waiting` for the second key; `lapsed` where it was not turned in time.'),
    drill: z.boolean(),
    session_id: z.int(),
    user: z.string().optional().describe('The subject whose session it is; absent in a drill.'),
    reason: z.string(),
    entity_types: z.array(entityTypeSchema),
    duration_minutes: z.int(),
    opened: keySchema.describe('The first key.'),
    confirm_until: z.iso.datetime().describe('The second key must be turned before.'),
    confirmed: keySchema.optional().describe('The second key.'),
    expires_at: z.iso.datetime().optional().describe('Until then the two may read.'),
    revoked: keySchema.optional(),
    proven_at: z.iso.datetime().optional().describe('When a drill has shown the values that were written for it.'),
  })
  .openapi('BreakGlassRequest')

export const originalValueSchema = z
  .object({ token: z.string(), entity: entityTypeSchema, level: levelSchema, value: z.string() })
  .openapi('OriginalValue')

export function viewGrant(grant: BreakGlassGrant, nowMs: number): z.output<typeof grantSchema> {
  const { opened, confirmed, revoked, expiresAtMs, provenAtMs } = grant
  const key = ({ sub, atMs }: { readonly sub: string; readonly atMs: number }) => ({
    by: `user:${sub}`,
    at: isoTime(atMs),
  })
  return {
    id: grant.id,
    state: stateOf(grant, nowMs),
    drill: grant.isDrill,
    session_id: grant.sessionId,
    ...(grant.isDrill ? {} : { user: grant.sessionSub }),
    reason: grant.reason,
    entity_types: [...grant.entityTypes],
    duration_minutes: grant.durationMinutes,
    opened: key(opened),
    confirm_until: isoTime(grant.confirmUntilMs),
    ...defined({
      confirmed: confirmed && key(confirmed),
      expires_at: expiresAtMs === undefined ? undefined : isoTime(expiresAtMs),
      revoked: revoked && key(revoked),
      proven_at: provenAtMs === undefined ? undefined : isoTime(provenAtMs),
    }),
  }
}

export function viewValue({ token, entity, level, value }: OriginalValue): z.output<typeof originalValueSchema> {
  return { token, entity, level, value }
}
