import { createRoute, z } from '@hono/zod-openapi'
import { defined } from '@sluice/service-kit/async'
import { isoTime } from '../wire/freeze-view.ts'
import { bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

/** A process speaks every five seconds; one that was not heard for so long is silent. */
const SILENT_MS = 15_000

const serviceSchema = z
  .object({
    service: z.string(),
    version: z.string(),
    started_at: z.iso.datetime(),
    seen_at: z.iso.datetime().describe('When it last said how it does.'),
    status: z
      .enum(['ready', 'unready', 'draining', 'silent'])
      .describe('`silent` after 15 seconds without a word; after a minute it is not listed any more.'),
    failing: z.array(z.string()).describe('What it needs and does not reach.'),
  })
  .openapi('ServiceState')

const gatewaySchema = z
  .object({
    id: z.string(),
    kind: z.enum(['gateway', 'worker']),
    alive: z.boolean().describe('Whether its lease holds: only then may anything leave it.'),
    confirmed_at: z.iso
      .datetime()
      .describe('When it last confirmed that every freeze from before is in force there: ten times a second.'),
    requests: z.int().optional().describe('Requests in it; absent where it has not said so yet.'),
  })
  .openapi('GatewayLease')

const route = createRoute({
  method: 'get',
  path: '/admin/services',
  summary: 'See which gateways hold a lease, and how each process does',
  description:
    'SOC Analyst, CISO, Auditor, AIGO. The processes of all tenants, as each says itself every five seconds: at most 200, and at most ' +
    '500 leases. The assessment service has no store and says nothing here.',
  security: bearer,
  responses: {
    200: jsonAnswer('The processes.', z.object({ gateways: z.array(gatewaySchema), services: z.array(serviceSchema) })),
    ...errorAnswers(),
  },
})

export const listServices: Operation = {
  action: 'list-services',
  route,
  add: (app, { sessions, serviceStates, clock }) => {
    app.openapi(route, async (context) => {
      const [leases, states] = await Promise.all([sessions.leases(), serviceStates()])
      const nowMs = clock.nowMs()
      const requests = new Map(states.flatMap(({ gateway }) => (gateway ? [[gateway.leaseId, gateway.requests]] : [])))
      const gateways = leases.map(({ id, kind, isAlive, confirmedMsAgo }) => ({
        ...{ id, kind, alive: isAlive, confirmed_at: isoTime(nowMs - confirmedMsAgo) },
        ...defined({ requests: requests.get(id) }),
      }))
      const services = states.map(({ service, version, startedAtMs, seenMsAgo, status, failing }) => ({
        ...{ service, version, started_at: isoTime(startedAtMs), seen_at: isoTime(nowMs - seenMsAgo) },
        ...{ status: seenMsAgo > SILENT_MS ? ('silent' as const) : status, failing },
      }))
      return context.json({ gateways, services }, 200)
    })
  },
}
