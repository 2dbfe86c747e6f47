import type { Logger } from './logger.ts'

const MAX_TEXT_LENGTH = 1_024

/**
 * Sends console output of libraries through the logger. Objects and errors that they print (the HTTP adapter
 * prints the error of a broken response stream) would otherwise be shown with every member, unredacted.
 */
export function routeConsole(
  console: Pick<Console, 'log' | 'info' | 'warn' | 'error' | 'debug'>,
  logger: Logger,
): void {
  const route =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (...printed: unknown[]) => {
      const err = printed.find((value) => value instanceof Error)
      const detail = printed.filter((value) => typeof value === 'string').join(' ')
      logger[level]({ err, detail: detail.slice(0, MAX_TEXT_LENGTH) }, 'console')
    }
  console.debug = route('debug')
  console.log = route('info')
  console.info = route('info')
  console.warn = route('warn')
  console.error = route('error')
}
