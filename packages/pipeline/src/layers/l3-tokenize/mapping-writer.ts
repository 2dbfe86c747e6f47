import type { Level } from '@sluice/contracts'
import {
  type KeyRing,
  type SecureStateMap,
  type SensitiveValue,
  type SessionScope,
  sealValueWith,
} from '@sluice/token-vault'
import { LRUCache } from 'lru-cache'
import type { Exchange } from '../../layer.ts'
import type { SlicedWork } from '../../run/slice-queue.ts'
import { sessionScopeOf } from '../../session-scope.ts'

/**
 * A conversation sends its whole history again with every turn. A mapping that was written less than this long ago is
 * not written again; the store keeps it for hours, so it cannot expire in between.
 */
const REWRITE_AFTER_MS = 60_000
const MAX_REMEMBERED = 50_000
/** What sealing one value costs, in units of sliced work, and how many are sealed in one step. */
export const VALUE_COST = 16
export const SEALED_PER_STEP = 256

/** How many values another thread's mapping writes at once: about two milliseconds of the event loop. */
const VALUES_PER_WRITE = 500

/** Writes the mappings of requests into the Secure State Map, sealed. */
export class MappingWriter {
  readonly #stateMap: SecureStateMap
  readonly #keyRing: KeyRing
  readonly #writtenMs = new LRUCache<string, number>({ max: MAX_REMEMBERED })

  constructor(stateMap: SecureStateMap, keyRing: KeyRing) {
    this.#stateMap = stateMap
    this.#keyRing = keyRing
  }

  /** Seals what is not stored yet. The result begins the write; it is undefined where all of it is stored. */
  *sealSteps(
    { origin, runtime }: Exchange,
    restorations: ReadonlyMap<string, SensitiveValue>,
  ): SlicedWork<(() => Promise<void>) | undefined> {
    const scope = sessionScopeOf(origin)
    const keys = this.#keyRing.mappingKeys(scope)
    const nowMs = runtime.clock.monotonicMs()
    const sealed = new Map<string, string>()
    const due: string[] = []
    for (const [token, value] of restorations) {
      const name = rememberedAs(scope, token, value.level)
      const lastMs = this.#writtenMs.get(name)
      if (lastMs !== undefined && nowMs - lastMs < REWRITE_AFTER_MS) continue
      if (due.length % SEALED_PER_STEP === SEALED_PER_STEP - 1) yield SEALED_PER_STEP * VALUE_COST
      sealed.set(token, sealValueWith(keys, token, value))
      due.push(name)
    }
    return due.length === 0 ? undefined : () => this.#store(scope, sealed, due, nowMs)
  }

  /** Writes what another thread has sealed, a part at a time. Rejects as the Secure State Map does. */
  async write(scope: SessionScope, sealed: readonly (readonly [token: string, sealed: string])[]): Promise<void> {
    for (let from = 0; from < sealed.length; from += VALUES_PER_WRITE) {
      await this.#stateMap.write(scope, new Map(sealed.slice(from, from + VALUES_PER_WRITE)))
    }
  }

  async #store(
    scope: SessionScope,
    sealed: ReadonlyMap<string, string>,
    names: readonly string[],
    nowMs: number,
  ): Promise<void> {
    await this.#stateMap.write(scope, sealed)
    for (const name of names) this.#writtenMs.set(name, nowMs)
  }
}

function rememberedAs({ tenant, sessionId }: SessionScope, token: string, level: Level): string {
  return `${sessionId} ${token} ${level} ${tenant}`
}
