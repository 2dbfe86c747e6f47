import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi'
import type { ErrorCode } from '@sluice/contracts'
import { problemResponses, type ServiceApp, type ServiceEnv } from '@sluice/service-kit'
import { BODY_ERRORS, jsonAnswer } from '../../routes/operation.ts'
import { jsonBody } from '../../wire/freeze-order.ts'
import { takeJsonBody } from '../../wire/json-body.ts'
import type { RequirePerson } from '../console-gate.ts'
import { consoleSecurity } from '../console-security.ts'
import type { ConsoleCaller } from '../console-sessions.ts'
import { setSessionCookie } from '../cookies.ts'
import { MAX_KEYS, type SecurityKeys } from './security-keys.ts'
import {
  confirmationSchema,
  creationSchema,
  keyPath,
  keySchema,
  newKeySchema,
  requestSchema,
  stepSchema,
  viewKey,
} from './wire.ts'

interface KeyRouteDependencies {
  readonly requirePerson: RequirePerson
  readonly keys: SecurityKeys
  readonly nowMs: () => number
  readonly maxBodyBytes: number
}

interface PersonEnv extends ServiceEnv {
  Variables: ServiceEnv['Variables'] & { person: ConsoleCaller }
}

const KEYS = '/console/session/security-keys'
const ONE_KEY = `${KEYS}/{id}` as const
const REGISTRATION = '/console/session/security-key-registration'
const STEP = '/console/session/step-up'
const CONFIRMATION = '/console/session/step-up/confirmation'

const FRESH = 'It takes a login at the provider as fresh and strong as CONSOLE_WEBAUTHN_REGISTRATION asks for.'

const errors = (...codes: readonly ErrorCode[]) =>
  problemResponses([
    ...(['token_missing', 'token_expired', 'action_not_permitted', 'user_not_active', 'session_frozen'] as const),
    ...(['not_found', 'dependency_unavailable', ...codes] as const),
  ])

const listRoute = createRoute({
  ...{ method: 'get', path: KEYS, summary: 'List one’s own security keys', security: consoleSecurity },
  responses: {
    200: jsonAnswer('Them, the oldest first.', z.object({ data: z.array(keySchema), max: z.int() })),
    ...errors(),
  },
})

const beginRegistrationRoute = createRoute({
  ...{ method: 'post', path: REGISTRATION, summary: 'Begin to register a security key', security: consoleSecurity },
  description: `Gives what the browser hands to \`navigator.credentials.create\`; good for three minutes. ${FRESH}`,
  responses: {
    200: jsonAnswer('What the authenticator is asked for.', creationSchema),
    ...errors('insufficient_user_authentication', 'conflict'),
  },
})

const registerRoute = createRoute({
  ...{ method: 'post', path: KEYS, summary: 'Register a security key or passkey', security: consoleSecurity },
  description: `With the answer of the authenticator to the last beginning in this session. ${FRESH} It is on record first.`,
  request: { body: jsonBody(newKeySchema) },
  responses: {
    201: jsonAnswer('The key.', keySchema),
    ...errors(...BODY_ERRORS, 'insufficient_user_authentication', 'conflict', 'audit_unavailable'),
  },
})

const removeRoute = createRoute({
  ...{ method: 'delete', path: ONE_KEY, summary: 'Remove a security key', security: consoleSecurity },
  description: `What keys have confirmed in sessions of the person is taken back with it. ${FRESH} It is on record first.`,
  request: { params: keyPath },
  responses: {
    200: jsonAnswer('It is removed.', z.object({ id: z.uuid() })),
    ...errors('invalid_request', 'insufficient_user_authentication', 'audit_unavailable'),
  },
})

const stepRoute = createRoute({
  ...{ method: 'post', path: STEP, summary: 'Begin to confirm with a security key', security: consoleSecurity },
  description: 'Gives what the browser hands to `navigator.credentials.get`; good for three minutes, once.',
  request: { body: jsonBody(stepSchema) },
  responses: {
    200: jsonAnswer('What the authenticator is asked for.', requestSchema),
    ...errors(...BODY_ERRORS, 'conflict'),
  },
})

const confirmRoute = createRoute({
  ...{ method: 'post', path: CONFIRMATION, summary: 'Confirm with a security key', security: consoleSecurity },
  description:
    'With the answer of the authenticator to the last beginning in this session. The session then counts as logged in ' +
    'at this moment, and has another id: the cookie of before is worth nothing.',
  request: { body: jsonBody(confirmationSchema) },
  responses: {
    200: jsonAnswer('The session is confirmed.', z.object({ confirmed_at: z.iso.datetime() })),
    ...errors(...BODY_ERRORS),
  },
})

/** What the OpenAPI document says of security keys. */
export const securityKeyRoutes = [
  ...[listRoute, beginRegistrationRoute, registerRoute, removeRoute, stepRoute, confirmRoute],
]

/** Adds a person's own security keys, and the confirmation with one. */
export function addSecurityKeys(app: ServiceApp, dependencies: KeyRouteDependencies): void {
  const { requirePerson, keys, nowMs, maxBodyBytes } = dependencies
  const own = new OpenAPIHono<PersonEnv>()
  for (const path of [KEYS, `${KEYS}/*`, REGISTRATION, STEP, CONFIRMATION]) {
    own.use(path, async (context, next) => {
      context.set('person', await requirePerson(context))
      await next()
    })
  }
  for (const path of [KEYS, STEP, CONFIRMATION]) own.on('POST', path, takeJsonBody(maxBodyBytes))
  own.openapi(listRoute, async (context) => {
    const data = await keys.list(context.get('person'))
    return context.json({ data: data.map(viewKey), max: MAX_KEYS }, 200)
  })
  own.openapi(beginRegistrationRoute, async (context) =>
    context.json(creationSchema.parse(await keys.beginRegistration(context.get('person'))), 200),
  )
  own.openapi(registerRoute, async (context) => {
    const { name, attestation } = context.req.valid('json')
    const key = await keys.register(context.get('person'), name, attestation, context.get('requestId'))
    return context.json(viewKey(key), 201)
  })
  own.openapi(removeRoute, async (context) => {
    const { id } = context.req.valid('param')
    await keys.remove(context.get('person'), id, context.get('requestId'))
    return context.json({ id }, 200)
  })
  own.openapi(stepRoute, async (context) => {
    const { action } = context.req.valid('json')
    return context.json(requestSchema.parse(await keys.beginStep(context.get('person'), action)), 200)
  })
  own.openapi(confirmRoute, async (context) => {
    const person = context.get('person')
    const id = await keys.confirm(person, context.req.valid('json').assertion, context.get('requestId'))
    const confirmedMs = nowMs()
    // The session ends when it would have: the provider has not been asked anew.
    setSessionCookie(context, id, Math.max(0, Math.floor((person.expiresAt.getTime() - confirmedMs) / 1_000)))
    return context.json({ confirmed_at: new Date(confirmedMs).toISOString() }, 200)
  })
  app.route('/', own)
}
