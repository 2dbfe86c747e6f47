import { randomUUID } from 'node:crypto'
import { createRoute, z } from '@hono/zod-openapi'
import { createControlRecord, isName, SluiceError } from '@sluice/contracts'
import type { LegalHold } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'
import { newId } from '@sluice/service-kit/environment'
import { jsonBody, reasonSchema } from '../wire/freeze-order.ts'
import { uuidPath } from '../wire/path.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const holdSchema = z
  .object({
    id: z.uuid(),
    sub: z.string().optional().describe('The user whose records are kept.'),
    session_id: z.int().optional().describe('Or the session.'),
    reason: z.string(),
    opened_by: z.string(),
    opened_at: z.iso.datetime(),
    released_by: z.string().optional(),
    released_at: z.iso.datetime().optional(),
  })
  .openapi('LegalHold')

const orderSchema = z
  .strictObject({
    user: z.string().refine(isName).optional().describe('The `sub` of the user whose records are kept.'),
    session_id: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional().describe('Or the session.'),
    reason: reasonSchema,
  })
  .refine(({ user, session_id }) => (user === undefined) !== (session_id === undefined), {
    message: 'must name either a user or a session',
    path: ['user'],
  })
  .openapi('LegalHoldOrder')

function viewHold({ id, sub, sessionId, reason, openedBy, openedAt, releasedBy, releasedAt }: LegalHold) {
  return {
    ...{ id, reason, opened_by: openedBy, opened_at: openedAt.toISOString() },
    ...defined({ sub, session_id: sessionId, released_by: releasedBy, released_at: releasedAt?.toISOString() }),
  }
}

const listRoute = createRoute({
  method: 'get',
  path: '/admin/legal-holds',
  summary: 'List legal holds, the newest first',
  description: 'Legal Counsel: those of the tenant, the newest 1,000, with those that were released.',
  security: bearer,
  responses: { 200: jsonAnswer('The holds.', z.object({ data: z.array(holdSchema) })), ...errorAnswers() },
})

export const listLegalHolds: Operation = {
  action: 'list-legal-holds',
  route: listRoute,
  add: (app, { legalHolds }) => {
    app.openapi(listRoute, async (context) => {
      const holds = await legalHolds.list(context.get('caller').principal.tenant)
      return context.json({ data: holds.map(viewHold) }, 200)
    })
  },
}

const openedSchema = holdSchema
  .extend({ mappings: z.int().describe('Of how many sessions values are stored that it keeps.') })
  .openapi('OpenedLegalHold')

const openRoute = createRoute({
  method: 'post',
  path: '/admin/legal-holds',
  summary: 'Keep the records of a user or a session',
  description:
    'Legal Counsel. While it stands, neither retention nor erasure takes audit records of the user or the session, and the ' +
    'values behind their tokens do not expire. It is on record first.',
  security: bearer,
  request: { body: jsonBody(orderSchema) },
  responses: { 201: jsonAnswer('It stands.', openedSchema), ...errorAnswers(...BODY_ERRORS, 'audit_unavailable') },
})

export const openLegalHold: Operation = {
  action: 'open-legal-hold',
  route: openRoute,
  add: (app, { legalHolds, mappingHolds, outbox, clock }) => {
    app.openapi(openRoute, async (context) => {
      const order = context.req.valid('json')
      const { tenant, sub: counsel } = context.get('caller').principal
      const hold: LegalHold = {
        ...{ id: randomUUID(), tenant, reason: order.reason, openedBy: `user:${counsel}` },
        ...{ sub: order.user, sessionId: order.session_id },
        ...{ openedAt: new Date(clock.nowMs()), releasedBy: undefined, releasedAt: undefined },
      }
      await outbox.append(
        createControlRecord({
          ...{ id: newId(), event: 'legal_hold.opened', severity: 'medium', timeMs: clock.nowMs(), service: 'admin' },
          ...{ actor: hold.openedBy, tenant, sub: hold.sub, sessionId: hold.sessionId, reason: hold.reason },
          ...{ requestId: context.get('requestId'), details: { hold: hold.id } },
        }),
      )
      const mappings = await mappingHolds.hold(hold)
      await legalHolds.open(hold)
      return context.json({ ...viewHold(hold), mappings }, 201)
    })
  },
}

const releaseRoute = createRoute({
  method: 'delete',
  path: '/admin/legal-holds/{id}',
  summary: 'Release a legal hold',
  description: 'Legal Counsel. It is on record first; the hold stays in the list, as released.',
  security: bearer,
  request: { params: uuidPath },
  responses: {
    200: jsonAnswer('It does not stand any more.', z.object({ id: z.uuid() })),
    ...errorAnswers('not_found', 'audit_unavailable'),
  },
})

export const releaseLegalHold: Operation = {
  action: 'release-legal-hold',
  route: releaseRoute,
  add: (app, { legalHolds, mappingHolds, outbox, clock }) => {
    app.openapi(releaseRoute, async (context) => {
      const { id } = context.req.valid('param')
      const { tenant, sub: counsel } = context.get('caller').principal
      const hold = (await legalHolds.list(tenant)).find((one) => one.id === id && one.releasedAt === undefined)
      if (hold === undefined) throw new SluiceError('not_found')
      const by = `user:${counsel}`
      await outbox.append(
        createControlRecord({
          ...{ id: newId(), event: 'legal_hold.released', severity: 'medium', timeMs: clock.nowMs(), service: 'admin' },
          ...{ actor: by, tenant, sub: hold.sub, sessionId: hold.sessionId, requestId: context.get('requestId') },
          details: { hold: id },
        }),
      )
      await mappingHolds.release(hold)
      if (!(await legalHolds.release({ tenant, id, by, at: new Date(clock.nowMs()) })))
        throw new SluiceError('not_found')
      return context.json({ id }, 200)
    })
  },
}
