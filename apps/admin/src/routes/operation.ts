import type { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import type { ErrorCode } from '@sluice/contracts'
import type { AdminAction } from '@sluice/policy'
import { problemResponses } from '@sluice/service-kit'
import type { AdminEnv } from '../access-gate.ts'
import { consoleSecurity } from '../console/console-security.ts'
import type { Dependencies } from '../dependencies.ts'

type AdminApp = OpenAPIHono<AdminEnv>

/** One endpoint: what the policy is asked before it, how OpenAPI describes it, and what answers it. */
export interface Operation {
  /** One operation for each action. */
  readonly action: AdminAction
  readonly route: ReturnType<typeof createRoute>
  /** Adds the route with its handler. Its callers have passed the gate. */
  readonly add: (app: AdminApp, dependencies: Dependencies) => void
}

const OF_EVERY_ENDPOINT: readonly ErrorCode[] = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'insufficient_user_authentication',
  'action_not_permitted',
  'user_not_active',
  'session_frozen',
  'dependency_unavailable',
]

/** What an endpoint that reads a body may answer beside its own. */
export const BODY_ERRORS: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_request',
  'invalid_encoding',
  'request_too_deep',
  'request_too_large',
  'unsupported_media_type',
  'request_aborted',
]

/** The error answers of an endpoint: those of every admin endpoint, and its own. */
export function errorAnswers(...codes: readonly ErrorCode[]) {
  return problemResponses([...OF_EVERY_ENDPOINT, ...codes])
}

/** A bearer token, or the session of the console. */
export const bearer = [{ bearer: [] }, ...consoleSecurity]

/** A JSON answer of a schema, for a route's `responses`. */
export function jsonAnswer<Schema>(description: string, schema: Schema) {
  return { description, content: { 'application/json': { schema } } }
}
