import { setTimeout as sleep } from 'node:timers/promises'
import type { BuildContext } from '@sluice/service-kit'
import type { AdminConfig } from '../config.ts'

const HOUR_MS = 3_600_000

interface RetentionOptions {
  /** What is kept, as the log and the order of closing call it. */
  readonly name: string
  /** How many whole months before the running one are kept; undefined: all of them. */
  readonly months: number | undefined
  readonly metric: { readonly name: string; readonly help: string }
  /** Drops what is of a time before; returns how many it were. */
  readonly dropBefore: (time: Date) => Promise<number>
}

/** Drops what is older than it is to be kept; looks once an hour. */
export function openRetention(context: BuildContext<AdminConfig>, options: RetentionOptions): void {
  const { clock, logger, metrics, onClose } = context
  const { name, months, metric, dropBefore } = options
  if (months === undefined) return
  const dropped = metrics.counter(metric)
  const closing = new AbortController()
  async function run(kept: number): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const now = new Date(clock.nowMs())
        const count = await dropBefore(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - kept)))
        if (count > 0) logger.info({ records: count }, `old months were taken out of the ${name}`)
        dropped.inc(count)
      } catch (err) {
        logger.error({ err }, `old months could not be taken out of the ${name}`)
      }
      await sleep(HOUR_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const running = run(months)
  onClose(`retention of the ${name}`, async () => {
    closing.abort()
    await running
  })
}
