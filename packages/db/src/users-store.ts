import type { Clock } from '@sluice/contracts'
import type { UsersRepository } from './users-repository.ts'

export interface UsersStoreOptions {
  readonly clock: Clock
  /** How long an answer is good; 5,000 by default: the longest that a deactivation goes unnoticed here. */
  readonly freshForMs?: number
  /** How many answers are kept; 10,000 by default. The oldest goes first. */
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
  const answers = new Map<string, { readonly user: KnownUser | undefined; readonly staleAtMs: number }>()
  const flights = new Map<string, Promise<KnownUser | undefined>>()

  async function ask(key: string, tenant: string, sub: string): Promise<KnownUser | undefined> {
    const askedAtMs = clock.monotonicMs()
    try {
      const found = await repository.find(tenant, sub)
      const user = found && { active: found.active }
      answers.delete(key)
      answers.set(key, { user, staleAtMs: askedAtMs + freshForMs })
      if (answers.size > max) answers.delete(answers.keys().next().value ?? key)
      return user
    } finally {
      flights.delete(key)
    }
  }

  return {
    find(tenant, sub) {
      const key = JSON.stringify([tenant, sub])
      const answer = answers.get(key)
      if (answer !== undefined && clock.monotonicMs() < answer.staleAtMs) return Promise.resolve(answer.user)
      const flight = flights.get(key) ?? ask(key, tenant, sub)
      flights.set(key, flight)
      return flight
    },
  }
}
