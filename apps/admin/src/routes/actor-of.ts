import type { Context } from 'hono'
import type { AdminEnv } from '../access-gate.ts'

/** The caller as the one who acts, for an act of two persons and its record. */
export function actorOf(context: Context<AdminEnv>) {
  const { tenant, sub, roles } = context.get('caller').principal
  return { tenant, sub, roles, requestId: context.get('requestId') }
}
