import { createRoute, z } from '@hono/zod-openapi'
import type { DirectorySyncRun } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'
import { heldPlanSchema, syncRunSchema, viewHeldPlan, viewRun } from '../wire/sync-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const SHOWN_RUNS = 20

const syncStatusSchema = z
  .object({
    directories: z
      .array(
        z.object({
          directory: z.string(),
          last_run: syncRunSchema,
          last_applied_at: z.iso.datetime().optional().describe('Absent where it is too long ago to be shown.'),
        }),
      )
      .describe('Each directory that was pulled lately; empty where the identity sync has not run.'),
    runs: z.array(syncRunSchema).describe(`The last ${SHOWN_RUNS} pulls, the newest first.`),
    held_plans: z.array(heldPlanSchema).describe('What waits for a CISO, or is confirmed and waits for the next pull.'),
  })
  .openapi('SyncStatus')

const route = createRoute({
  method: 'get',
  path: '/admin/idp-sync',
  summary: 'See how the identity sync is doing',
  description: 'CISO, SOC Analyst, Auditor. Counts, and of a held plan the first subjects; never all users.',
  security: bearer,
  responses: { 200: jsonAnswer('The last pulls and what waits.', syncStatusSchema), ...errorAnswers() },
})

export const getIdpSync: Operation = {
  action: 'view-idp-sync',
  route,
  add: (app, { identitySync }) => {
    app.openapi(route, async (context) => {
      const { runs, held } = await identitySync.status(context.get('caller').principal.tenant)
      const directories = [...new Set(runs.map(({ directory }) => directory))]
      const answer = {
        directories: directories.flatMap((directory) =>
          viewDirectory(
            directory,
            runs.filter((run) => run.directory === directory),
          ),
        ),
        runs: runs.slice(0, SHOWN_RUNS).map(viewRun),
        held_plans: held.flatMap((run) => viewHeldPlan(run) ?? []),
      }
      return context.json(answer, 200)
    })
  },
}

function viewDirectory(directory: string, runs: readonly DirectorySyncRun[]) {
  const [last] = runs
  if (last === undefined) return []
  const applied = runs.find(({ outcome }) => outcome === 'applied')
  const appliedAt = applied?.finishedAt ?? applied?.startedAt
  return [
    {
      directory,
      last_run: viewRun(last),
      ...defined({ last_applied_at: appliedAt?.toISOString() }),
    },
  ]
}
