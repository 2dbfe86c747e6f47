import {
  type KeyRing,
  openValue,
  type SecureStateMap,
  type SensitiveValue,
  type SessionScope,
} from '@sluice/token-vault'
import type { Exchange } from '../../layer.ts'

/** How many tokens that the request did not have are looked up for one answer; the others stay tokens. */
const MAX_LOOKED_UP = 256

/** What the tokens of one answer stand for: those of the request from memory, older ones from the session's mapping. */
export class TokenValues {
  readonly #stateMap: SecureStateMap
  readonly #keyRing: KeyRing
  readonly #exchange: Exchange
  readonly #scope: SessionScope
  readonly #lookedUp = new Map<string, SensitiveValue | undefined>()

  constructor(stateMap: SecureStateMap, keyRing: KeyRing, exchange: Exchange) {
    this.#stateMap = stateMap
    this.#keyRing = keyRing
    this.#exchange = exchange
    const { principal, session } = exchange.origin
    this.#scope = { tenant: principal.tenant, sessionId: session.id }
  }

  /**
   * Looks up the tokens that are not known yet, in one call; undefined where all are known. Rejects as the store does,
   * and with `layer_failed`.
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
    const sealed = await this.#stateMap.read(this.#scope, unknown)
    for (const token of unknown) {
      const text = sealed.get(token)
      if (text !== undefined) this.#lookedUp.set(token, openValue(this.#keyRing, this.#scope, token, text))
    }
  }

  /** The value behind a token, if it is known and this caller's clearance allows it. */
  reveal(token: string): SensitiveValue | undefined {
    const { facts, origin, runtime } = this.#exchange
    const known = facts.restorations?.get(token) ?? this.#lookedUp.get(token)
    if (known === undefined) return undefined
    const resource = { entity: known.entity, level: known.level }
    return runtime.policy.decide({ principal: origin.principal, action: 'reveal-entity', resource }).effect === 'permit'
      ? known
      : undefined
  }
}
