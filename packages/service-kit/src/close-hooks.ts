import { withTimeout } from './async/index.ts'
import type { Logger } from './logger.ts'

export type CloseHook = () => unknown

/** The things that a service has opened. They are closed in reverse, because later ones may use earlier ones. */
interface CloseHooks {
  add(name: string, hook: CloseHook): void
  /** Runs every hook once, the latest first; one that fails or takes too long does not stop the others. */
  run(logger: Logger): Promise<void>
}

/** Makes an empty list of hooks, each of which may take `timeoutMs` milliseconds. */
export function createCloseHooks(timeoutMs: number): CloseHooks {
  const hooks: { readonly name: string; readonly hook: CloseHook }[] = []
  return {
    add(name, hook) {
      hooks.push({ name, hook })
    },
    async run(logger) {
      for (let next = hooks.pop(); next !== undefined; next = hooks.pop()) {
        try {
          const { name, hook } = next
          const logTimeout = () => logger.error({ hook: name, timeoutMs }, 'close hook timed out')
          await withTimeout(timeoutMs, () => hook(), logTimeout)
        } catch (err) {
          logger.error({ hook: next.name, err }, 'close hook failed')
        }
      }
    },
  }
}
