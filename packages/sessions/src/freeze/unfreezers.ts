import type { SessionStore } from '../store/session-store.ts'

/** The users of a tenant who may unfreeze: the CISOs. Every method throws `dependency_unavailable`. */
export interface Unfreezers {
  /** Tells whether the Users store knows this subject as an active CISO, frozen or not. */
  includes(tenant: string, sub: string): Promise<boolean>
  /** Tells whether one of them is not frozen. */
  isAnyLeft(tenant: string): Promise<boolean>
}

interface UnfreezersOptions {
  /** The subjects of the active CISOs of a tenant, as the Users store knows their groups. Bounded by the caller. */
  readonly findActive: (tenant: string) => Promise<readonly string[]>
  readonly sessions: Pick<SessionStore, 'findUser'>
}

export function createUnfreezers({ findActive, sessions }: UnfreezersOptions): Unfreezers {
  return {
    includes: async (tenant, sub) => (await findActive(tenant)).includes(sub),
    isAnyLeft: async (tenant) => {
      for (const sub of await findActive(tenant)) {
        const { freezeState } = await sessions.findUser({ tenant, sub })
        if (freezeState?.state !== 'frozen') return true
      }
      return false
    },
  }
}
