import { ALGORITHM_HEADER, KEY_ID_HEADER, SCAN_FAILURE_HEADER } from '@sluice/assessment-contract'
import type { ServiceEnv } from '@sluice/service-kit'
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

/** A browser may remember the answer to a preflight so long, in seconds; Chromium remembers none for longer. */
const MAX_AGE_SECONDS = 7_200

/**
 * Lets pages of the listed origins use the API, of any origin where none is listed (specification, section 1, rule 6).
 * There are no cookies to be misused: a token is sent by whoever has one.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler<ServiceEnv> {
  return cors({
    origin: origins.length === 0 ? '*' : [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    allowHeaders: ['authorization', 'content-type', 'accept', 'x-request-id'],
    exposeHeaders: [
      'content-disposition',
      'retry-after',
      'www-authenticate',
      'x-request-id',
      SCAN_FAILURE_HEADER,
      KEY_ID_HEADER,
      ALGORITHM_HEADER,
    ],
    maxAge: MAX_AGE_SECONDS,
  })
}
