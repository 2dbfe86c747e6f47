import { malformedReply, readTexts, readWholeNumber } from './replies.ts'
import type { FreezeState, Session, SessionReport, SessionState } from './session-store.ts'

/** Reads number, tenant, sub, created, last seen, client, name, departments. Throws `dependency_unavailable`. */
export function readSession(state: SessionState, fields: readonly string[]): Session {
  const [id, tenant, sub, createdAtMs, lastSeenMs, client, name, departments] = fields
  if (!tenant || !sub || !client || name === undefined) throw malformedReply('session')
  return {
    id: readWholeNumber(id, 'session'),
    state,
    createdAtMs: readWholeNumber(createdAtMs, 'session'),
    lastSeenMs: readWholeNumber(lastSeenMs, 'session'),
    tenant,
    sub,
    client,
    ...(name === '' ? {} : { name }),
    departments: readDepartments(departments),
  }
}

/**
 * Reads number, the other fields of `readSession`, the freeze state of the session and that of its user.
 * Throws `dependency_unavailable`.
 */
export function readSessionReport(reply: unknown): SessionReport {
  if (!Array.isArray(reply) || reply.length !== 4) throw malformedReply('inspect')
  const [id, sessionFields, ownFields, userFields] = reply
  const own = readTexts(ownFields, 'inspect')
  const ownFreezeState = readFreezeState(own)
  const userFreezeState = readFreezeState(readTexts(userFields, 'inspect'))
  // The state of a session stands in its record even where it was never frozen.
  const isFrozen = own[0] !== 'active' || userFreezeState?.state === 'frozen'
  const fields = readTexts([id, ...readTexts(sessionFields, 'inspect')], 'inspect')
  return {
    ...readSession(isFrozen ? 'frozen' : 'active', fields),
    ...(ownFreezeState === undefined ? {} : { ownFreezeState }),
    ...(userFreezeState === undefined ? {} : { userFreezeState }),
  }
}

/**
 * Reads state, version, when, reason, by; undefined where there was never a freeze. Any state but `active` is frozen.
 * Throws `dependency_unavailable`.
 */
export function readFreezeState(fields: readonly string[]): FreezeState | undefined {
  const [state, version, atMs, reason, by] = fields
  if (state === undefined || reason === undefined || by === undefined) throw malformedReply('freeze state')
  if (version === '' || version === '0') return undefined
  return {
    state: state === 'active' ? 'active' : 'frozen',
    version: readWholeNumber(version, 'freeze state'),
    atMs: readWholeNumber(atMs, 'freeze state'),
    reason,
    by,
  }
}

function readDepartments(text: string | undefined): readonly string[] {
  try {
    return readTexts(JSON.parse(text ?? ''), 'departments')
  } catch {
    throw malformedReply('departments')
  }
}
