import {
  createAuditRetention,
  createAuditTrail,
  createLegalHoldsRepository,
  createSoarDeliveriesRepository,
  type Database,
} from '@sluice/db'
import type { Outbox } from '@sluice/outbox'
import type { BuildContext } from '@sluice/service-kit'
import type { KeyRing } from '@sluice/token-vault'
import type { AdminConfig } from '../config.ts'
import { openEvidence } from '../evidence/open-evidence.ts'
import { openLog } from '../log/open-log.ts'
import { openAuditRetention } from '../workers/audit-retention.ts'
import { openAuditWriter } from '../workers/audit-writer.ts'
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
  openAuditRetention(context, auditRetention)
  openSiemPush(context, { version, outbox })
  return {
    ...{ auditTrail, log, evidence, auditRetention },
    legalHolds: createLegalHoldsRepository(database),
    soarDeliveries: createSoarDeliveriesRepository(database),
  }
}
