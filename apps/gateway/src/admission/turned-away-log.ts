import type { Logger } from '@sluice/service-kit'

/** How often it is told who was turned away, in milliseconds. */
const TELL_EVERY_MS = 1_000
/** So many users are told by name each time, those that were turned away most often. */
const MAX_NAMED = 10

/** Tells each second how many requests were turned away, and whose: a line for each would be a load of its own. */
export class TurnedAwayLog {
  readonly #logger: Pick<Logger, 'warn'>
  #requests = new Map<string, { readonly tenant: string; readonly sub: string; requests: number }>()
  #timer: NodeJS.Timeout | undefined

  constructor(logger: Pick<Logger, 'warn'>) {
    this.#logger = logger
  }

  note(tenant: string, sub: string): void {
    const key = `${tenant}\0${sub}`
    const user = this.#requests.get(key) ?? { tenant, sub, requests: 0 }
    user.requests += 1
    this.#requests.set(key, user)
    this.#timer ??= setTimeout(() => this.#tell(), TELL_EVERY_MS).unref()
  }

  /** Tells what is still to be told. */
  stop(): void {
    clearTimeout(this.#timer)
    if (this.#timer !== undefined) this.#tell()
  }

  #tell(): void {
    this.#timer = undefined
    const users = [...this.#requests.values()].sort((a, b) => b.requests - a.requests)
    this.#requests = new Map()
    const requests = users.reduce((sum, user) => sum + user.requests, 0)
    this.#logger.warn(
      { requests, users: users.length, most: users.slice(0, MAX_NAMED) },
      'requests turned away: their users had more waiting than there was time for',
    )
  }
}
