import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuditRow, SiemReceivers } from '@sluice/db'
import { toCef, toSyslog } from '@sluice/events'
import type { BuildContext } from '@sluice/service-kit'
import type { AdminConfig } from '../config.ts'
import { eventsOfRow } from '../siem/events-of-row.ts'
import { pushEvents } from '../siem/push-events.ts'
import { createSyslogSender } from '../siem/syslog-sender.ts'

/** How often the trail is looked at: the most that a grave event waits here. */
const LOOK_EVERY_MS = 500
const LONGEST_RETRY_MS = 30_000

/**
 * Sends the events of all tenants to the SIEM that `SIEM_SYSLOG_URL` names: those of severity 7 and more at once, the
 * others in batches. What was sent is kept in PostgreSQL, so that a restart neither loses nor repeats a batch; events
 * that were under way when something broke are sent again.
 */
export function openSiemPush(
  { config, clock, logger, metrics, onClose }: BuildContext<AdminConfig>,
  receivers: SiemReceivers,
  version: string,
): void {
  const { SIEM_SYSLOG_URL: url, SIEM_SYSLOG_CA: ca, SIEM_BATCH_MS: batchEveryMs } = config
  if (url === undefined) return
  const sent = metrics.counter({ name: 'sluice_siem_events_total', help: 'Events sent to the SIEM.' })
  const sender = createSyslogSender({ url, ca })
  const host = hostname()
  const closing = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined)
  const send = async (rows: readonly AuditRow[]) => {
    const events = rows.flatMap(eventsOfRow)
    await sender.send(events.map((event) => toSyslog(event, toCef(event, version), host)))
    sent.inc(events.length)
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!closing.signal.aborted) {
      const now = new Date(clock.nowMs())
      try {
        await receivers.takeTurn(url ?? '', now, (turn) => pushEvents(turn, { now, batchEveryMs, send }))
        failures = 0
      } catch (err) {
        if (failures === 0) logger.error({ err }, 'events do not reach the SIEM; they wait in the audit trail')
        failures += 1
      }
      await pause(Math.min(LOOK_EVERY_MS * 2 ** failures, LONGEST_RETRY_MS))
    }
  }

  const running = run()
  onClose('SIEM push', async () => {
    closing.abort()
    await running
    sender.close()
  })
}
