import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock, Principal } from '@sluice/contracts'
import type { StoredPolicy, UsersRepository } from '@sluice/db'
import type { PolicyConfig, PolicySnapshot } from '@sluice/policy'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { defined } from '@sluice/service-kit/async'

/**
 * Tells whether somebody could still change policies if these were all that the tenant has: of each kind, immutable or
 * not, that somebody can change without them.
 */
type WayBackCheck = (all: readonly StoredPolicy[]) => Promise<boolean>

/** Whether policies can still be changed after a change of policies. */
export interface WayBack {
  /**
   * Prepares the check. It asks for the author and for the first administrators whom the Users store knows as active:
   * for now, each hour of the coming week, and a year and ten years ahead. The check itself needs no store.
   * Throws `dependency_unavailable`.
   */
  prepare(author: Principal): Promise<WayBackCheck>
}

interface WayBackOptions {
  readonly users: Pick<UsersRepository, 'activeInGroups' | 'find'>
  /** The groups whose members may write policies. */
  readonly groups: readonly string[]
  readonly readPrincipal: (claims: Readonly<Record<string, unknown>>) => Principal
  readonly config: PolicyConfig
  readonly clock: Pick<Clock, 'nowMs'>
}

/** How many administrators are looked at. */
const MAX_ADMINISTRATORS = 20
const HOUR_MS = 3_600_000
const YEAR_MS = 8_766 * HOUR_MS
const MOMENTS_MS = [...Array.from({ length: 169 }, (_, hours) => hours * HOUR_MS), YEAR_MS, 10 * YEAR_MS]

export function createWayBack({ users, groups, readPrincipal, config, clock }: WayBackOptions): WayBack {
  async function administratorsOf({ tenant }: Principal): Promise<Principal[]> {
    const subs = await users.activeInGroups(tenant, groups)
    const found = await Promise.all(subs.slice(0, MAX_ADMINISTRATORS).map((sub) => users.find(tenant, sub)))
    return found.flatMap((user) =>
      user === undefined
        ? []
        : readPrincipal({
            sub: user.sub,
            groups: user.groups,
            ...defined({ preferred_username: user.preferredUsername }),
          }),
    )
  }

  return {
    async prepare(author) {
      const { tenant } = author
      const people = [author, ...(await administratorsOf(author)).map((person) => ({ ...person, tenant }))]
      return async (all) => {
        const time = { nowMs: clock.nowMs() }
        const trial = createCedarPolicies(config, { clock: { nowMs: () => time.nowMs } })
        const kinds = [true, false].filter((isMutable) => canAnyWrite(trial.current(tenant), people, isMutable))
        trial.replace(tenant, all)
        const after = trial.current(tenant)
        for (const aheadMs of MOMENTS_MS) {
          time.nowMs = clock.nowMs() + aheadMs
          if (!kinds.every((isMutable) => canAnyWrite(after, people, isMutable))) return false
          await nextTurn()
        }
        return true
      }
    },
  }
}

function canAnyWrite(policy: PolicySnapshot, people: readonly Principal[], isMutable: boolean): boolean {
  return people.some((principal) => {
    const resource = { type: 'policy', tenant: principal.tenant, isMutable } as const
    return policy.decide({ principal, action: 'write-policy', resource }).effect === 'permit'
  })
}
