import type { EntityType, Level } from '@sluice/contracts'
import {
  type KeyRing,
  openValue,
  type SecureStateMap,
  type SensitiveValue,
  type SessionScope,
} from '@sluice/token-vault'
import type { Exchange } from '../../layer.ts'
import { type SlicedWork, workInSlices } from '../../run/slice-queue.ts'
import { sessionScopeOf } from '../../session-scope.ts'

/**
 * How many different tokens that the request did not have are looked up for one answer; the others stay tokens. One
 * request can have this many different values: a later answer can give them all back.
 */
const MAX_LOOKED_UP = 50_000
/** How many tokens one call asks the store for. Opening their values takes about a millisecond. */
const LOOKED_UP_AT_A_TIME = 256

/** How many values one step opens. */
const OPENED_PER_STEP = 64
/** What opening one costs, in the units of text work. */
const OPENED_COST = 40

/** An id with a letter and a digit, as 98 of 100 have. */
const LOOKS_MADE = /_(?=[0-9]*[A-Z])(?=[A-Z]*[0-9])[0-9A-Z]{10}$/

/** What stands in the place of a token. */
export interface Shown extends Pick<SensitiveValue, 'entity' | 'value' | 'level'> {
  /** Whether it is the name of the value's type, because the caller may not see the value. */
  readonly isMask: boolean
}

/** What the tokens of one answer stand for: those of the request from memory, older ones from the session's mapping. */
export class TokenValues {
  readonly #stateMap: SecureStateMap
  readonly #keyRing: KeyRing
  readonly #exchange: Exchange
  readonly #scope: SessionScope
  readonly #isMasked: (entity: EntityType) => boolean
  readonly #lookedUp = new Map<string, SensitiveValue | undefined>()
  /**
   * No value above it is restored: the caller's clearance, fixed before the answer begins. An answer may hold any token
   * of the session, and only the store knows their levels.
   */
  readonly highest: Level
  /** What policy has decided for each token that is known. */
  readonly #revealed = new Map<string, SensitiveValue | undefined>()

  /** @param isMasked whether a caller who may not see a value of the type reads the type, and not the token. */
  constructor(
    stateMap: SecureStateMap,
    keyRing: KeyRing,
    exchange: Exchange,
    isMasked: (entity: EntityType) => boolean = () => false,
  ) {
    this.#isMasked = isMasked
    this.#stateMap = stateMap
    this.#keyRing = keyRing
    this.#exchange = exchange
    this.#scope = sessionScopeOf(exchange.origin)
    this.highest = exchange.runtime.policy.clearanceOf(exchange.origin.principal)
  }

  /**
   * Looks up the tokens that are not known yet, 256 in a call; undefined where all are known. Rejects as the store
   * does, and with `layer_failed`.
   */
  learn(tokens: Iterable<string>): Promise<void> | undefined {
    const unknown: string[] = []
    for (const token of new Set(tokens)) {
      if (this.#exchange.facts.restorations?.has(token) === true || this.#lookedUp.has(token)) continue
      if (this.#lookedUp.size >= MAX_LOOKED_UP) break
      this.#lookedUp.set(token, undefined)
      unknown.push(token)
    }
    return unknown.length === 0 ? undefined : this.#lookUp(unknown)
  }

  async #lookUp(unknown: readonly string[]): Promise<void> {
    for (let from = 0; from < unknown.length; from += LOOKED_UP_AT_A_TIME) {
      const tokens = unknown.slice(from, from + LOOKED_UP_AT_A_TIME)
      const sealed = await this.#stateMap.read(this.#scope, tokens)
      await workInSlices(this.#openSteps(tokens, sealed), this.#exchange.scope)
    }
  }

  /** The store answers many requests in one turn of the event loop, so opening takes turns with other text work. */
  *#openSteps(tokens: readonly string[], sealed: ReadonlyMap<string, string>): SlicedWork<void> {
    for (const [at, token] of tokens.entries()) {
      if (at % OPENED_PER_STEP === 0) yield Math.min(OPENED_PER_STEP, tokens.length - at) * OPENED_COST
      const text = sealed.get(token)
      if (text !== undefined) this.#lookedUp.set(token, openValue(this.#keyRing, this.#scope, token, text))
    }
  }

  /** The value behind a token, if it is known and this caller's clearance allows it. */
  reveal(token: string): SensitiveValue | undefined {
    if (this.#revealed.has(token)) return this.#revealed.get(token)
    const known = this.#known(token)
    if (known === undefined) return undefined
    const revealed = this.#mayReveal(known) ? known : undefined
    this.#revealed.set(token, revealed)
    return revealed
  }

  /** What this caller reads in the place of a token; undefined leaves the token. */
  shown(token: string): Shown | undefined {
    const revealed = this.reveal(token)
    if (revealed !== undefined) return { ...revealed, isMask: false }
    const known = this.#known(token)
    if (known === undefined || !this.#isMasked(known.entity)) return undefined
    return { entity: known.entity, level: known.level, value: known.entity, isMask: true }
  }

  #known(token: string): SensitiveValue | undefined {
    return this.#exchange.facts.restorations?.get(token) ?? this.#lookedUp.get(token)
  }

  #mayReveal({ entity, level }: SensitiveValue): boolean {
    if (level > this.highest) return false
    const { origin, runtime } = this.#exchange
    const question = { principal: origin.principal, action: 'reveal-entity', resource: { entity, level } } as const
    return runtime.policy.decide(question).effect === 'permit'
  }

  /**
   * How many tokens that were looked up the session does not have. An id of letters or digits only is a word or a
   * number that somebody wrote: "credit card statements".
   */
  get invented(): number {
    let count = 0
    for (const [token, value] of this.#lookedUp) if (value === undefined && LOOKS_MADE.test(token)) count += 1
    return count
  }

  /** The tokens in whose place values stand. */
  *tokens(): Iterable<string> {
    for (const [token, value] of this.#revealed) if (value !== undefined) yield token
  }
}
