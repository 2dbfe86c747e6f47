import { createRoute, z } from '@hono/zod-openapi'
import { ERRORS, SluiceError } from '@sluice/contracts'
import { problemResponses, readBody, type ServiceApp, type ServiceEnv, toSluiceError } from '@sluice/service-kit'
import type { Context } from 'hono'
import { withClaim } from '../claim-store.ts'
import type { Dependencies } from '../dependencies.ts'
import { requireMediaType } from '../media-type.ts'
import { type ApplyDependencies, applySet } from '../signals/apply-set.ts'
import { SetError } from '../signals/set-error.ts'
import { type SecurityEventToken, verifySet } from '../signals/verify-set.ts'

const MAX_SET_BYTES = 32_768
const SET_MEDIA_TYPE = 'application/secevent+jwt'

const errorSchema = z
  .object({
    err: z.enum([
      'invalid_request',
      'invalid_key',
      'invalid_issuer',
      'invalid_audience',
      'authentication_failed',
      'access_denied',
    ]),
    description: z.string(),
  })
  .openapi('SetError')

const refused = (description: string) => ({
  description,
  content: { 'application/json': { schema: errorSchema } },
})

export const ssfEventsRoute = createRoute({
  method: 'post',
  path: '/ssf/events',
  summary: 'Receive a security event token (Shared Signals, push)',
  description:
    'RFC 8935. CAEP `session-revoked` and RISC `account-disabled` freeze the user; other events are accepted and ' +
    'counted. A token that comes again is answered 202 and does nothing.',
  request: {
    body: {
      required: true,
      content: { [SET_MEDIA_TYPE]: { schema: z.string().describe('A signed JWT (RFC 8417).') } },
    },
  },
  responses: {
    202: { description: 'Accepted; what it asks for is in force.' },
    400: refused('The token is refused; `err` as in RFC 8935, section 2.4.'),
    413: refused('The body is too large.'),
    415: refused(`The body is not ${SET_MEDIA_TYPE}.`),
    ...problemResponses(['dependency_unavailable', 'internal_error']),
  },
})

type SsfDependencies = ApplyDependencies &
  Pick<Dependencies, 'clock' | 'logger' | 'maxSignalAgeMs' | 'signals' | 'transmitters'>

/** Adds `POST /ssf/events`. A failure on our side gives a 5xx, so that the transmitter sends the token again. */
export function addSsfEvents(app: ServiceApp, dependencies: SsfDependencies): void {
  app.openapi(ssfEventsRoute, async (context) => {
    let set: SecurityEventToken | undefined
    try {
      set = await receive(dependencies, context)
      await applyOnce(dependencies, set, context.get('requestId'))
      return context.body(null, 202)
    } catch (thrown) {
      const { code, response } = answerError(thrown, context)
      const transmitter = set?.transmitter
      await dependencies.refusedSignals.record({
        code,
        actor: transmitter && `ssf:${transmitter.issuer}`,
        tenant: transmitter?.tenant,
        requestId: context.get('requestId'),
      })
      if (response === undefined) throw thrown
      return response
    }
  })
}

async function receive(
  { transmitters, clock, maxSignalAgeMs }: SsfDependencies,
  context: Context<ServiceEnv>,
): Promise<SecurityEventToken> {
  const { raw } = context.req
  requireMediaType(raw.headers, SET_MEDIA_TYPE)
  const body = await readBody(raw, MAX_SET_BYTES)
  return await verifySet(body.toString('latin1').trim(), context.req.header('authorization'), {
    transmitters,
    clock,
    maxAgeMs: maxSignalAgeMs,
  })
}

async function applyOnce(dependencies: SsfDependencies, set: SecurityEventToken, requestId: string): Promise<void> {
  const { signals, counts, logger } = dependencies
  const claim = await signals.claim([set.transmitter.issuer, set.id], '')
  if (claim.state === 'done') return counts.signal('any', 'repeated')
  if (claim.state === 'claimed') {
    throw new SluiceError({
      code: 'dependency_unavailable',
      message: 'This token is being applied right now.',
      retryAfterSeconds: 1,
    })
  }
  await withClaim(
    claim,
    () => applySet(set, requestId, dependencies),
    () => '',
    (err) => logger.error({ requestId, err }, 'a claim could not be settled'),
  )
}

/** Answers faults of the transmitter in the form of RFC 8935, section 2.3; without a response for our own faults. */
function answerError(thrown: unknown, context: Context<ServiceEnv>): { code: string; response?: Response } {
  if (thrown instanceof SetError) {
    return { code: thrown.err, response: errorResponse(context, 400, thrown) }
  }
  const { code, message } = toSluiceError(thrown)
  const { status } = ERRORS[code]
  if (status !== 413 && status !== 415) return { code }
  return { code, response: errorResponse(context, status, { err: 'invalid_request', message }) }
}

function errorResponse(
  context: Context<ServiceEnv>,
  status: 400 | 413 | 415,
  { err, message }: Pick<SetError, 'err' | 'message'>,
): Response {
  return context.json({ err, description: message }, status, {
    'content-language': 'en',
    ...(status === 413 ? { connection: 'close' } : {}),
  })
}
