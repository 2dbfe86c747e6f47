import type { HttpBindings } from '@hono/node-server'
import type { OpenAPIHono } from '@hono/zod-openapi'
import type { SluiceError } from '@sluice/contracts'
import type { Context } from 'hono'
import type { RequestLogFields } from './log-fields.ts'
import type { OpenSpan } from './tracing/telemetry.ts'

/** What a handler finds in its context. The Node objects are missing when a test calls `app.request`. */
export interface ServiceEnv {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The server span of the request, where it is traced. */
    span?: OpenSpan
    /** Set once an internal failure (5xx) was logged: 8 hex digits, which the log line has too. */
    errorId?: string
    /** What `setRequestLogFields` has collected. */
    requestLogFields?: RequestLogFields
    /** Set by a route whose clients read errors in a form of their own; the app's `renderError` otherwise. */
    renderError?: RenderError
  }
}

export type ServiceApp = OpenAPIHono<ServiceEnv>

/** Makes the response of an error: OpenAI's error body at the gateway, RFC 9457 problems elsewhere. */
export type RenderError = (error: SluiceError, context: Context<ServiceEnv>) => Response
