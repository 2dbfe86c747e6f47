import { z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import type { FreezeReport, FreezeState } from '@sluice/sessions'

export const stateSchema = z.enum(['active', 'frozen'])

export const freezeStateSchema = z
  .object({
    state: stateSchema,
    version: z.int().describe('Counts the freezes and unfreezes of this session or user.'),
    at: z.iso.datetime(),
    reason: z.string(),
    by: z.string().describe('Who did it: `user:SUB`, `soar:KEY`, `ssf:ISSUER` or `directory:NAME`.'),
  })
  .openapi('FreezeState')

const durableSchema = z.enum(['fsynced', 'replicated', 'unconfirmed'])

export const freezeReportSchema = z
  .object({
    changed: z.boolean().describe('False where it was so already.'),
    state: stateSchema,
    version: z.int(),
    at: z.iso.datetime().optional().describe('When the state was entered; absent where it was never another.'),
    sessions: z.int().describe('Sessions that it reaches.'),
    gateways: z.object({
      alive: z
        .int()
        .describe(
          'Gateways that had to confirm it: those that were alive when the state changed. 0 where an unfreeze changed nothing.',
        ),
      acknowledged: z.int().describe('Of those, how many have confirmed it.'),
      missing: z.array(z.string()).describe('Those that have not; each stops by itself when its lease runs out.'),
    }),
    elapsed_ms: z.number().describe('From the order to the last acknowledgement, or to the end of the wait.'),
    durable: durableSchema
      .optional()
      .describe('Of a freeze: `fsynced` to the disk of Redis, `replicated` to another Redis, or neither seen in time.'),
    recorded: z.boolean().describe('False where the freeze holds but its audit record could not be written.'),
  })
  .openapi('FreezeReport')

export function viewFreezeState({ state, version, atMs, reason, by }: FreezeState): z.output<typeof freezeStateSchema> {
  return { state, version, at: isoTime(atMs), reason, by }
}

export function viewFreezeReport(report: FreezeReport): z.output<typeof freezeReportSchema> {
  const { changed, state, version, sessions, gateways, durable, recorded } = report
  return {
    changed,
    state,
    version,
    ...(version === 0 ? {} : { at: isoTime(report.atMs) }),
    sessions,
    gateways: { ...gateways, missing: [...gateways.missing] },
    elapsed_ms: Math.round(report.elapsedMs * 10) / 10,
    ...defined({ durable }),
    recorded,
  }
}

export function isoTime(atMs: number): string {
  return new Date(atMs).toISOString()
}
