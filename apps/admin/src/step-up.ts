import { challengeOf, type Login, type LoginDemand, meets } from '@sluice/auth'
import { type Clock, SluiceError } from '@sluice/contracts'
import { ADMIN_ACTIONS, type AdminAction } from '@sluice/policy'
import { z } from 'zod'

/** How fresh or strong a login must be, as a variable says it. */
export const demandSchema = z
  .strictObject({
    max_age_seconds: z.int().min(1).max(31_536_000).optional(),
    // As RFC 9470 puts them into a quoted list that spaces separate.
    acr_values: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/))
      .min(1)
      .max(16)
      .optional(),
  })
  .refine((demand) => Object.keys(demand).length > 0, 'must ask for max_age_seconds or acr_values')
  .transform(({ max_age_seconds: maxAgeSeconds, acr_values: acrValues }): LoginDemand => ({ maxAgeSeconds, acrValues }))

/** The variable's schema: how fresh or strong a login each operation asks for, by its action. */
export const stepUpSchema = z.partialRecord(z.enum(ADMIN_ACTIONS), demandSchema)

export type StepUp = z.output<typeof stepUpSchema>

/**
 * Throws `insufficient_user_authentication`, with a challenge, where none of the logins alone is what the action asks
 * for.
 */
export function requireLogin(
  stepUp: StepUp,
  action: AdminAction,
  logins: readonly Login[],
  clock: Pick<Clock, 'nowMs'>,
): void {
  const demand = stepUp[action]
  if (demand === undefined || logins.some((login) => meets(login, demand, clock.nowMs()))) return
  throw new SluiceError({ code: 'insufficient_user_authentication', challenge: challengeOf(demand) })
}
