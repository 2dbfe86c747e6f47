import { z } from '@hono/zod-openapi'
import type { DirectorySyncRun } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'

/** The bound on the subjects of a plan that one answer shows. */
const SHOWN_SUBJECTS = 100

const count = z.int().min(0)

export const syncRunSchema = z
  .object({
    run_id: z.uuid(),
    directory: z.string(),
    trigger: z.enum(['schedule', 'start', 'confirm']),
    outcome: z
      .enum(['running', 'applied', 'held', 'failed'])
      .describe('`held`: it would revoke too many users at once, so nothing was changed.'),
    pull: z.enum(['snapshot', 'delta']).optional(),
    started_at: z.iso.datetime(),
    finished_at: z.iso.datetime().optional(),
    counts: z.record(z.string(), count).optional().describe('Users, by what the pull found.'),
    fault: z.object({ code: z.string(), message: z.string() }).optional().describe('Why it failed or was held.'),
  })
  .openapi('SyncRun')

export const heldPlanSchema = z
  .object({
    run_id: z.uuid().describe('Names the plan in a confirmation.'),
    directory: z.string(),
    started_at: z.iso.datetime(),
    until: z.iso.datetime().describe('Until then it can be confirmed or, once confirmed, be applied.'),
    revocations: count.describe('Users who would lose their access.'),
    digest: z.string().describe('SHA-256 over their sorted subjects.'),
    subjects: z
      .array(z.string())
      .describe(`The first ${SHOWN_SUBJECTS} of them; none where they are too many to keep.`),
    confirmed_by: z.string().optional().describe('Who has confirmed it: it waits for the next pull.'),
    confirmed_at: z.iso.datetime().optional(),
  })
  .openapi('HeldPlan')

export function viewRun(run: DirectorySyncRun): z.output<typeof syncRunSchema> {
  const { id, directory, trigger, outcome, pull, startedAt, finishedAt, counts, fault } = run
  return {
    run_id: id,
    directory,
    trigger,
    outcome,
    ...defined({ pull }),
    started_at: startedAt.toISOString(),
    ...defined({
      finished_at: finishedAt?.toISOString(),
      counts: counts && { ...counts },
      fault: fault && { code: fault.code, message: fault.message },
    }),
  }
}

/** Undefined for a run without a plan. */
export function viewHeldPlan(run: DirectorySyncRun): z.output<typeof heldPlanSchema> | undefined {
  const { plan } = run
  if (plan === undefined) return undefined
  return {
    run_id: run.id,
    directory: run.directory,
    started_at: run.startedAt.toISOString(),
    until: plan.until.toISOString(),
    revocations: run.counts?.revocations ?? plan.subs?.length ?? 0,
    digest: plan.digest,
    subjects: plan.subs?.slice(0, SHOWN_SUBJECTS) ?? [],
    ...defined({ confirmed_by: plan.confirmedBy, confirmed_at: plan.confirmedAt?.toISOString() }),
  }
}
