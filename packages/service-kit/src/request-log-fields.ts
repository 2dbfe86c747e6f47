import type { Context } from 'hono'
import type { ServiceEnv } from './app-env.ts'
import type { RequestLogFields } from './log-fields.ts'

/**
 * Adds fields to the log line of a request; a field that was set before is replaced. The line is written when the last
 * byte of the response has left, so the handler of a stream may add fields until it ends.
 */
export function setRequestLogFields<Env extends ServiceEnv>(context: Context<Env>, fields: RequestLogFields): void {
  context.set('requestLogFields', { ...context.get('requestLogFields'), ...fields })
}
