import type { Finding } from '@sluice/contracts'
import type { Account, Exchange, ExchangeOrigin, ExchangeRuntime, Facts } from '../layer.ts'
import type { AbortScope } from './abort-scope.ts'
import { Disclosed } from './disclosed.ts'
import type { Journal } from './journal.ts'
import type { LayerResult } from './run-request-layer.ts'

/** The exchange as the runner writes it. Layers see it through the readonly interface. */
export class RunningExchange implements Exchange {
  readonly origin: ExchangeOrigin
  readonly runtime: ExchangeRuntime
  readonly scope: AbortScope
  readonly disclosed = new Disclosed()
  readonly #journal: Journal
  #facts: Facts = {}
  #findings: readonly Finding[] = []

  constructor(origin: ExchangeOrigin, runtime: ExchangeRuntime, scope: AbortScope, journal: Journal) {
    this.origin = origin
    this.runtime = runtime
    this.scope = scope
    this.#journal = journal
  }

  get facts(): Facts {
    return this.#facts
  }

  get findings(): readonly Finding[] {
    return this.#findings
  }

  account(): Account {
    return this.#journal.account()
  }

  /** Adds what a layer has established. */
  learn({ decision: { facts, findings } }: LayerResult): void {
    if (facts !== undefined) this.#facts = { ...this.#facts, ...facts }
    if (findings !== undefined && findings.length > 0) {
      this.#findings = this.#findings.length === 0 ? findings : [...this.#findings, ...findings]
    }
  }
}
