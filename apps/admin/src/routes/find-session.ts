import { SluiceError } from '@sluice/contracts'
import type { SessionReport } from '@sluice/sessions'
import type { Context } from 'hono'
import type { AdminEnv } from '../access-gate.ts'
import type { Admin } from '../admin.ts'
import { readSessionId } from '../wire/path.ts'
import { reachOf } from '../wire/session-view.ts'

/**
 * Finds the session that the path names. Throws `invalid_request` for what is no id, and `not_found` for a session that
 * does not exist or that the caller may not see: which of the two is not told.
 */
export async function findSession(admin: Admin, context: Context<AdminEnv>): Promise<SessionReport> {
  const session = await admin.sessions.find(readSessionId(context))
  if (session !== undefined && reachOf(context.get('caller'), session) === 'full') return session
  throw noSuchSession()
}

export function noSuchSession(): SluiceError {
  return new SluiceError({ code: 'not_found', message: 'There is no such session that you may see.', param: 'id' })
}
