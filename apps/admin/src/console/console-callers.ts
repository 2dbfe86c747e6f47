import type { Context } from 'hono'
import type { ConsoleCaller, ConsoleSessions } from './console-sessions.ts'
import { readSessionCookie } from './cookies.ts'
import { requireOwnSite } from './own-site.ts'

/** Finds the person behind a request that carries the console's cookie. */
export class ConsoleCallers {
  readonly #sessions: Pick<ConsoleSessions, 'identify'>
  readonly #origin: string

  /** @param origin `CONSOLE_URL` without a slash at its end. */
  constructor(sessions: Pick<ConsoleSessions, 'identify'>, origin: string) {
    this.#sessions = sessions
    this.#origin = origin
  }

  /**
   * Undefined without the cookie. Throws `token_missing` without the console's header, `action_not_permitted` where
   * another site sends it, and as `ConsoleSessions.identify` does.
   */
  async find(context: Context): Promise<ConsoleCaller | undefined> {
    const id = readSessionCookie(context)
    if (id === undefined) return undefined
    const { isActivity } = requireOwnSite(context, this.#origin)
    return await this.#sessions.identify(id, isActivity)
  }
}
