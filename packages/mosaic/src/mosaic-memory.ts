import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Account } from './account.ts'
import type { Attribute } from './population.ts'
import { NOBODY } from './subjects.ts'
import type { Trait } from './trait.ts'

/** Whose requests they are. */
export interface MosaicOwner {
  readonly tenant: string
  readonly sub: string
  readonly sessionId: number
}

/** What a trait was told in: a session, or a day of UTC as `2026-11-27`. */
export type MosaicScope = `s${number}` | `d${string}`

/** A trait with digests in the place of what was said. */
export interface ToldTrait extends Trait {
  readonly scope: MosaicScope
}

/** Told once for a session or a day in which so few people fit. */
export interface Crossing {
  readonly scope: MosaicScope
  /** 1 or more. */
  readonly anonymitySet: number
  /** By which so few people fit. */
  readonly attributes: readonly Attribute[]
}

interface MosaicOptions {
  /** Fewer people than this are a mosaic. */
  readonly bound: number
  /** A keyed digest that nobody finds by trial; the same at all gateways. */
  readonly digest: (tenant: string, text: string) => string
}

/** Traits that one process remembers, of all users: about 60 MB. */
const MAX_TRAITS = 400_000
/** Sessions of one user that are told apart at a time. */
const MAX_SESSIONS = 64
/** 96 bits in base64url. */
const DIGEST_LENGTH = 16

/** What one user has told. */
export class UserMosaic {
  readonly tenant: string
  readonly sub: string
  /** How often what is kept of the user was erased before this was read; undefined until it is known. */
  erasures: number | undefined
  /** When it was last read from what all gateways keep, in milliseconds since the Unix epoch. */
  readAtMs = 0
  readonly #digestKey: string
  #hasGrown = true
  readonly #sessions = new LRUCache<MosaicScope, Account>({ max: MAX_SESSIONS })
  #day: { readonly scope: MosaicScope; readonly account: Account } | undefined
  #fresh: ToldTrait[] = []
  readonly #crossings = new Map<MosaicScope, Crossing>()
  readonly #told = new Set<MosaicScope>()

  /** @param digestKey 32 secret bytes of this user, as text. */
  constructor(tenant: string, sub: string, digestKey: string) {
    this.tenant = tenant
    this.sub = sub
    this.#digestKey = digestKey
  }

  get size(): number {
    let size = 1 + (this.#day?.account.size ?? 0)
    for (const account of this.#sessions.values()) size += account.size
    return size
  }

  /** Adds what was told in a session or on a day. What `isFresh` others do not know yet. */
  add(scope: MosaicScope, traits: Iterable<Trait>, isFresh: boolean): Account {
    const account = this.#accountOf(scope)
    for (const trait of traits) {
      if (!account.add(trait)) continue
      this.#hasGrown = true
      if (isFresh) this.#fresh.push({ ...trait, scope })
    }
    return account
  }

  /** What it would have with these, which it does not remember. */
  with(scope: MosaicScope, traits: Iterable<Trait>): Account {
    const joined = new Account()
    const known = scope === this.#day?.scope ? this.#day.account : this.#sessions.peek(scope)
    for (const trait of known?.traits() ?? []) joined.add(trait)
    for (const trait of traits) joined.add(trait)
    return joined
  }

  /** Whether anything was added since this was asked last. */
  hasGrown(): boolean {
    const hasGrown = this.#hasGrown
    this.#hasGrown = false
    return hasGrown
  }

  /**
   * A digest of what was said. The key is before the text: nobody takes a digest for a proof, so that it could be
   * lengthened does not matter.
   */
  digest(what: string, text: string): string {
    return hash('sha256', `${this.#digestKey} ${what} ${text}`, 'base64url').slice(0, DIGEST_LENGTH)
  }

  /** What has not been written to what all gateways keep. It is given once. */
  takeFresh(): readonly ToldTrait[] {
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }

  /** Gives back what could not be written. */
  putBack(traits: readonly ToldTrait[]): void {
    this.#fresh = [...traits, ...this.#fresh]
  }

  /** Notes that so few people fit, unless it was told before. */
  note(crossing: Crossing): void {
    if (this.#told.has(crossing.scope)) return
    const known = this.#crossings.get(crossing.scope)
    if (known === undefined || crossing.anonymitySet < known.anonymitySet) this.#crossings.set(crossing.scope, crossing)
  }

  /** What is to be told: a day only where no session of it was. */
  get untold(): readonly Crossing[] {
    const sessions = [...this.#crossings.values()].filter(({ scope }) => scope.startsWith('s'))
    return sessions.length > 0 ? sessions : [...this.#crossings.values()]
  }

  /** What was told is not told again; with a session, the day of it is. */
  markTold(scope: MosaicScope): void {
    for (const one of [scope, this.#day?.scope ?? scope]) {
      this.#told.add(one)
      this.#crossings.delete(one)
    }
  }

  #accountOf(scope: MosaicScope): Account {
    if (scope.startsWith('s')) {
      const known = this.#sessions.get(scope) ?? new Account()
      this.#sessions.set(scope, known)
      return known
    }
    if (this.#day?.scope !== scope) this.#day = { scope, account: new Account() }
    return this.#day.account
  }
}

/**
 * Judges each request with those that its user has made before, in the same session and on the same day. No other user
 * adds to it: a user's state is found by tenant and subject alone, and its digests are of that user.
 */
export class MosaicMemory {
  readonly #bound: number
  readonly #digest: MosaicOptions['digest']
  readonly #users = new LRUCache<string, UserMosaic>({ maxSize: MAX_TRAITS })
  /** Users with something to be written or read. */
  readonly #stale = new Set<UserMosaic>()

  constructor({ bound, digest }: MosaicOptions) {
    this.#bound = bound
    this.#digest = digest
  }

  /**
   * Remembers what a request tells, and says how few people fit that, or that and what was told before: undefined where
   * they are not fewer than the bound. A request that tells nothing is no mosaic, whatever was told before.
   */
  judge(owner: MosaicOwner, traits: readonly Trait[], nowMs: number): number | undefined {
    if (traits.length === 0) return undefined
    const user = this.#userOf(owner)
    const told = digested(user, traits)
    const subjects = new Set(told.map(({ subject }) => subject))
    const alone = new Account()
    for (const trait of told) alone.add(trait)
    let fewest = this.#bound
    for (const scope of scopesOf(owner, nowMs)) {
      const account = user.add(scope, told, true)
      for (const part of [account, alone]) {
        const { anonymitySet, subject } = part.fit(subjects)
        if (anonymitySet >= this.#bound) continue
        user.note({ scope, anonymitySet, attributes: part.attributesOf(subject) })
        fewest = Math.min(fewest, anonymitySet)
      }
    }
    this.#keep(user)
    this.#stale.add(user)
    return fewest < this.#bound ? fewest : undefined
  }

  /** What `judge` would say of a request that may be read anew before it is judged. It remembers nothing. */
  foresee(owner: MosaicOwner, traits: readonly Trait[], nowMs: number): number | undefined {
    if (traits.length === 0) return undefined
    const user = this.#users.peek(nameOf(owner)) ?? this.#newUser(owner)
    const told = digested(user, traits)
    const subjects = new Set(told.map(({ subject }) => subject))
    const alone = new Account()
    for (const trait of told) alone.add(trait)
    const parts = [alone, ...scopesOf(owner, nowMs).map((scope) => user.with(scope, told))]
    const fewest = Math.min(...parts.map((part) => part.fit(subjects).anonymitySet))
    return fewest < this.#bound ? fewest : undefined
  }

  /** The users with something to be written or read, each once. */
  takeStale(most: number): readonly UserMosaic[] {
    const taken = [...this.#stale].slice(0, most)
    for (const user of taken) this.#stale.delete(user)
    return taken
  }

  /** Puts one back that could not be written. */
  putBack(user: UserMosaic, traits: readonly ToldTrait[]): void {
    if (this.#users.peek(nameOf(user)) !== user) return
    user.putBack(traits)
    this.#stale.add(user)
  }

  /** Adds what other gateways have learned of a user, and notes where so few people fit by now. */
  join(user: UserMosaic, traits: readonly ToldTrait[]): void {
    if (this.#users.peek(nameOf(user)) !== user) return
    const accounts = new Map<MosaicScope, Account>()
    for (const trait of traits) accounts.set(trait.scope, user.add(trait.scope, [trait], false))
    for (const [scope, account] of accounts) {
      const { anonymitySet, subject } = account.fit(ALL)
      if (anonymitySet < this.#bound) user.note({ scope, anonymitySet, attributes: account.attributesOf(subject) })
    }
    this.#keep(user)
  }

  /** Forgets a user. */
  forget(user: Pick<MosaicOwner, 'tenant' | 'sub'>): void {
    this.#users.delete(nameOf(user))
  }

  #userOf(owner: MosaicOwner): UserMosaic {
    return this.#users.get(nameOf(owner)) ?? this.#newUser(owner)
  }

  #newUser({ tenant, sub }: MosaicOwner): UserMosaic {
    return new UserMosaic(tenant, sub, this.#digest(tenant, JSON.stringify(['mosaic', sub])))
  }

  #keep(user: UserMosaic): void {
    if (!user.hasGrown()) return
    // The cache keeps the old size of a value that is set again.
    this.#users.delete(nameOf(user))
    this.#users.set(nameOf(user), user, { size: user.size })
  }
}

/** What was told without a name may be of anybody. */
const ALL: ReadonlySet<string> = new Set([NOBODY])

function digested(user: UserMosaic, traits: readonly Trait[]): readonly Trait[] {
  const names = new Map([[NOBODY, NOBODY]])
  return traits.map(({ precision, share, value, subject }) => {
    const name = names.get(subject) ?? user.digest('subject', subject)
    names.set(subject, name)
    // One letter of two is a class and no value.
    return { precision, share, value: precision === 'sex' ? value : user.digest(precision, value), subject: name }
  })
}

function scopesOf({ sessionId }: MosaicOwner, nowMs: number): readonly [MosaicScope, MosaicScope] {
  return [`s${sessionId}`, dayAt(nowMs)]
}

/** Whether a text names a session or a day. */
export function isScope(text: string): text is MosaicScope {
  return /^(?:s\d{1,16}|d\d{4}-\d\d-\d\d)$/.test(text)
}

const DAY_MS = 86_400_000
let lastDay: { readonly number: number; readonly scope: MosaicScope } | undefined

/** The scope of the day of UTC that a moment is in. */
export function dayAt(nowMs: number): MosaicScope {
  const number = Math.floor(nowMs / DAY_MS)
  if (lastDay?.number !== number) lastDay = { number, scope: `d${new Date(nowMs).toISOString().slice(0, 10)}` }
  return lastDay.scope
}

function nameOf({ tenant, sub }: Pick<MosaicOwner, 'tenant' | 'sub'>): string {
  return JSON.stringify([tenant, sub])
}
