import { z } from '@hono/zod-openapi'
import type { ServiceState } from '@sluice/contracts'

const count = z.int().min(0)

export const cacheSchema = z
  .object({
    remembered: z
      .object({ answers: count, bytes: count.describe('As they count against the bounds.') })
      .describe('Of all tenants; what has expired unasked is in it for as long again.'),
    gateways: z
      .array(
        z.object({
          gateways: count.describe('How many use it so.'),
          ttl_seconds: z.number().min(0).describe('How long an answer may be given again; 0 is never.'),
          max_bytes: count,
          max_user_bytes: count,
          matches: z
            .enum(['similar', 'exact'])
            .describe('Whether a user who asks the same in other words gets the remembered answer.'),
        }),
      )
      .describe('How gateways and workers use it: more than one entry where they are configured differently.'),
  })
  .openapi('AnswerCache')

type CacheView = z.output<typeof cacheSchema>

/** Puts together what the store holds and how the gateways use it. */
export function viewCache(
  { answers, bytes }: { readonly answers: number; readonly bytes: number },
  states: readonly Pick<ServiceState, 'gateway'>[],
): CacheView {
  const uses = new Map<string, CacheView['gateways'][number]>()
  for (const { gateway } of states) {
    if (gateway?.answerCache === undefined) continue
    const { ttlMs, maxBytes, maxUserBytes, matchesSimilar } = gateway.answerCache
    const key = JSON.stringify([ttlMs, maxBytes, maxUserBytes, matchesSimilar])
    const known = uses.get(key)
    uses.set(key, {
      ...{ gateways: (known?.gateways ?? 0) + 1, ttl_seconds: ttlMs / 1_000, max_bytes: maxBytes },
      ...{ max_user_bytes: maxUserBytes, matches: matchesSimilar ? 'similar' : 'exact' },
    })
  }
  return { remembered: { answers, bytes: Math.max(0, bytes) }, gateways: [...uses.values()] }
}
