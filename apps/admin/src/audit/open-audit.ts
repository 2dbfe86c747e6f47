import {
  createAuditRetention,
  createAuditTrail,
  createLegalHoldsRepository,
  createSoarDeliveriesRepository,
  type Database,
} from '@sluice/db'
import type { BuildContext } from '@sluice/service-kit'
import type { AdminConfig } from '../config.ts'
import { openLog } from '../log/open-log.ts'
import { openAuditRetention } from '../workers/audit-retention.ts'
import { openAuditWriter } from '../workers/audit-writer.ts'
import { openSiemPush } from '../workers/siem-push.ts'

/** Opens the audit trail, what writes it, commits to it, sends it on and takes old months out of it. */
export function openAudit(context: BuildContext<AdminConfig>, database: Database, version: string) {
  const auditTrail = createAuditTrail(database)
  openAuditWriter(context, auditTrail)
  const log = openLog(context, database)
  const auditRetention = createAuditRetention(database)
  openAuditRetention(context, auditRetention)
  openSiemPush(context, version)
  return {
    ...{ auditTrail, log, auditRetention },
    legalHolds: createLegalHoldsRepository(database),
    soarDeliveries: createSoarDeliveriesRepository(database),
  }
}
