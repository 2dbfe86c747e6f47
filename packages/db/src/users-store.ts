import type { Clock } from '@sluice/contracts'
import { singleFlight } from '@sluice/service-kit/async'
import { LRUCache } from 'lru-cache'
import type { UsersRepository } from './users-repository.ts'

interface UsersStoreOptions {
  readonly clock: Clock
  /** How long an answer is good; 5,000 by default: the longest that a deactivation goes unnoticed here. */
  readonly freshForMs?: number
  /** How many answers are kept; 10,000 by default. The one unused for longest goes first. */
  readonly max?: number
}

interface KnownUser {
  readonly active: boolean
}

/**
 * Answers whether a user is known and active from a few seconds' memory, so that PostgreSQL is not asked on every
 * request. Callers that ask for the same user at once share one query. Without a fresh answer it rejects with
 * `dependency_unavailable` when PostgreSQL fails; a stale answer is never given.
 */
export function createUsersStore(
  repository: Pick<UsersRepository, 'find'>,
  options: UsersStoreOptions,
): { find(tenant: string, sub: string): Promise<KnownUser | undefined> } {
  const { clock, freshForMs = 5_000, max = 10_000 } = options
  const answers = new LRUCache<string, { readonly user: KnownUser | undefined; readonly staleAtMs: number }>({ max })
  const share = singleFlight<string, KnownUser | undefined>()

  async function ask(key: string, tenant: string, sub: string): Promise<KnownUser | undefined> {
    const askedAtMs = clock.monotonicMs()
    const found = await repository.find(tenant, sub)
    const user = found && { active: found.active }
    answers.set(key, { user, staleAtMs: askedAtMs + freshForMs })
    return user
  }

  return {
    find(tenant, sub) {
      const key = JSON.stringify([tenant, sub])
      const answer = answers.get(key)
      if (answer !== undefined && clock.monotonicMs() < answer.staleAtMs) return Promise.resolve(answer.user)
      return share(key, () => ask(key, tenant, sub))
    },
  }
}
