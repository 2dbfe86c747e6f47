import { randomBytes } from 'node:crypto'
import { challengeOf, type LoginDemand, meets } from '@sluice/auth'
import { createControlRecord, SluiceError } from '@sluice/contracts'
import type { SecurityKey, SecurityKeysRepository } from '@sluice/db'
import type { RefusalFolds } from '@sluice/outbox'
import { ADMIN_ACTIONS, type AdminAction } from '@sluice/policy'
import { newId } from '@sluice/service-kit/environment'
import type { Dependencies } from '../../dependencies.ts'
import type { ConsoleCaller, ConsoleSessions } from '../console-sessions.ts'
import type { Ceremonies } from './ceremonies.ts'
import { CeremonyRefused, CHALLENGE_MS } from './ceremony-bounds.ts'
import { CHANGE_KEYS, type Step, type StepDemands } from './steps.ts'
import type { Assertion, Attestation } from './wire.ts'

interface SecurityKeysOptions extends Pick<Dependencies, 'clock' | 'outbox'> {
  readonly repository: SecurityKeysRepository
  readonly ceremonies: Ceremonies
  readonly sessions: Pick<ConsoleSessions, 'confirm'>
  readonly demands: StepDemands & { readonly [CHANGE_KEYS]: LoginDemand }
  /** The authentication context class that a key stands for; undefined where it stands for none. */
  readonly acr: string | undefined
  readonly folds: Pick<RefusalFolds, 'getsOwnRecord'>
  readonly onUnrecorded: (error: unknown) => void
}

type RefusalReason = 'challenge' | 'unknown-key' | 'attestation' | 'assertion' | 'counter'
type Caller = Pick<ConsoleCaller, 'principal' | 'login' | 'idHash'>

/** A person has one for each pocket, and some to lose. */
export const MAX_KEYS = 10
const HANDLE_BYTES = 32
/** One answer for all that is refused: it does not say which keys there are. */
const NOT_ACCEPTED = 'The security key was not accepted. Try again, or log in again.'

/** The security keys of people, and what they confirm with them. A person reaches their own alone. */
export class SecurityKeys {
  readonly #options: SecurityKeysOptions

  constructor(options: SecurityKeysOptions) {
    this.#options = options
  }

  list({ principal }: Caller): Promise<SecurityKey[]> {
    return this.#options.repository.list(principal)
  }

  /** How many keys a person has, and for which acts one is as good as a login. */
  async standing({ principal }: Caller): Promise<{ registered: number; enoughFor: AdminAction[] }> {
    const registered = await this.#options.repository.count(principal)
    const { demands } = this.#options
    const isEnough = (action: AdminAction) => demands[action] !== undefined && this.#isEnoughFor(action)
    return { registered, enoughFor: registered === 0 ? [] : ADMIN_ACTIONS.filter(isEnough) }
  }

  /**
   * Begins the registration of a key. Throws `insufficient_user_authentication` where the login at the provider is not
   * fresh, `conflict` where there are too many.
   */
  async beginRegistration(caller: Caller) {
    const { ceremonies, repository } = this.#options
    const { tenant, sub, username } = caller.principal
    this.#requireFreshLogin(caller)
    const keys = await repository.list({ tenant, sub })
    if (keys.length >= MAX_KEYS) throw tooMany()
    const handle = keys[0]?.userHandle ?? randomBytes(HANDLE_BYTES).toString('base64url')
    const options = await ceremonies.creation({ name: username, handle }, keys)
    await this.#keep(caller, options.challenge, CHANGE_KEYS, handle)
    return options
  }

  /** Registers a key. Throws as `beginRegistration`, and `action_not_permitted` for one that is not as it must be. */
  async register(caller: Caller, name: string, attestation: Attestation, requestId: string): Promise<SecurityKey> {
    const { ceremonies, repository, clock } = this.#options
    const { tenant, sub } = caller.principal
    this.#requireFreshLogin(caller)
    const taken = await this.#take(caller, (purpose) => purpose === CHANGE_KEYS, requestId)
    const made = await ceremonies
      .verifyCreation(attestation, taken.challenge)
      .catch((error: unknown) => this.#refuse(caller, error, 'attestation', requestId))
    const key = {
      ...{ id: newId(), tenant, sub, name, ...made, userHandle: taken.userHandle ?? '' },
      ...{ transports: attestation.response.transports ?? [], lastUsedAt: undefined },
      createdAt: new Date(clock.nowMs()),
    }
    const details = { security_key: key.id, synced: key.isSynced }
    await repository.insert(key, MAX_KEYS, () =>
      this.#record(caller, 'console.security_key_registered', requestId, details),
    )
    return key
  }

  /** Removes a key. Throws `not_found` where the person has no such key, and as `beginRegistration`. */
  async remove(caller: Caller, id: string, requestId: string): Promise<void> {
    this.#requireFreshLogin(caller)
    const { tenant, sub } = caller.principal
    const isRemoved = await this.#options.repository.remove({ tenant, sub, id }, () =>
      this.#record(caller, 'console.security_key_removed', requestId, { security_key: id }),
    )
    if (!isRemoved) throw new SluiceError('not_found')
  }

  /** Begins a confirmation. Throws `conflict` where a key of this person is not enough for the act. */
  async beginStep(caller: Caller, action: AdminAction) {
    const keys = await this.list(caller)
    if (keys.length === 0) throw conflict('You have registered no security key. Log in again.')
    if (!this.#isEnoughFor(action)) throw conflict('A security key is not enough for this act. Log in again.')
    const options = await this.#options.ceremonies.request(keys)
    await this.#keep(caller, options.challenge, action, undefined)
    return options
  }

  /**
   * Ends a confirmation. Throws `action_not_permitted` for what was not signed by a key of this person to the challenge
   * of this session, or comes from a key of which there are two; `token_expired` where the session is over.
   *
   * @returns the session's new id, which only the browser keeps.
   */
  async confirm(caller: Caller, assertion: Assertion, requestId: string): Promise<string> {
    const { ceremonies, repository, sessions, clock } = this.#options
    const { tenant, sub } = caller.principal
    const taken = await this.#take(caller, (purpose) => purpose !== CHANGE_KEYS, requestId)
    const keys = await this.list(caller)
    const key = keys.find(({ credentialId }) => credentialId === assertion.id)
    if (key === undefined) return await this.#refuse(caller, undefined, 'unknown-key', requestId)
    const counter = await ceremonies
      .verifyUse(assertion, taken.challenge, key)
      .catch((error: unknown) => this.#refuse(caller, error, 'assertion', requestId))
    const at = new Date(clock.nowMs())
    if (!(await repository.use({ tenant, sub, id: key.id, counter, at }))) {
      return await this.#refuse(caller, undefined, 'counter', requestId, key.id)
    }
    const id = await sessions.confirm(caller.idHash)
    // As a login: whoever must stop somebody gets in also where that cannot be recorded.
    const details = { security_key: key.id, step_up: taken.purpose }
    this.#record(caller, 'console.stepped_up', requestId, details).catch(this.#options.onUnrecorded)
    return id
  }

  /** A key alone makes and removes no key: whoever has borrowed one, and the cookie, must not stay. */
  #requireFreshLogin({ login }: Caller): void {
    const { demands, clock } = this.#options
    const demand = demands[CHANGE_KEYS]
    if (meets(login, demand, clock.nowMs())) return
    throw new SluiceError({ code: 'insufficient_user_authentication', challenge: challengeOf(demand) })
  }

  #isEnoughFor(action: AdminAction): boolean {
    const { demands, acr, clock } = this.#options
    const nowMs = clock.nowMs()
    return meets({ authTime: nowMs / 1_000, ...(acr === undefined ? {} : { acr }) }, demands[action] ?? {}, nowMs)
  }

  async #keep({ idHash }: Caller, challenge: string, purpose: Step, userHandle: string | undefined): Promise<void> {
    const { repository, clock } = this.#options
    const expiresAt = new Date(clock.nowMs() + CHALLENGE_MS)
    await repository.keepChallenge(idHash, { challenge, purpose, userHandle, expiresAt })
  }

  /** Takes the challenge of the session: whatever is made of it, it is gone. */
  async #take(caller: Caller, isMeant: (purpose: string) => boolean, requestId: string) {
    const { repository, clock } = this.#options
    const taken = await repository.takeChallenge(caller.idHash)
    const isGood = taken !== undefined && isMeant(taken.purpose) && clock.nowMs() < taken.expiresAt.getTime()
    return isGood ? taken : await this.#refuse(caller, undefined, 'challenge', requestId)
  }

  /** Leaves a record, the first of many at least, and says no. Two of one key are on record each time. */
  async #refuse(
    caller: Caller,
    cause: unknown,
    reason: RefusalReason,
    requestId: string,
    key?: string,
  ): Promise<never> {
    if (cause !== undefined && !(cause instanceof CeremonyRefused)) throw cause
    const { folds, onUnrecorded } = this.#options
    const { tenant, sub } = caller.principal
    const details = { cause: reason, ...(key === undefined ? {} : { security_key: key }) }
    try {
      const isCopy = reason === 'counter'
      if (isCopy || (await folds.getsOwnRecord({ tenant, sub, code: 'security_key_refused' }, false))) {
        await this.#record(caller, 'console.security_key_refused', requestId, details, isCopy ? 'high' : 'medium')
      }
    } catch (error) {
      onUnrecorded(error)
    }
    throw new SluiceError({ code: 'action_not_permitted', message: NOT_ACCEPTED })
  }

  async #record(
    { principal: { tenant, sub } }: Caller,
    event: KeyEvent,
    requestId: string,
    details: Readonly<Record<string, string | boolean>>,
    severity: 'low' | 'medium' | 'high' = event === 'console.stepped_up' ? 'low' : 'medium',
  ): Promise<void> {
    const { outbox, clock } = this.#options
    const record = createControlRecord({
      ...{ id: newId(), event, severity, timeMs: clock.nowMs(), service: 'admin' },
      ...{ actor: `user:${sub}`, tenant, sub, requestId, details: { ...details } },
    })
    await outbox.append(record)
  }
}

type KeyEvent =
  | 'console.security_key_registered'
  | 'console.security_key_removed'
  | 'console.security_key_refused'
  | 'console.stepped_up'

function tooMany(): SluiceError {
  return conflict(`You have ${MAX_KEYS} security keys. Remove one first.`)
}

function conflict(message: string): SluiceError {
  return new SluiceError({ code: 'conflict', message })
}
