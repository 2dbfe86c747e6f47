import type { Principal } from '@sluice/contracts'
import { LRUCache } from 'lru-cache'
import type { PolicyDecision } from '../decision.ts'

/** How many kinds of callers are remembered at all tenants together. */
const MAX_KINDS = 4_096
/** How many decisions are remembered for one kind, so that one caller's many questions cost the others nothing. */
const MAX_DECISIONS = 256

/** What was decided for callers whom the policies cannot tell apart. */
export class DecisionsOfKind {
  readonly #decisions = new Map<string, PolicyDecision>()

  get(question: string): PolicyDecision | undefined {
    return this.#decisions.get(question)
  }

  /** At the bound the oldest decision goes. */
  set(question: string, decision: PolicyDecision): void {
    if (this.#decisions.size >= MAX_DECISIONS) {
      for (const oldest of this.#decisions.keys()) {
        this.#decisions.delete(oldest)
        break
      }
    }
    this.#decisions.set(question, decision)
  }
}

/** How many decisions there were; `evaluated` includes `failed`. */
export interface DecisionCounts {
  readonly remembered: number
  readonly evaluated: number
  readonly failed: number
}

/** The decisions of all snapshots, by kind of caller. */
export class RememberedDecisions {
  readonly #kinds = new LRUCache<string, DecisionsOfKind>({ max: MAX_KINDS })
  #hits = 0
  #misses = 0
  #failures = 0

  /** `snapshot` is the version of the policies; `byIdentity` where they tell callers apart by who they are. */
  ofKind(snapshot: string, principal: Principal, byIdentity: boolean): DecisionsOfKind {
    const { tenant, roles, groups, departments, sub, username, client } = principal
    const kind = [snapshot, tenant, roles, groups, departments, ...(byIdentity ? [sub, username, client] : [])]
    const key = JSON.stringify(kind)
    const known = this.#kinds.get(key)
    if (known !== undefined) return known
    const made = new DecisionsOfKind()
    this.#kinds.set(key, made)
    return made
  }

  count(remembered: boolean): void {
    if (remembered) this.#hits += 1
    else this.#misses += 1
  }

  /** Counts a question to which Cedar gave no answer, beside {@link count}. */
  countFailure(): void {
    this.#failures += 1
  }

  /** Since the start. */
  get counts(): DecisionCounts {
    return { remembered: this.#hits, evaluated: this.#misses, failed: this.#failures }
  }
}
