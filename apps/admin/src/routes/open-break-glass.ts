import { createRoute, z } from '@hono/zod-openapi'
import { entityTypeSchema, isName } from '@sluice/contracts'
import { defined } from '@sluice/service-kit/async'
import type { Caller } from '../access-gate.ts'
import type { Dependencies } from '../dependencies.ts'
import { grantSchema, viewGrant } from '../wire/break-glass-view.ts'
import { jsonBody, reasonSchema } from '../wire/freeze-order.ts'
import { actorOf } from './actor-of.ts'
import { noSuchSession } from './find-session.ts'
import { BODY_ERRORS, bearer, errorAnswers, jsonAnswer, type Operation } from './operation.ts'

const MAX_MINUTES = 60

const entityTypes = z
  .array(entityTypeSchema)
  .min(1)
  .max(entityTypeSchema.options.length)
  .transform((types) => [...new Set(types)])

const durationMinutes = z.int().min(1).max(MAX_MINUTES)

const openingSchema = z
  .union([
    z.strictObject({
      session_id: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
      user: z
        .string()
        .refine(isName)
        .optional()
        .describe('The subject whose session it was. Needed only where the session has ended.'),
      reason: reasonSchema,
      entity_types: entityTypes.describe('Only values of these types are shown.'),
      duration_minutes: durationMinutes.describe(`1 to ${MAX_MINUTES}, from the second key on.`),
    }),
    z.strictObject({
      drill: z.literal(true).describe('Works on synthetic values that are written for it.'),
      reason: reasonSchema,
      entity_types: entityTypes.optional(),
      duration_minutes: durationMinutes.default(MAX_MINUTES),
    }),
  ])
  .openapi('BreakGlassOpening')

const route = createRoute({
  method: 'post',
  path: '/admin/break-glass',
  summary: 'Turn the first key to the original values of a session',
  description:
    'Legal Counsel or a CISO. A person of the other role confirms within 15 minutes; then the two may read the values ' +
    'of the asked types for the asked time. With `drill` it works on synthetic values.',
  security: bearer,
  request: { body: jsonBody(openingSchema) },
  responses: {
    201: jsonAnswer('Waiting for the second key.', grantSchema),
    ...errorAnswers(...BODY_ERRORS, 'not_found', 'conflict', 'audit_unavailable', 'too_many_values'),
  },
})

export const openBreakGlass: Operation = {
  action: 'open-break-glass',
  route,
  add: (app, { breakGlass, sessions, clock }) => {
    app.openapi(route, async (context) => {
      const body = context.req.valid('json')
      const actor = actorOf(context)
      const grant = await breakGlass.open(actor, {
        reason: body.reason,
        durationMinutes: body.duration_minutes,
        ...defined({ entityTypes: body.entity_types }),
        ...('drill' in body
          ? {}
          : { session: await findOwner({ sessions }, context.get('caller'), body.session_id, body.user) }),
      })
      return context.json(viewGrant(grant, clock.nowMs()), 201)
    })
  },
}

/** Whose session it is. A session that has ended is known by its number and its user together only. */
async function findOwner(
  { sessions }: Pick<Dependencies, 'sessions'>,
  { principal }: Caller,
  id: number,
  user: string | undefined,
): Promise<{ readonly id: number; readonly sub: string }> {
  const session = await sessions.find(id)
  const sub = session === undefined ? user : session.sub
  const isOwn = session === undefined || session.tenant === principal.tenant
  if (sub === undefined || !isOwn || (user !== undefined && user !== sub)) throw noSuchSession()
  return { id, sub }
}
