import { hasSecret, readApiKey } from '@sluice/auth'
import { type ApiKeyWire, apiKeyClient, apiKeyOf, type Clock, type Principal, SluiceError } from '@sluice/contracts'
import type { ApiKeysRepository, StoredApiKey, UsersRepository } from '@sluice/db'
import { singleFlight } from '@sluice/service-kit/async'
import { LRUCache } from 'lru-cache'

interface ApiKeysOptions {
  readonly repository: Pick<ApiKeysRepository, 'findAnywhere' | 'noteUse'>
  readonly users: Pick<UsersRepository, 'find'>
  readonly clock: Clock
  /** Reads a principal from claims as they stand in a token. */
  readonly readPrincipal: (claims: Readonly<Record<string, unknown>>) => Principal
  /** Called where the day of a use could not be written. */
  readonly onError: (error: unknown) => void
  /** Called with what became of each key that was shown. */
  readonly onChecked: (result: KeyCheck) => void
  /** How long a key is remembered, with its owner's groups; 60,000 by default. A revocation ends it at once. */
  readonly rememberForMs?: number
}

/** What can become of a key: one that is not good is malformed, unknown or of another secret. */
type KeyCheck = 'taken' | 'invalid' | 'revoked' | 'expired'

/** What a key permits of what its owner may do. */
export interface KeyGrant {
  readonly id: string
  /** As callers name them; undefined: all. */
  readonly models: readonly string[] | undefined
  /** Undefined: all. */
  readonly wires: readonly ApiKeyWire[] | undefined
  readonly requestsPerMinute: number | undefined
  readonly spending: StoredApiKey['spending']
}

interface KnownKey {
  readonly stored: StoredApiKey
  readonly principal: Principal
  /** Monotonic. */
  readonly staleAtMs: number
}

/** Keys that are remembered; the least recently used goes first. */
const MAX_REMEMBERED = 10_000
/**
 * Ids that are not remembered here, looked up at a time: more would keep other queries from PostgreSQL. Anybody can
 * make such ids up. Keys that are remembered do not count: they are bounded in number, and asked for once at a time.
 */
const MAX_STRANGERS = 256
const DAY_MS = 86_400_000

const REFUSALS = {
  invalid: { code: 'token_invalid', message: 'The API key is not valid here.' },
  revoked: { code: 'token_invalid', message: 'This API key has been revoked.' },
  expired: { code: 'token_expired', message: 'The API key has expired.' },
} as const

/**
 * Whom API keys stand for. A key is remembered for a minute at most, and until it is changed. That it was revoked is
 * not seen here but at the session gate, which knows it as soon as a freeze; so is a freeze of its owner.
 */
export class ApiKeys {
  readonly #options: ApiKeysOptions
  /** By their names as clients. */
  readonly #known = new LRUCache<string, KnownKey>({ max: MAX_REMEMBERED })
  readonly #grants = new WeakMap<Principal, KeyGrant>()
  /** The last day on which this gateway took a key. */
  readonly #usedOn = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  readonly #share = singleFlight<string, KnownKey | undefined>()
  /** Counts the keys that were revoked or changed: what was read before one of them is not remembered. */
  #changes = 0
  #strangers = 0

  constructor(options: ApiKeysOptions) {
    this.#options = options
  }

  /**
   * Finds whom a key stands for.
   *
   * @throws SluiceError `token_invalid`, `token_expired`, `overloaded`, `dependency_unavailable`.
   */
  async authenticate(text: string): Promise<Principal> {
    const key = readApiKey(text)
    if (key === undefined) throw this.#refuse('invalid')
    const { clock } = this.#options
    const remembered = this.#known.get(apiKeyClient(key.id))
    const isGood = remembered !== undefined && clock.monotonicMs() < remembered.staleAtMs
    const known = isGood ? remembered : await this.#readOnce(key.id, remembered !== undefined)
    if (known === undefined || !hasSecret(key, known.stored.secretHash)) throw this.#refuse('invalid')
    const { stored, principal } = known
    if (stored.revokedAt !== undefined) throw this.#refuse('revoked')
    const nowMs = clock.nowMs()
    if (nowMs >= stored.expiresAt.getTime()) throw this.#refuse('expired')
    this.#options.onChecked('taken')
    this.#noteUse(key.id, Math.floor(nowMs / DAY_MS))
    return principal
  }

  /** What the key of a principal permits; undefined for one that came with a token. */
  grantOf(principal: Principal): KeyGrant | undefined {
    return this.#grants.get(principal)
  }

  /**
   * The stored key that a principal of an earlier request came with; undefined for one that came with a token.
   *
   * @throws SluiceError `token_invalid` where there is no such key any more, `dependency_unavailable`.
   */
  async findKeyOf({ client }: Principal): Promise<StoredApiKey | undefined> {
    const id = apiKeyOf(client)
    if (id === undefined) return undefined
    const stored = await this.#options.repository.findAnywhere(id)
    if (stored === undefined) throw new SluiceError(REFUSALS.invalid)
    return stored
  }

  /** Forgets a key that was revoked or changed, by its name as a client. */
  forget(client: string): void {
    this.#changes += 1
    this.#known.delete(client)
  }

  /** Forgets all keys, where it is not known which have changed. */
  forgetAll(): void {
    this.#changes += 1
    this.#known.clear()
  }

  /** Who comes after a change does not wait for what was asked before it. */
  #readOnce(id: string, isInUse: boolean): Promise<KnownKey | undefined> {
    return this.#share(`${id} ${this.#changes}`, () => this.#find(id, isInUse))
  }

  #refuse(result: keyof typeof REFUSALS): SluiceError {
    this.#options.onChecked(result)
    return new SluiceError(REFUSALS[result])
  }

  async #find(id: string, isInUse: boolean): Promise<KnownKey | undefined> {
    if (isInUse) return await this.#lookUp(id)
    if (this.#strangers >= MAX_STRANGERS) throw new SluiceError({ code: 'overloaded', retryAfterSeconds: 1 })
    this.#strangers += 1
    try {
      return await this.#lookUp(id)
    } finally {
      this.#strangers -= 1
    }
  }

  async #lookUp(id: string): Promise<KnownKey | undefined> {
    const { repository, clock, rememberForMs = 60_000 } = this.#options
    const askedAtMs = clock.monotonicMs()
    const changes = this.#changes
    const stored = await repository.findAnywhere(id)
    if (stored === undefined) return undefined
    const principal = await this.#principalOf(stored)
    const known = { stored, principal, staleAtMs: askedAtMs + rememberForMs }
    if (changes === this.#changes) this.#known.set(apiKeyClient(id), known)
    return known
  }

  /** Groups are those that the owner has now, where the directory tells them; else those of when the key was made. */
  async #principalOf(stored: StoredApiKey): Promise<Principal> {
    const { tenant, sub, id, models, wires, requestsPerMinute, spending } = stored
    const user = await this.#options.users.find(tenant, sub)
    const isFromDirectory = user?.directory !== undefined && user.groups.length > 0
    const principal = this.#options.readPrincipal({
      ...{ tid: tenant, sub, groups: isFromDirectory ? user.groups : stored.groups, client_id: apiKeyClient(id) },
      ...(user?.preferredUsername === undefined ? {} : { preferred_username: user.preferredUsername }),
    })
    this.#grants.set(principal, { id, models, wires, requestsPerMinute, spending })
    return principal
  }

  /** @param day counted since 1970. */
  #noteUse(id: string, day: number): void {
    if (this.#usedOn.get(id) === day) return
    this.#usedOn.set(id, day)
    const date = new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
    this.#options.repository.noteUse(id, date).catch((error: unknown) => {
      this.#usedOn.delete(id)
      this.#options.onError(error)
    })
  }
}
