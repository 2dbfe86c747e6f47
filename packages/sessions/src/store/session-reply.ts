import { malformedReply, readTexts, readWholeNumber } from './replies.ts'
import type { FreezeNote, Session, SessionReport, SessionState } from './session-store.ts'

/** Number, tenant, sub, created, last seen, client, name, departments. Throws `dependency_unavailable`. */
export function readSession(state: SessionState, facts: readonly string[]): Session {
  const [id, tenant, sub, createdAtMs, lastSeenMs, client, name, departments] = facts
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

/** Number, the facts above but the number, the session's own note, its user's note. */
export function readSessionReport(reply: unknown): SessionReport {
  if (!Array.isArray(reply) || reply.length !== 4) throw malformedReply('inspect')
  const [id, facts, ownFields, userFields] = reply
  const fields = readTexts(ownFields, 'inspect')
  const own = readNote(fields)
  const user = readNote(readTexts(userFields, 'inspect'))
  const frozen = fields[0] !== 'active' || user?.state === 'frozen'
  return {
    ...readSession(frozen ? 'frozen' : 'active', readTexts([id, ...readTexts(facts, 'inspect')], 'inspect')),
    ...(own === undefined ? {} : { own }),
    ...(user === undefined ? {} : { user }),
  }
}

/** State, version, when, reason, by; undefined where nothing was ever changed. Any state but `active` is frozen. */
export function readNote(fields: readonly string[]): FreezeNote | undefined {
  const [state, version, atMs, reason, by] = fields
  if (state === undefined || reason === undefined || by === undefined) throw malformedReply('note')
  if (version === '' || version === '0') return undefined
  return {
    state: state === 'active' ? 'active' : 'frozen',
    version: readWholeNumber(version, 'note'),
    atMs: readWholeNumber(atMs, 'note'),
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
