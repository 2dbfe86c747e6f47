import { type Approvals, approvalTimesOf, createApprovals } from '@sluice/approvals'
import { createApprovalsRepository, type Database } from '@sluice/db'
import type { Outbox } from '@sluice/outbox'
import type { BuildContext } from '@sluice/service-kit'
import { newId } from '@sluice/service-kit/environment'
import type { GatewayConfig } from '../config.ts'

/** The held requests, recorded in the outbox as acts of this service. */
export function createGatewayApprovals(
  { config, clock, service }: Pick<BuildContext<GatewayConfig>, 'config' | 'clock' | 'service'>,
  database: Database,
  outbox: Pick<Outbox, 'append'>,
): Approvals {
  return createApprovals({
    repository: createApprovalsRepository(database),
    outbox,
    clock,
    service,
    times: approvalTimesOf(config),
    maxOpenPerUser: config.APPROVALS_PER_USER,
    newId: newId,
  })
}
