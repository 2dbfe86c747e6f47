import { type Clock, SluiceError } from '@sluice/contracts'
import {
  type AuditRetention,
  type AuditTrail,
  createSessionKeysRepository,
  type Database,
  type ErasedSubject,
  type SessionKeysRepository,
} from '@sluice/db'
import type { SharedMosaics } from '@sluice/mosaic/redis'
import type { Outbox } from '@sluice/outbox'
import { defined } from '@sluice/service-kit/async'
import { newId } from '@sluice/service-kit/environment'
import { endFrozenSession, type FreezeControl, type SessionStore } from '@sluice/sessions'
import { eraseMappings, eraseResponses, forgetAnswers } from '@sluice/token-vault/redis'
import type { Redis } from 'ioredis'
import { recordErasure, recordRefusedErasure } from './record-erasure.ts'

/** Who orders an erasure, and why. */
interface ErasureOrder {
  /** `user:SUB`. */
  readonly actor: string
  readonly reason: string
  readonly requestId: string
}

/** What an erasure has destroyed. */
interface Erasure {
  /** Of its record in the audit trail. */
  readonly id: string
  readonly records: number
  readonly keys: number
  readonly approvals: number
  /** Sessions that were ended. */
  readonly sessions: number
  /** Sessions of which values were stored. */
  readonly mappings: number
  readonly responses: number
}

/** Erases persons, and single sessions of theirs. */
export interface Erasures {
  /** Whose session of the tenant it is, also once it has ended. Throws `not_found`, `dependency_unavailable`. */
  subjectOf(tenant: string, sessionId: number): Promise<string>
  /**
   * Destroys keys and contents. It can be repeated: where it throws, some may be destroyed. Throws `conflict` under a
   * legal hold, `audit_unavailable` and `dependency_unavailable`.
   */
  erase(subject: ErasedSubject, order: ErasureOrder): Promise<Erasure>
}

interface ErasuresOptions {
  readonly redis: Redis
  readonly sessions: Pick<SessionStore, 'find' | 'list'>
  readonly freezes: Pick<FreezeControl, 'freezeSession'>
  readonly database: Database
  readonly retention: Pick<AuditRetention, 'isHeld' | 'erase'>
  readonly trail: Pick<AuditTrail, 'list'>
  readonly mosaics: Pick<SharedMosaics, 'erase'>
  readonly outbox: Pick<Outbox, 'append'>
  readonly clock: Clock
}

const SESSIONS_AT_ONCE = 100
/** A session begins with the clearance of its user. */
const ROWS_LOOKED_AT = 100

export function createErasures(options: ErasuresOptions): Erasures {
  return new SubjectErasures(options)
}

class SubjectErasures implements Erasures {
  readonly #options: ErasuresOptions
  readonly #sessionKeys: Pick<SessionKeysRepository, 'subjectOf'>

  constructor(options: ErasuresOptions) {
    this.#options = options
    this.#sessionKeys = createSessionKeysRepository(options.database)
  }

  async subjectOf(tenant: string, sessionId: number): Promise<string> {
    const { sessions, trail } = this.#options
    const open = await sessions.find(sessionId)
    if (open !== undefined && open.tenant === tenant) return open.sub
    const known = await this.#sessionKeys.subjectOf(tenant, sessionId)
    if (known !== undefined) return known
    // An act on a session need not name its user.
    const rows = await trail.list({ filter: { tenant, sessionId }, first: 'oldest', limit: ROWS_LOOKED_AT })
    const found = rows.find((row) => row.sub !== undefined)?.sub
    if (found !== undefined) return found
    throw new SluiceError({ code: 'not_found', message: 'There is no such session.', param: 'session_id' })
  }

  async erase(subject: ErasedSubject, order: ErasureOrder): Promise<Erasure> {
    const { mosaics, redis, retention, clock } = this.#options
    const id = newId()
    if (await retention.isHeld(subject)) throw await this.#held(subject, order)
    const sessions = await this.#stop(subject, order)
    const record = () => this.#record(id, subject, order)
    const erased = await retention.erase(subject, { erasureId: id, sessions, record })
    if (erased.type === 'held') throw await this.#held(subject, order)
    // Their keys are gone: what a failure leaves here cannot be opened.
    const mappings = await eraseMappings(redis, subject)
    const responses = await eraseResponses(redis, subject)
    const { tenant, sub, sessionId } = subject
    await forgetAnswers(redis, { tenant, sub })
    if (sessionId === undefined) await mosaics.erase({ tenant, sub }, clock.nowMs())
    let ended = 0
    for (const one of sessions) if (await endFrozenSession(redis, { tenant, sub, sessionId: one })) ended += 1
    const { rows: records, keys, approvals } = erased
    return { id, records, keys, approvals, sessions: ended, mappings, responses }
  }

  async #record(id: string, { tenant, sessionId }: ErasedSubject, order: ErasureOrder): Promise<void> {
    await recordErasure(this.#options, { id, tenant, ...order, ...defined({ sessionId }) })
  }

  /** The refusal under a legal hold, once it is on record that somebody wanted it. Throws `audit_unavailable`. */
  async #held({ tenant, sessionId }: ErasedSubject, order: ErasureOrder): Promise<SluiceError> {
    await recordRefusedErasure(this.#options, { tenant, ...order, ...defined({ sessionId }) })
    return new SluiceError({ code: 'conflict', message: 'A legal hold stands on records of this person or session.' })
  }

  /**
   * Stops what runs in the sessions, so that nothing is stored behind the erasure. The records of it say who has
   * ordered it, also where the erasure fails then. Returns their numbers.
   */
  async #stop(subject: ErasedSubject, { actor }: ErasureOrder): Promise<number[]> {
    const { freezes } = this.#options
    const { tenant, sub } = subject
    const order = { actor, reason: 'It is being erased.' }
    const stopped: number[] = []
    for await (const page of this.#sessionsOf(subject)) {
      const reports = page.map(async (sessionId) => {
        await freezes.freezeSession({ tenant, sub, sessionId }, order)
        return sessionId
      })
      stopped.push(...(await Promise.all(reports)))
    }
    return stopped
  }

  async *#sessionsOf({ tenant, sub, sessionId }: ErasedSubject): AsyncIterable<readonly number[]> {
    const { sessions } = this.#options
    if (sessionId !== undefined) {
      yield [sessionId]
      return
    }
    for (let before: number | undefined; ; ) {
      const page = await sessions.list({ tenant, sub, limit: SESSIONS_AT_ONCE, before })
      yield page.sessions.map(({ id }) => id)
      if (page.next === undefined) return
      before = page.next
    }
  }
}
