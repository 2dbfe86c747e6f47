import type { Clock } from '@sluice/contracts'
import { singleFlight } from '@sluice/service-kit/async'
import { LRUCache } from 'lru-cache'
import type { DirectorySyncRepository } from './directory-sync-repository.ts'

export interface UserName {
  readonly tenant: string
  readonly sub: string
}

/** Whether somebody is active, and why not where nobody can be yet. */
interface ConfiguredUser {
  readonly active: boolean
  /** No directory of the tenant has been synchronized: whom it has is not known. */
  readonly inactiveBecause?: 'no-directory'
}

/** Who is active. Undefined for somebody of whom nobody knows. */
export interface ConfiguredUsers {
  find(tenant: string, sub: string): Promise<ConfiguredUser | undefined>
}

interface ConfiguredUsersOptions {
  readonly users: { find(tenant: string, sub: string): Promise<{ readonly active: boolean } | undefined> }
  readonly directories: Pick<DirectorySyncRepository, 'hasSynchronized'>
  /** Active, unless the Users store says otherwise. */
  readonly services: readonly UserName[]
  /** The same until a directory of their tenant has been synchronized. */
  readonly initial: readonly UserName[]
  readonly clock: Clock
}

/** How long the answer is good whether a tenant has a directory, in milliseconds. */
const FRESH_FOR_MS = 5_000
const MAX_TENANTS = 1_000

/**
 * Adds those whom configuration names to the Users store. What the store knows of somebody counts before it. Rejects as
 * the store does.
 */
export function createConfiguredUsers(options: ConfiguredUsersOptions): ConfiguredUsers {
  const { users, directories, services, initial, clock } = options
  const [serviceNames, initialNames] = [new Set(services.map(keyOf)), new Set(initial.map(keyOf))]
  const answers = new LRUCache<string, { readonly has: boolean; readonly staleAtMs: number }>({ max: MAX_TENANTS })
  const share = singleFlight<string, boolean>()

  async function hasDirectory(tenant: string): Promise<boolean> {
    const answer = answers.get(tenant)
    if (answer !== undefined && clock.monotonicMs() < answer.staleAtMs) return answer.has
    return await share(tenant, async () => {
      const staleAtMs = clock.monotonicMs() + FRESH_FOR_MS
      const has = await directories.hasSynchronized(tenant)
      answers.set(tenant, { has, staleAtMs })
      return has
    })
  }

  return {
    async find(tenant, sub) {
      const known = await users.find(tenant, sub)
      if (known !== undefined) return known
      const key = keyOf({ tenant, sub })
      if (serviceNames.has(key)) return { active: true }
      if (await hasDirectory(tenant)) return undefined
      return initialNames.has(key) ? { active: true } : { active: false, inactiveBecause: 'no-directory' }
    },
  }
}

function keyOf({ tenant, sub }: UserName): string {
  return JSON.stringify([tenant, sub])
}
