import { createRoute, z } from '@hono/zod-openapi'
import { apiKeyClient } from '@sluice/contracts'
import { apiKeyPath } from '../wire/api-key-view.ts'
import { freezeOrderSchema, jsonBody, toFreezeOrder } from '../wire/freeze-order.ts'
import { freezeReportSchema, viewFreezeReport } from '../wire/freeze-view.ts'
import { findApiKey } from './find-api-key.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const revocationSchema = freezeReportSchema
  .pick({ changed: true, gateways: true, elapsed_ms: true, durable: true, recorded: true })
  .extend({ id: z.string() })
  .openapi('ApiKeyRevocation')

const route = createRoute({
  method: 'post',
  path: '/admin/api-keys/{id}/revoke',
  summary: 'Revoke an API key, for good',
  description:
    'CISO, SOC Analyst; Dept Admin: of the own departments; Key Holder: their own. It takes effect as a freeze does: open ' +
    'streams that came with the key end, and every gateway confirms it. A key that was revoked is revoked again.',
  security: bearer,
  request: { params: apiKeyPath, body: jsonBody(freezeOrderSchema) },
  responses: {
    200: jsonAnswer('What it did, and which gateways have confirmed it.', revocationSchema),
    ...errorAnswers(...BODY_ERRORS, 'not_found'),
  },
})

export const revokeApiKey: Operation = {
  action: 'revoke-api-key',
  route,
  add: (app, { apiKeys, freezes, clock }) => {
    app.openapi(route, async (context) => {
      const { id } = context.req.valid('param')
      const { tenant, sub } = await findApiKey(apiKeys, context.get('caller'), id)
      const order = toFreezeOrder(context, context.req.valid('json'))
      // Each of the two stores refuses the key by itself, so a failure of one must not keep it from the other.
      const [revoked, stored] = await Promise.allSettled([
        freezes.revokeClient({ tenant, sub, client: apiKeyClient(id) }, order, { key: id }),
        apiKeys.revoke({ tenant, id, by: order.actor, at: new Date(clock.nowMs()) }),
      ])
      if (revoked.status === 'rejected') throw revoked.reason
      if (stored.status === 'rejected') throw stored.reason
      const { changed, gateways, elapsed_ms, durable, recorded } = viewFreezeReport(revoked.value)
      return context.json({ id, changed, gateways, elapsed_ms, ...(durable && { durable }), recorded }, 200)
    })
  },
}
