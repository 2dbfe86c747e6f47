import { type Approvals, approvalTimesOf, createApprovals } from '@sluice/approvals'
import { createApprovalsRepository, type Database } from '@sluice/db'
import type { Outbox } from '@sluice/outbox'
import type { BuildContext } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { AdminConfig } from '../config.ts'

/** The held requests, recorded as acts of this service. Workers of the gateways look for decisions themselves. */
export function createAdminApprovals(
  { config, clock, service }: Pick<BuildContext<AdminConfig>, 'config' | 'clock' | 'service'>,
  database: Database,
  outbox: Pick<Outbox, 'append'>,
): Approvals {
  const repository = createApprovalsRepository(database)
  return createApprovals({ repository, outbox, clock, service, times: approvalTimesOf(config), newId: newId })
}
