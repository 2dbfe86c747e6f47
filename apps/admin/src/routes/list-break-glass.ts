import { createRoute, z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import { grantSchema, viewGrant } from '../wire/break-glass-view.ts'
import { isoTime } from '../wire/freeze-view.ts'
import { wholeNumber } from '../wire/path.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const querySchema = z.strictObject({
  limit: wholeNumber(100).default(50).describe('1 to 100.'),
  cursor: z.uuid().optional().describe('The `next` of the page before.'),
  drill: z.enum(['true', 'false']).optional().describe('Drills only, or none of them; both without it.'),
})

const route = createRoute({
  method: 'get',
  path: '/admin/break-glass',
  summary: 'List break-glass requests, the newest first',
  description: 'Legal Counsel and CISO: the requests of the tenant, without values, and when a drill last succeeded.',
  security: bearer,
  request: { query: querySchema },
  responses: {
    200: jsonAnswer(
      'One page.',
      z.object({
        data: z.array(grantSchema),
        next: z.uuid().optional().describe('The `cursor` of the next page.'),
        last_drill_at: z.iso.datetime().optional().describe('Absent where no drill has succeeded yet.'),
      }),
    ),
    ...errorAnswers('invalid_request'),
  },
})

export const listBreakGlass: Operation = {
  action: 'list-break-glass',
  route,
  add: (app, { breakGlassGrants, clock }) => {
    app.openapi(route, async (context) => {
      const { limit, cursor, drill } = context.req.valid('query')
      const { tenant } = context.get('caller').principal
      const [grants, proven] = await Promise.all([
        breakGlassGrants.list({ tenant, isDrill: drill && drill === 'true', limit, after: cursor }),
        breakGlassGrants.lastProven(),
      ])
      const nowMs = clock.nowMs()
      const lastDrillMs = proven.get(tenant)
      const next = grants.length === limit ? grants.at(-1)?.id : undefined
      return context.json(
        {
          data: grants.map((grant) => viewGrant(grant, nowMs)),
          ...defined({ next, last_drill_at: lastDrillMs === undefined ? undefined : isoTime(lastDrillMs) }),
        },
        200,
      )
    })
  },
}
