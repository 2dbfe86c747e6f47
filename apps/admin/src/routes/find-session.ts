import { SluiceError } from '@sluice/contracts'
import type { SessionReport } from '@sluice/sessions'
import type { Caller } from '../access-gate.ts'
import type { Dependencies } from '../dependencies.ts'
import { reachOf } from '../wire/session-view.ts'

/**
 * Finds a session. Throws `not_found` both for one that does not exist and for one that is beyond the caller's reach,
 * so that nobody learns which.
 */
export async function findSession(
  { sessions }: Pick<Dependencies, 'sessions'>,
  caller: Caller,
  id: number,
): Promise<SessionReport> {
  const session = await sessions.find(id)
  if (session !== undefined && reachOf(caller, session) === 'full') return session
  throw noSuchSession()
}

export function noSuchSession(): SluiceError {
  return new SluiceError({ code: 'not_found', message: 'There is no such session that you may see.', param: 'id' })
}
