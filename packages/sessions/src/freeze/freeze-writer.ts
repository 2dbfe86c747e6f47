import { ACTOR_MAX_LENGTH, REASON_MAX_LENGTH, SluiceError } from '@sluice/contracts'
import { malformedReply, readTexts, readWholeNumber } from '../store/replies.ts'
import type { SessionConnection } from '../store/session-connection.ts'
import type { ClientRef, SessionRef, SessionState, UserRef } from '../store/session-store.ts'
import { announceClient, changeSession, changeUser, revokeClient } from './freeze-scripts.ts'
import type { FreezeIntent } from './unrecorded-freezes.ts'

/** Why a state changes, and who changes it. */
export interface Cause {
  /** 1 to 1,000 characters. */
  readonly reason: string
  /** 1 to 512 characters. */
  readonly by: string
}

/** What a freeze or unfreeze did in Redis. */
export interface Transition {
  /** False where the state was the requested one already; then the state was not written. */
  readonly changed: boolean
  readonly state: SessionState
  /** Counts the freezes and unfreezes of this session or user: a greater version is newer. */
  readonly version: number
  /** When the state was entered; milliseconds since the Unix epoch, by the clock of Redis. */
  readonly atMs: number
  /** The number of the entry in the freeze log. A repeated freeze gets a new entry. */
  readonly announcement: number
  /** Gateways that were alive at that moment, or that may still send after their lease has run out, by id. */
  readonly gateways: readonly string[]
  /** False where the store has just started empty, as after the loss of its data: other gateways may run. */
  readonly allListed: boolean
  /** Sessions of the user that had not ended, or 1 for a single session. */
  readonly sessions: number
}

/**
 * Changes who is frozen. Only `FreezeControl` may use it, because nothing here appends an audit record or waits for the
 * gateways. The record of a freeze, where it is given, is kept with the freeze. Every method throws `invalid_request`
 * for a cause out of bounds and `dependency_unavailable`.
 */
export interface FreezeWriter {
  /** Undefined where there is no such session. */
  freezeSession(ref: SessionRef, cause: Cause, intent?: FreezeIntent): Promise<Transition | undefined>
  unfreezeSession(ref: SessionRef, cause: Cause): Promise<Transition | undefined>
  freezeUser(ref: UserRef, cause: Cause, intent?: FreezeIntent): Promise<Transition>
  unfreezeUser(ref: UserRef, cause: Cause): Promise<Transition>
  /** For good: nothing takes it back. */
  revokeClient(ref: ClientRef, cause: Cause, intent?: FreezeIntent): Promise<Transition>
  /** Changes no state: an entry of the log says that what is known of the client is old. */
  announceClient(ref: ClientRef): Promise<Transition>
}

/** What an unfreeze has: it is recorded before. */
const NO_INTENT: FreezeIntent = { id: '', text: '' }

/**
 * Creates the writer over Redis.
 *
 * @param idleTimeoutMs how long a session lasts without use after its freeze has ended.
 */
export function createFreezeWriter(
  { redis, keys }: Pick<SessionConnection, 'redis' | 'keys'>,
  idleTimeoutMs: number,
): FreezeWriter {
  async function writeUser(
    ref: UserRef,
    state: SessionState,
    cause: Cause,
    intent: FreezeIntent = NO_INTENT,
  ): Promise<Transition> {
    const { marker, part } = keys.user(ref)
    const about = [ref.tenant, ref.sub, part, intent.id, intent.text, keys.freezeChannel]
    const args = [keys.base, state, ...readCause(cause), ...about]
    const transition = readTransition(await changeUser(redis, [marker], args), state)
    if (transition === undefined) throw malformedReply('freeze')
    return transition
  }

  async function writeSession(
    ref: SessionRef,
    state: SessionState,
    cause: Cause,
    intent: FreezeIntent = NO_INTENT,
  ): Promise<Transition | undefined> {
    const { part } = keys.user(ref)
    const about = [ref.tenant, ref.sub, part, ref.sessionId, idleTimeoutMs]
    const args = [keys.base, state, ...readCause(cause), ...about, intent.id, intent.text, keys.freezeChannel]
    return readTransition(await changeSession(redis, [keys.session(ref.sessionId)], args), state)
  }

  async function writeRevocation(ref: ClientRef, cause: Cause, intent: FreezeIntent = NO_INTENT): Promise<Transition> {
    const about = [ref.tenant, ref.sub, ref.client, intent.id, intent.text, keys.freezeChannel]
    const args = [keys.base, ...readCause(cause), ...about]
    const transition = readTransition(await revokeClient(redis, [keys.user(ref).client(ref.client)], args), 'frozen')
    if (transition === undefined) throw malformedReply('freeze')
    return transition
  }

  async function writeAnnouncement(ref: ClientRef): Promise<Transition> {
    const args = [keys.base, ref.tenant, ref.sub, ref.client, keys.freezeChannel]
    const transition = readTransition(await announceClient(redis, [keys.user(ref).client(ref.client)], args), 'active')
    if (transition === undefined) throw malformedReply('announcement')
    return transition
  }

  return {
    revokeClient: writeRevocation,
    announceClient: writeAnnouncement,
    freezeSession: (ref, cause, intent) => writeSession(ref, 'frozen', cause, intent),
    unfreezeSession: (ref, cause) => writeSession(ref, 'active', cause),
    freezeUser: (ref, cause, intent) => writeUser(ref, 'frozen', cause, intent),
    unfreezeUser: (ref, cause) => writeUser(ref, 'active', cause),
  }
}

/** Checks the bounds of a cause. Throws `invalid_request`. */
export function readCause({ reason, by }: Cause): [reason: string, by: string] {
  const fail = (param: string) => new SluiceError({ code: 'invalid_request', param })
  if (reason === '' || reason.length > REASON_MAX_LENGTH) throw fail('reason')
  if (by === '' || by.length > ACTOR_MAX_LENGTH) throw fail('by')
  return [reason, by]
}

/** Reads the reply of a script; undefined where there is no such session. Throws `dependency_unavailable`. */
function readTransition(reply: unknown, state: SessionState): Transition | undefined {
  if (!Array.isArray(reply)) throw malformedReply('freeze')
  const [outcome, version, atMs, announcement, gateways, sessions, allListed] = reply
  if (outcome === 'missing') return undefined
  if (outcome !== 'changed' && outcome !== 'unchanged') throw malformedReply('freeze')
  const [versionText, atText, numberText, countText] = readTexts([version, atMs, announcement, sessions], 'freeze')
  return {
    changed: outcome === 'changed',
    state,
    version: readWholeNumber(versionText, 'freeze'),
    atMs: readWholeNumber(atText, 'freeze'),
    announcement: readWholeNumber(numberText, 'freeze'),
    gateways: readTexts(gateways, 'freeze'),
    allListed: allListed === 1,
    sessions: readWholeNumber(countText, 'freeze'),
  }
}
