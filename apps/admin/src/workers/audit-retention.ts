import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditRetention } from '@sluice/db'
import type { BuildContext } from '@sluice/service-kit'
import type { AdminConfig } from '../config.ts'

const HOUR_MS = 3_600_000

/** Takes months out of the audit trail that are older than `AUDIT_RETENTION_MONTHS`; looks once an hour. */
export function openAuditRetention(
  { config, clock, logger, metrics, onClose }: BuildContext<AdminConfig>,
  retention: Pick<AuditRetention, 'dropBefore'>,
): void {
  const { AUDIT_RETENTION_MONTHS: months } = config
  if (months === undefined) return
  const dropped = metrics.counter({
    name: 'sluice_audit_dropped_total',
    help: 'Records that retention has taken out of the audit trail.',
  })
  const closing = new AbortController()
  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const now = new Date(clock.nowMs())
        const count = await retention.dropBefore(
          new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (months ?? 0))),
        )
        if (count > 0) logger.info({ records: count }, 'old months were taken out of the audit trail')
        dropped.inc(count)
      } catch (err) {
        logger.error({ err }, 'old months could not be taken out of the audit trail')
      }
      await sleep(HOUR_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const running = run()
  onClose('audit retention', async () => {
    closing.abort()
    await running
  })
}
