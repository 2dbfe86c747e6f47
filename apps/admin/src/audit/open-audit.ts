import {
  createAuditRetention,
  createAuditTrail,
  createLegalHoldsRepository,
  createRequestCounts,
  createSiemDeadLetters,
  createSiemReceivers,
  createSoarDeliveriesRepository,
  createUsageRepository,
  type Database,
  type UsageRepository,
} from '@sluice/db'
import type { Outbox } from '@sluice/outbox'
import type { BuildContext } from '@sluice/service-kit'
import type { KeyRing } from '@sluice/token-vault'
import type { AdminConfig } from '../config.ts'
import { openEvidence } from '../evidence/open-evidence.ts'
import { openLog } from '../log/open-log.ts'
import { lateErasure } from '../record-erasure.ts'
import { receiversOf } from '../siem/siem-config.ts'
import { openAuditWriter } from '../workers/audit-writer.ts'
import { openRetention, openSweep } from '../workers/retention.ts'
import { openSiemPush } from '../workers/siem-push.ts'

interface AuditParts {
  readonly database: Database
  /** Opens what gateways have sealed; undefined without DATA_KEYS. */
  readonly keyRing: KeyRing | undefined
  readonly outbox: Pick<Outbox, 'append'>
  readonly version: string
}

/** Opens the audit trail, what writes it, commits to it, proves it, sends it on and takes old months out of it. */
export function openAudit(context: BuildContext<AdminConfig>, { database, keyRing, outbox, version }: AuditParts) {
  const auditTrail = createAuditTrail(database)
  const log = openLog(context, database)
  const evidence = openEvidence(context, { database, trail: auditTrail, log, keyRing, outbox })
  openAuditWriter(context, { trail: auditTrail, keyRing, isProofDue: evidence.isProofDue })
  const auditRetention = createAuditRetention(database)
  const usage = createUsageRepository(database)
  const requestCounts = createRequestCounts(database)
  openSweep(context, {
    name: 'audit trail behind erasures',
    metric: { name: 'sluice_audit_erased_late_total', help: 'Records that came behind the erasure of their session.' },
    firstAfterMs: 60_000,
    drop: () => auditRetention.eraseLate((session) => lateErasure({ outbox, clock: context.clock }, session)),
  })
  openRetentions(context, { auditRetention, usage, requestCounts })
  const watches = openSiemPush(context, { version, outbox })
  return {
    ...{ auditTrail, log, evidence, auditRetention, usage, requestCounts },
    legalHolds: createLegalHoldsRepository(database),
    soarDeliveries: createSoarDeliveriesRepository(database),
    siem: {
      configured: receiversOf(context.config),
      receivers: createSiemReceivers(database),
      letters: createSiemDeadLetters(database),
      watches,
    },
  }
}

/** Overviews look back a day. */
const COUNTS_KEPT_MONTHS = 1

interface DropsOld {
  dropBefore(time: Date): Promise<number>
}

function openRetentions(
  context: BuildContext<AdminConfig>,
  {
    auditRetention,
    usage,
    requestCounts,
  }: Readonly<Record<'auditRetention' | 'requestCounts', DropsOld>> & {
    readonly usage: Pick<UsageRepository, 'dropBefore'>
  },
): void {
  const { AUDIT_RETENTION_MONTHS, USAGE_RETENTION_MONTHS } = context.config
  openRetention(context, {
    ...{ name: 'audit trail', months: AUDIT_RETENTION_MONTHS, dropBefore: auditRetention.dropBefore },
    metric: {
      name: 'sluice_audit_dropped_total',
      help: 'Records that retention has taken out of the audit trail.',
    },
  })
  openRetention(context, {
    ...{ name: 'sums of usage', months: USAGE_RETENTION_MONTHS },
    dropBefore: (time) => usage.dropBefore(time.toISOString().slice(0, '2026-11-01'.length)),
    metric: { name: 'sluice_usage_dropped_total', help: 'Sums of usage that retention has deleted.' },
  })
  openRetention(context, {
    ...{ name: 'counts of requests', months: COUNTS_KEPT_MONTHS, dropBefore: requestCounts.dropBefore },
    metric: { name: 'sluice_request_counts_dropped_total', help: 'Counts of requests that retention has deleted.' },
  })
}
