import type { LoginDemand } from '@sluice/auth'
import { ADMIN_ACTIONS } from '@sluice/policy'

/** The change of one's own security keys, which is no action of the policy: everybody may, after a fresh login. */
export const CHANGE_KEYS = 'change-security-keys'

/** What somebody logs in again for. */
export const STEPS = [...ADMIN_ACTIONS, CHANGE_KEYS] as const

export type Step = (typeof STEPS)[number]

/** How fresh or strong a login each step asks for; none where it is absent. */
export type StepDemands = { readonly [Name in Step]?: LoginDemand | undefined }
