import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AuditRow, createSiemReceivers, openDatabase, type SiemTurn } from '@sluice/db'
import { toSyslog } from '@sluice/events'
import type { Outbox } from '@sluice/outbox'
import { ReceiverWatch } from '@sluice/redis'
import type { BuildContext } from '@sluice/service-kit'
import { addressOf, newId } from '@sluice/service-kit/environment'
import type { AdminConfig } from '../config.ts'
import { keepDeadLetter } from '../siem/dead-letter.ts'
import { CONTENT_TYPES, linesOf, lineWriter, type WriteEvent } from '../siem/event-line.ts'
import { createHttpsSender } from '../siem/https-sender.ts'
import { pushEvents } from '../siem/push-events.ts'
import { resendLetters } from '../siem/resend-letters.ts'
import { receiversOf, type SiemReceiver } from '../siem/siem-config.ts'
import { CollectorFailed, MessagesRefused, type SiemSender } from '../siem/siem-sender.ts'
import { createSyslogSender } from '../siem/syslog-sender.ts'

/** How often the trail is looked at: the most that a grave event waits here. */
const LOOK_EVERY_MS = 500
const LONGEST_RETRY_MS = 30_000

/**
 * Sends the events of all tenants to each receiver that is configured: those of severity 7 and more at once, the
 * others in batches. What was taken is kept in PostgreSQL, for each receiver, so that a restart neither loses nor
 * repeats a batch; what was under way when something broke is sent again.
 *
 * @returns what is seen of each receiver.
 */
export function openSiemPush(
  context: BuildContext<AdminConfig>,
  { version, outbox }: { readonly version: string; readonly outbox: Pick<Outbox, 'append'> },
): readonly ReceiverWatch[] {
  const { config, clock, logger, metrics, onClose } = context
  const configured = receiversOf(config)
  if (configured.length === 0) return []
  // A receiver that is slow keeps a connection for as long as it takes, and requests must not wait for that.
  const database = openDatabase(config.DATABASE_URL, {
    ...{ maxConnections: configured.length, applicationName: 'sluice-admin-siem' },
    onError: (err) => logger.warn({ err }, 'postgres connection of the SIEM push failed'),
  })
  onClose('postgres of the SIEM push', () => database.close())
  const receivers = createSiemReceivers(database)
  const batchEveryMs = config.SIEM_BATCH_MS
  const { sent, failed, refused } = countersOf(metrics)
  const about = { version, log: config.TLOG_ORIGIN }
  const closing = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => undefined)

  async function run(receiver: SiemReceiver, sender: SiemSender, watch: ReceiverWatch): Promise<void> {
    const labels = { receiver: addressOf(receiver.url) }
    const write = writerOf(receiver, about)
    const send = async (rows: readonly AuditRow[]) => {
      const messages = await linesOf(rows, write)
      await watched(watch, () => sender.send(messages))
      sent.inc(labels, messages.length)
    }
    const deadLetterTo = (letters: SiemTurn['letters']) => async (row: AuditRow, status: number) => {
      await keepDeadLetter(row, status, { outbox, clock, ...labels })
      await letters.keep({ id: newId(), status, at: new Date(clock.nowMs()) }, row)
      refused.inc(labels)
      logger.error({ ...labels, status, recordId: row.id }, 'the SIEM refuses a record for good')
    }
    let failures = 0
    while (!closing.signal.aborted) {
      const now = new Date(clock.nowMs())
      try {
        let failure: unknown
        await receivers.takeTurn(receiver.url, now, async (turn) => {
          const deadLetter = deadLetterTo(turn.letters)
          const pushed = await pushEvents(turn, { now, batchEveryMs, send, deadLetter })
          failure = pushed.failure ?? (await resendLetters(turn.letters, { now, send }))
          return pushed.progress
        })
        // One that refuses a record alone is at no fault; one that has taken nothing beside it is.
        if (failure instanceof MessagesRefused) watch.failed(failure.status)
        if (failure !== undefined) throw failure
        failures = 0
      } catch (err) {
        if (closing.signal.aborted) return
        if (failures === 0)
          logger.error({ err, ...labels }, 'events do not reach the SIEM; they wait in the audit trail')
        failures += 1
        failed.inc(labels)
      }
      await pause(Math.min(LOOK_EVERY_MS * 2 ** failures, LONGEST_RETRY_MS))
    }
  }

  return configured.map((receiver) => {
    const sender = senderOf(receiver)
    const watch = new ReceiverWatch(receiver.url, clock)
    const running = run(receiver, sender, watch)
    onClose(`SIEM push to ${addressOf(receiver.url)}`, async () => {
      closing.abort()
      sender.close()
      await running
    })
    return watch
  })
}

function countersOf(metrics: BuildContext<AdminConfig>['metrics']) {
  const labelNames = ['receiver'] as const
  return {
    sent: metrics.counter({ name: 'sluice_siem_events_total', help: 'Events sent to a SIEM.', labelNames }),
    failed: metrics.counter({
      ...{ name: 'sluice_siem_failures_total', help: 'Attempts to send to a SIEM that failed.', labelNames },
    }),
    refused: metrics.counter({
      ...{ name: 'sluice_siem_refused_records_total', labelNames },
      help: 'Records that a SIEM refuses for good. Each has a critical event `siem.dead_lettered`.',
    }),
  }
}

/** Notes whether a receiver takes what it is sent. */
async function watched(watch: ReceiverWatch, send: () => Promise<void>): Promise<void> {
  try {
    await send()
    watch.taken()
  } catch (error) {
    if (!(error instanceof MessagesRefused)) watch.failed(error instanceof CollectorFailed ? error.status : undefined)
    throw error
  }
}

function writerOf(receiver: SiemReceiver, about: Parameters<typeof lineWriter>[1]): WriteEvent {
  if ('format' in receiver) return lineWriter(receiver.format, about)
  const host = hostname()
  const write = lineWriter('cef', about)
  return (event, row) => toSyslog(event, write(event, row), host)
}

function senderOf(receiver: SiemReceiver): SiemSender {
  if (!('format' in receiver)) return createSyslogSender(receiver)
  const { url, format, header, token, token_file: tokenFile, ca } = receiver
  return createHttpsSender({ url, contentType: CONTENT_TYPES[format], header, token, tokenFile, ca })
}
