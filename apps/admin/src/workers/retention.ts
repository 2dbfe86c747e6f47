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
  const { name, months, metric, dropBefore } = options
  if (months === undefined) return
  const drop = () => {
    const now = new Date(context.clock.nowMs())
    return dropBefore(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)))
  }
  openSweep(context, { name, metric, drop })
}

interface SweepOptions extends Pick<RetentionOptions, 'name' | 'metric'> {
  /** Drops what is not kept any longer; returns how many it were. */
  readonly drop: () => Promise<number>
  /** How long after the start it first looks, in milliseconds; at once by default. */
  readonly firstAfterMs?: number
}

/** Drops what is not kept any longer; looks once an hour. */
export function openSweep(
  context: BuildContext<AdminConfig>,
  { name, metric, drop, firstAfterMs = 0 }: SweepOptions,
): void {
  const { logger, metrics, onClose } = context
  const dropped = metrics.counter(metric)
  const closing = new AbortController()
  const wait = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined)
  async function run(): Promise<void> {
    if (firstAfterMs > 0) await wait(firstAfterMs)
    while (!closing.signal.aborted) {
      try {
        const count = await drop()
        if (count > 0) logger.info({ records: count }, `what is not kept any longer was taken out of the ${name}`)
        dropped.inc(count)
      } catch (err) {
        logger.error({ err }, `what is not kept any longer could not be taken out of the ${name}`)
      }
      await wait(HOUR_MS)
    }
  }
  const running = run()
  onClose(`retention of the ${name}`, async () => {
    closing.abort()
    await running
  })
}
