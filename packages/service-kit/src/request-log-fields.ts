import type { Context } from 'hono'
import type { ServiceEnv } from './app-env.ts'

/**
 * What a route may add to the line that is logged for each request. Only ids, names from the configuration and values
 * of closed sets: never a free text of the caller, and never content.
 */
export interface RequestLogFields {
  /** The tenant and subject of the verified token. */
  readonly tenant?: string
  readonly sub?: string
  readonly sessionId?: string
  /** The name of a model that is served; not the name that was asked for, which may be any text. */
  readonly model?: string
  /** The configured name of the model endpoint that answered. */
  readonly endpoint?: string
  readonly outcome?: 'answered' | 'held' | 'denied' | 'failed'
  /** A code of the error table. Set for every error response; a route sets it for an error inside a stream. */
  readonly code?: string
  /**
   * A constant path template instead of `unmatched`: for a route on `/v1/images/*` and the like. Also a metric label.
   */
  readonly route?: string
}

/**
 * Adds fields to the log line of a request; a field that was set before is replaced. The line is written when the last
 * byte of the response has left, so the handler of a stream may add fields until it ends.
 */
export function setRequestLogFields<Env extends ServiceEnv>(context: Context<Env>, fields: RequestLogFields): void {
  context.set('requestLogFields', { ...context.get('requestLogFields'), ...fields })
}
