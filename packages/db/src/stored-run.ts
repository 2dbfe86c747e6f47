import { defined } from '@sluice/service-kit/async'
import { type DirectorySyncRun, type HeldPlan, SYNC_OUTCOMES, SYNC_TRIGGERS } from './directory-sync-run.ts'
import type { directorySyncs } from './schema.ts'

/** A run as its row says. Throws for a row that this version does not understand. */
export function toRun(row: typeof directorySyncs.$inferSelect): DirectorySyncRun {
  const plan = toPlan(row)
  return {
    id: row.id,
    directory: row.directory,
    tenant: row.tenant,
    trigger: oneOf(SYNC_TRIGGERS, row.trigger),
    outcome: oneOf(SYNC_OUTCOMES, row.outcome),
    startedAt: row.startedAt,
    ...(row.pull === null ? {} : { pull: oneOf(['snapshot', 'delta'], row.pull) }),
    ...(row.finishedAt === null ? {} : { finishedAt: row.finishedAt }),
    ...(row.counts === null ? {} : { counts: row.counts }),
    ...(row.faultCode === null ? {} : { fault: { code: row.faultCode, message: row.fault ?? '' } }),
    ...defined({ plan }),
  }
}

function toPlan(row: typeof directorySyncs.$inferSelect): HeldPlan | undefined {
  if (row.planDigest === null || row.heldUntil === null) return undefined
  return {
    digest: row.planDigest,
    until: row.heldUntil,
    ...(row.planSubs === null ? {} : { subs: row.planSubs }),
    ...(row.confirmedBy === null ? {} : { confirmedBy: row.confirmedBy }),
    ...(row.confirmedAt === null ? {} : { confirmedAt: row.confirmedAt }),
    ...(row.settledBy === null ? {} : { settledBy: row.settledBy }),
  }
}

function oneOf<const T extends string>(known: readonly T[], text: string): T {
  const found = known.find((one) => one === text)
  if (found === undefined) throw new Error('a stored run is of an unknown kind')
  return found
}
