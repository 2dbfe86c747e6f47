import type { Database } from '@sluice/db'
import { measureOutbox, type Outbox } from '@sluice/outbox'
import { publishServiceState, readServiceStates } from '@sluice/redis'
import type { BuildContext } from '@sluice/service-kit'
import type { SessionStore } from '@sluice/sessions'
import type { Redis } from 'ioredis'
import { createAdminApprovals } from '../approvals/open-approvals.ts'
import type { openAudit } from '../audit/open-audit.ts'
import type { AdminConfig } from '../config.ts'
import { Overviews } from './overviews.ts'

interface Parts {
  readonly redis: Redis
  readonly database: Database
  readonly outbox: Pick<Outbox, 'append'>
  readonly sessions: Pick<SessionStore, 'leases' | 'countFrozenUsers'>
  readonly audit: ReturnType<typeof openAudit>
}

/** Opens what is seen at a glance, with the held requests that stand in it, and says how this service does. */
export function openOverviews(context: BuildContext<AdminConfig>, { redis, database, outbox, sessions, audit }: Parts) {
  const { config, clock } = context
  publishServiceState(context, redis, () => ({ receivers: audit.siem.watches.map((watch) => watch.state()) }))
  const approvals = createAdminApprovals(context, database, outbox)
  const serviceStates = () => readServiceStates(redis)
  const overviews = new Overviews({
    ...{ clock, sessions, serviceStates, approvals, ...audit, ...audit.log },
    measureOutbox: () => measureOutbox(redis, config.OUTBOX_SHARDS),
    proofs: audit.evidence.sources.proofs,
    letters: audit.siem.letters,
  })
  return { approvals, serviceStates, overviews }
}
