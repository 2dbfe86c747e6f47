import {
  type Clock,
  type ControlEvent,
  type ControlRecord,
  createControlRecord,
  type EntityType,
  type ErrorCode,
  type Principal,
  SluiceError,
} from '@sluice/contracts'
import type { BreakGlassGrant, BreakGlassRef, BreakGlassRepository, TurnedKey } from '@sluice/db'
import type { SessionKeys } from '@sluice/keys'
import { newId } from '@sluice/service-kit/environment'
import type { KeyRing, SecureStateMap, SessionSecrets } from '@sluice/token-vault'
import { ALL_ENTITY_TYPES, DRILL_SUB, requireDrillValues, writeDrill } from './drill.ts'
import { CONFIRM_WITHIN_MS, confirm, type KeyHolder, requireOpenTo, revoke, turnKey } from './grant-state.ts'
import { type OriginalValue, openPage, readPage } from './open-mappings.ts'

/** Whether somebody is active and not frozen. */
export type IsActive = (person: Pick<Principal, 'tenant' | 'sub'>) => Promise<boolean>

interface BreakGlassOptions {
  readonly repository: BreakGlassRepository
  /** Opens what the gateways sealed. Without it nothing is opened here. */
  readonly keyRing: KeyRing | undefined
  /** Absent where sessions have no keys of their own. */
  readonly sessionKeys: SessionKeys | undefined
  readonly stateMap: SecureStateMap & SessionSecrets
  readonly outbox: { append(record: ControlRecord): Promise<void> }
  readonly isActive: IsActive
  readonly clock: Pick<Clock, 'nowMs'>
  /** Called where a refusal could not be recorded. */
  readonly onError: (error: unknown) => void
}

/** Who acts, for the record. */
interface Actor extends KeyHolder {
  readonly tenant: string
  readonly requestId: string
}

interface Opening {
  readonly reason: string
  readonly durationMinutes: number
  /** Absent for a drill, which makes its own. */
  readonly session?: { readonly id: number; readonly sub: string }
  readonly entityTypes?: readonly EntityType[]
}

interface RevealedPage {
  readonly grant: BreakGlassGrant
  readonly values: readonly OriginalValue[]
  /** Nothing of the session is stored any more: its values have expired. */
  readonly isExpired: boolean
  /** The cursor of the next page; absent at the end. */
  readonly next?: string
}

/**
 * The way to the original values of a session: two persons of two roles, for a short time. Each step is on record
 * before it counts: without its record nothing is opened and no value leaves. Refusals are recorded too.
 *
 * Every method throws `audit_unavailable` and `dependency_unavailable`; those that name a grant, `not_found`.
 */
export interface BreakGlass {
  /** Turns the first key. Throws `conflict` where too many requests of the tenant are open. */
  open(actor: Actor, opening: Opening): Promise<BreakGlassGrant>
  /** Turns the second key. Throws `conflict`, also where the person of the first key is not active any more. */
  confirm(actor: Actor, id: string, reason: string | undefined): Promise<BreakGlassGrant>
  /** Ends a grant. Throws `conflict` where it has ended. */
  revoke(actor: Actor, id: string, reason: string | undefined): Promise<BreakGlassGrant>
  /** Throws `action_not_permitted`, `conflict`, `invalid_request` for a cursor, and `layer_failed`. */
  reveal(actor: Actor, id: string, cursor: string | undefined): Promise<RevealedPage>
  /** Records that the gate of this service has refused somebody. Never rejects. */
  refused(actor: Omit<Actor, 'roles'>, step: string, code: string): Promise<void>
}

/** Requests of one tenant that wait or are open. */
const MAX_OPEN = 100
/** Further refusals within a minute are counted by the metrics only, so that nobody fills the outbox with them. */
const REFUSED_RECORDS_PER_MINUTE = 60
const MINUTE_MS = 60_000
/** What is no failure of a store. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['action_not_permitted', 'conflict', 'not_found'])

export function createBreakGlass(options: BreakGlassOptions): BreakGlass {
  return new DualKeyBreakGlass(options)
}

class DualKeyBreakGlass implements BreakGlass {
  readonly #options: BreakGlassOptions
  readonly #refusals = new RecordsPerMinute()

  constructor(options: BreakGlassOptions) {
    this.#options = options
  }

  async open(actor: Actor, { reason, durationMinutes, session, entityTypes }: Opening): Promise<BreakGlassGrant> {
    const { repository, sessionKeys, stateMap } = this.#options
    const keyRing = this.#requireKeys()
    const nowMs = this.#nowMs()
    const { tenant } = actor
    const grant: BreakGlassGrant = {
      ...{ id: newId(), tenant, reason, durationMinutes },
      // The number of a synthetic session is a time in microseconds, as that of others.
      sessionId: session?.id ?? nowMs * 1_000,
      sessionSub: session?.sub ?? DRILL_SUB,
      entityTypes: entityTypes ?? ALL_ENTITY_TYPES,
      isDrill: session === undefined,
      opened: turnKey(actor, nowMs),
      confirmUntilMs: nowMs + CONFIRM_WITHIN_MS,
    }
    if (grant.isDrill) {
      await sessionKeys?.require({ ...grant, sub: DRILL_SUB })
      await writeDrill(keyRing, stateMap, grant)
    }
    await repository.insert(grant, MAX_OPEN, () => this.#record('break_glass.opened', grant, actor, { reason }))
    return grant
  }

  async confirm(actor: Actor, id: string, reason: string | undefined): Promise<BreakGlassGrant> {
    return await this.#attempt(actor, id, 'confirm', async (grant) => {
      const confirmed = confirm(grant, actor, this.#nowMs())
      await this.#requireActive(grant.tenant, grant.opened)
      await this.#record('break_glass.confirmed', confirmed, actor, { reason, by: grant.opened.sub })
      return confirmed
    })
  }

  async revoke(actor: Actor, id: string, reason: string | undefined): Promise<BreakGlassGrant> {
    return await this.#attempt(actor, id, 'revoke', async (grant) => {
      const revoked = revoke(grant, actor.sub, this.#nowMs())
      await this.#record('break_glass.revoked', revoked, actor, { reason })
      return revoked
    })
  }

  async reveal(actor: Actor, id: string, cursor: string | undefined): Promise<RevealedPage> {
    const { sessionKeys, stateMap } = this.#options
    const keyRing = this.#requireKeys()
    const grant = await this.#requireOpen(actor, id)
    const ref = { ...grant, sub: grant.sessionSub }
    const page = await readPage(stateMap, ref, cursor)
    await this.#record('break_glass.revealed', grant, actor, { values: page.sealed.length })
    // Somebody may have ended it since it was looked at.
    await this.#requireOpen(actor, id)
    await sessionKeys?.load(ref)
    const values = openPage(keyRing, ref, page)
    if (grant.isDrill && cursor === undefined) await this.#prove(actor, grant, values)
    const isExpired = page.isExpired === true
    return { grant, values, isExpired, ...(page.next !== undefined && { next: page.next }) }
  }

  async refused(
    { tenant, sub, requestId }: Omit<Actor, 'roles'>,
    step: string,
    code: string,
    id?: string,
  ): Promise<void> {
    const { outbox, onError } = this.#options
    if (!this.#refusals.take(this.#nowMs())) return
    const record = createControlRecord({
      ...{ id: newId(), event: 'break_glass.refused', severity: 'high', timeMs: this.#nowMs(), service: 'admin' },
      ...{ actor: `user:${sub}`, tenant, requestId },
      details: { step, code, ...(id === undefined ? {} : { grant_id: id }) },
    })
    await outbox.append(record).catch(onError)
  }

  /** A drill has succeeded once its values were shown as they were written. */
  async #prove(actor: Actor, grant: BreakGlassGrant, values: readonly OriginalValue[]): Promise<void> {
    requireDrillValues(values, grant.entityTypes)
    await this.#change(actor, grant.id, async (current) => {
      if (current.provenAtMs !== undefined) return current
      await this.#record('break_glass.drill', current, actor, { values: values.length })
      return { ...current, provenAtMs: this.#nowMs() }
    })
  }

  async #requireOpen(actor: Actor, id: string): Promise<BreakGlassGrant> {
    return await this.#recordRefusal(actor, id, 'reveal', async () => {
      const grant = (await this.#options.repository.find({ tenant: actor.tenant, id })) ?? notFound()
      requireOpenTo(grant, actor, this.#nowMs())
      const { tenant, opened, confirmed } = grant
      for (const key of [opened, confirmed]) if (key !== undefined) await this.#requireActive(tenant, key)
      return grant
    })
  }

  async #requireActive(tenant: string, { sub }: Pick<TurnedKey, 'sub'>): Promise<void> {
    if (await this.#options.isActive({ tenant, sub })) return
    const message = 'One of the two persons is not active any more, or is frozen.'
    throw new SluiceError({ code: 'conflict', message })
  }

  #attempt(
    actor: Actor,
    id: string,
    step: string,
    change: (grant: BreakGlassGrant) => Promise<BreakGlassGrant>,
  ): Promise<BreakGlassGrant> {
    return this.#recordRefusal(actor, id, step, () => this.#change(actor, id, change))
  }

  async #recordRefusal<T>(actor: Actor, id: string, step: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (error instanceof SluiceError && REFUSALS.has(error.code)) await this.refused(actor, step, error.code, id)
      throw error
    }
  }

  async #change(
    { tenant }: Actor,
    id: string,
    step: (grant: BreakGlassGrant) => Promise<BreakGlassGrant>,
  ): Promise<BreakGlassGrant> {
    const ref: BreakGlassRef = { tenant, id }
    return (await this.#options.repository.change(ref, step)) ?? notFound()
  }

  #requireKeys(): KeyRing {
    const { keyRing } = this.#options
    if (keyRing !== undefined) return keyRing
    throw new SluiceError({ code: 'dependency_unavailable', message: 'This service has no DATA_KEYS.', retry: false })
  }

  #nowMs(): number {
    return Math.trunc(this.#options.clock.nowMs())
  }

  async #record(
    event: ControlEvent,
    grant: BreakGlassGrant,
    { sub, requestId }: Actor,
    { reason, by, values }: { reason?: string | undefined; by?: string; values?: number },
  ): Promise<void> {
    const { id, tenant, sessionId, sessionSub, entityTypes, durationMinutes, isDrill } = grant
    await this.#options.outbox.append(
      createControlRecord({
        ...{ id: newId(), event, severity: 'critical', timeMs: this.#nowMs(), service: 'admin' },
        ...{ actor: `user:${sub}`, tenant, sessionId, requestId, reason },
        ...(isDrill ? {} : { sub: sessionSub }),
        details: {
          ...{ grant_id: id, entity_types: entityTypes.join(' '), duration_minutes: durationMinutes, drill: isDrill },
          ...(by === undefined ? {} : { opened_by: `user:${by}` }),
          ...(values === undefined ? {} : { values }),
        },
      }),
    )
  }
}

class RecordsPerMinute {
  #startedMs = Number.NEGATIVE_INFINITY
  #records = 0

  /** Tells whether one more may be written. */
  take(nowMs: number): boolean {
    if (nowMs - this.#startedMs >= MINUTE_MS) {
      this.#startedMs = nowMs
      this.#records = 0
    }
    this.#records += 1
    return this.#records <= REFUSED_RECORDS_PER_MINUTE
  }
}

function notFound(): never {
  throw new SluiceError({ code: 'not_found', message: 'There is no such request.' })
}
