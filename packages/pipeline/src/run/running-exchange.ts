import type { Finding } from '@sluice/contracts'
import type { Facts } from '../facts.ts'
import type { Account, Exchange, ExchangeOrigin, ExchangeRuntime } from '../layer.ts'
import type { ModelRequest } from '../request/index.ts'
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
  #arrived: Exchange['arrived']

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

  get arrived(): Exchange['arrived'] {
    return this.#arrived
  }

  /** From now on layers look at what has been answered: what they find does not stand in the request. */
  arrive(request: ModelRequest): void {
    this.#arrived = { request, facts: {} }
    this.#findings = []
  }

  /** Adds what a layer has established. The facts of the request stay what they were when it left. */
  learn({ decision: { facts, findings } }: LayerResult): void {
    if (facts !== undefined) {
      if (this.#arrived === undefined) this.#facts = { ...this.#facts, ...facts }
      else {
        this.#arrived = { ...this.#arrived, facts: { ...this.#arrived.facts, ...facts } }
        this.#facts = this.#withTokens(facts)
      }
    }
    if (findings !== undefined && findings.length > 0) {
      this.#findings = this.#findings.length === 0 ? findings : [...this.#findings, ...findings]
    }
  }

  /** Of an answer only the tokens count. */
  #withTokens({ restorations }: Facts): Facts {
    if (restorations === undefined) return this.#facts
    return { ...this.#facts, restorations: new Map([...(this.#facts.restorations ?? []), ...restorations]) }
  }
}
