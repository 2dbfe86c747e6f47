import { createRoute, z } from '@hono/zod-openapi'
import { createControlRecord, isName, SluiceError } from '@sluice/contracts'
import { newId } from '@sluice/service-kit/environment'
import { jsonBody, reasonSchema } from '../wire/freeze-order.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const orderSchema = z
  .strictObject({ user: z.string().refine(isName).describe('The `sub` of the person.'), reason: reasonSchema })
  .openapi('ErasureOrder')

const route = createRoute({
  method: 'post',
  path: '/admin/erasures',
  summary: 'Erase what the audit trail says about a person',
  description:
    'Legal Counsel. Destroys the records about a user of the tenant, and the salts of their commitments: what was recorded ' +
    'cannot be told any more, and that something was recorded can. What gateways keep of the person to find a mosaic goes ' +
    'with them. Refused with 409 under a legal hold. It cannot be taken back. It is on record first, without the name of ' +
    'the person. Records about oneself are erased by somebody else.',
  security: bearer,
  request: { body: jsonBody(orderSchema) },
  responses: {
    200: jsonAnswer('What was erased.', z.object({ erased: z.int().describe('Records that were destroyed.') })),
    ...errorAnswers(...BODY_ERRORS, 'conflict', 'audit_unavailable'),
  },
})

export const erasePerson: Operation = {
  action: 'erase-person',
  route,
  add: (app, { auditRetention, mosaics, outbox, clock }) => {
    app.openapi(route, async (context) => {
      const { user, reason } = context.req.valid('json')
      const { tenant, sub: counsel } = context.get('caller').principal
      if (user === counsel) throw new SluiceError({ code: 'action_not_permitted', message: 'Nobody erases their own.' })
      const id = newId()
      await outbox.append(
        createControlRecord({
          ...{ id, event: 'person.erased', severity: 'high', timeMs: clock.nowMs(), service: 'admin' },
          ...{ actor: `user:${counsel}`, tenant, reason, requestId: context.get('requestId') },
        }),
      )
      const result = await auditRetention.erase(tenant, user, id)
      if (result.type === 'held') {
        throw new SluiceError({ code: 'conflict', message: 'A legal hold stands on records of this person.' })
      }
      await mosaics.erase({ tenant, sub: user }, clock.nowMs())
      return context.json({ erased: result.rows }, 200)
    })
  },
}
