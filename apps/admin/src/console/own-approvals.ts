import { createRoute, z } from '@hono/zod-openapi'
import { type ErrorCode, SluiceError } from '@sluice/contracts'
import { problemResponses, type ServiceApp } from '@sluice/service-kit'
import type { Dependencies } from '../dependencies.ts'
import { jsonAnswer } from '../routes/operation.ts'
import { ownApprovalSchema, viewOwnApproval } from '../wire/approval-view.ts'
import { uuidPath } from '../wire/path.ts'
import type { RequirePerson } from './console-gate.ts'
import { consoleSecurity } from './console-security.ts'

interface OwnApprovalsDependencies extends Pick<Dependencies, 'approvals' | 'clock'> {
  readonly requirePerson: RequirePerson
}

/** As many as a page has; a user has so many open ones at most unless `APPROVALS_PER_USER` says otherwise. */
const MAX_LISTED = 100
/** As many that are decided, of so many days: whoever has asked finds the answer, or sees that there is none. */
const MAX_ENDED = 20
const ENDED_DAYS = 3
const DAY_MS = 86_400_000
const ENDED = ['done', 'denied', 'expired', 'failed'] as const

const errors = (...codes: readonly ErrorCode[]) =>
  problemResponses([
    ...(['token_missing', 'token_expired', 'action_not_permitted', 'user_not_active', 'session_frozen'] as const),
    ...(['dependency_unavailable', ...codes] as const),
  ])

const listRoute = createRoute({
  method: 'get',
  path: '/console/session/approvals',
  summary:
    'List one’s own requests that wait for a human, or for the answer that follows, and those that were decided lately',
  description:
    'Those that wait, the newest first, 100 at most; behind them those decided that were asked in the last three days, 20 ' +
    'at most. Everybody may, without a role. It quotes no content.',
  security: consoleSecurity,
  responses: { 200: jsonAnswer('Them.', z.object({ data: z.array(ownApprovalSchema) })), ...errors() },
})

const getRoute = createRoute({
  method: 'get',
  path: '/console/session/approvals/{id}',
  summary: 'See how one’s own held request stands',
  description:
    'Everybody may, of requests of their own; any other seems not to exist. Who decides is told by roles, without ' +
    'names and comments. The content is not here: the answer is fetched at the gateway, by the id of the held one.',
  security: consoleSecurity,
  request: { params: uuidPath },
  responses: { 200: jsonAnswer('It.', ownApprovalSchema), ...errors('invalid_request', 'not_found') },
})

/** What the OpenAPI document says of one's own held requests. */
export const ownApprovalRoutes = [listRoute, getRoute]

/** Adds what a person sees of requests of their own that are held, or were. */
export function addOwnApprovals(app: ServiceApp, { approvals, clock, requirePerson }: OwnApprovalsDependencies): void {
  app.openapi(listRoute, async (context) => {
    const { tenant, sub } = (await requirePerson(context)).principal
    const from = new Date(clock.nowMs() - ENDED_DAYS * DAY_MS)
    const [open, ended] = await Promise.all([
      approvals.list({ tenant, openOf: sub, limit: MAX_LISTED }),
      approvals.list({ tenant, of: sub, from, states: ENDED, limit: MAX_ENDED }),
    ])
    // One that ends between the two stands in both.
    const endedIds = new Set(ended.map(({ id }) => id))
    const all = [...open.filter(({ id }) => !endedIds.has(id)), ...ended]
    return context.json({ data: all.map(viewOwnApproval) }, 200)
  })
  app.openapi(getRoute, async (context) => {
    const { tenant, sub } = (await requirePerson(context)).principal
    const approval = await approvals.get({ tenant, id: context.req.valid('param').id })
    if (approval.sub !== sub) throw new SluiceError({ code: 'not_found', message: 'There is no such approval.' })
    return context.json(viewOwnApproval(approval), 200)
  })
}
