import type { LayerId, Refusal } from '@sluice/contracts'
import { SluiceError } from '@sluice/contracts'
import type { Answer } from './answer/answer.ts'
import type {
  Account,
  ApprovalReason,
  Awaitable,
  Decision,
  Ending,
  ExchangeOrigin,
  ExchangeRuntime,
  Layers,
  RequestLayerId,
} from './layer.ts'
import { AWAIT_PENDING_WRITES, ORDER } from './order.ts'
import { AbortScope, withDeadline } from './run/abort-scope.ts'
import { endingOfAbort } from './run/ending-of-abort.ts'
import { addWork, Journal } from './run/journal.ts'
import { guardChunks, guardWhole } from './run/open-guards.ts'
import { PendingWriteFailed, PendingWrites } from './run/pending-writes.ts'
import { type FailureObserver, type LayerResult, refusalOf, runRequestLayer } from './run/run-request-layer.ts'
import { RunningExchange } from './run/running-exchange.ts'

/** What is known of a request, at any time; complete once its answer has ended. */
export interface Report {
  layersExecuted(): LayerId[]
  account(): Account
  /** The name of the endpoint that answers; undefined where none was asked, or none answered. */
  endpoint(): string | undefined
}

export type Outcome = { readonly report: Report } & (
  | { readonly type: 'answered'; readonly answer: Answer }
  | { readonly type: 'held'; readonly reason: ApprovalReason }
  | { readonly type: 'denied'; readonly refusal: Refusal }
)

export interface Pipeline {
  /**
   * Sends one request through all steps of `order.ts`. Denials and holds are results, already recorded by L6; so is a
   * whole answer. The chunks of an answer must be read to their end or returned, which is when L6 records them.
   * Rejects with `audit_unavailable` when evidence cannot be left, with a `SluiceError` when a guard refuses a whole
   * answer, and with the signal's reason when the caller is gone. The chunks throw a `SluiceError` when the answer
   * breaks off or a guard fails.
   */
  run(origin: ExchangeOrigin, runtime: ExchangeRuntime): Promise<Outcome>
  /**
   * Records a request that was refused before its first layer, and returns the refusal as a result.
   * Rejects with `audit_unavailable` when the evidence cannot be left.
   */
  refuse(refusal: Refusal, origin: ExchangeOrigin, runtime: ExchangeRuntime): Promise<Outcome>
}

/**
 * Builds the runner of `order.ts`.
 *
 * @param onFailure receives why a layer failed; the caller of the service never does.
 */
export function createPipeline(layers: Layers, onFailure: FailureObserver): Pipeline {
  return {
    run: (origin, runtime) => new Run(layers, onFailure, origin, runtime).toOutcome(),
    refuse: (refusal, origin, runtime) => new Run(layers, onFailure, origin, runtime).refuse(refusal),
  }
}

/** A decision that ends the request side. */
type FinalDecision = Exclude<Decision, { type: 'allow' | 'transform' }>

/** One request on its way. */
class Run {
  readonly #layers: Layers
  readonly #onFailure: FailureObserver
  readonly #journal = new Journal()
  readonly #exchange: RunningExchange
  readonly #scope: AbortScope
  readonly #pendingWrites = new PendingWrites()
  /** A record has been begun, here or by L6's guard of the answer. Nothing begins a second one. */
  #recordBegun = false
  #request

  constructor(layers: Layers, onFailure: FailureObserver, origin: ExchangeOrigin, runtime: ExchangeRuntime) {
    this.#layers = layers
    this.#onFailure = onFailure
    this.#scope = new AbortScope(runtime.signal, origin.principal, runtime.clock)
    this.#exchange = new RunningExchange(origin, runtime, this.#scope, this.#journal)
    this.#request = origin.request
  }

  async toOutcome(): Promise<Outcome> {
    const { signal } = this.#exchange.runtime
    try {
      return await this.#conclude(await this.#decide())
    } catch (cause) {
      this.#scope.close()
      if (!signal.aborted) throw cause
      if (!this.#recordBegun) await this.#seal(endingOfAbort(signal))
      throw signal.reason
    }
  }

  refuse(refusal: Refusal): Promise<Outcome> {
    return this.#conclude({ type: 'deny', refusal })
  }

  /** Takes the steps of the request side until one of them ends it. */
  async #decide(): Promise<FinalDecision> {
    try {
      for (const step of ORDER[this.#request.kind].request) {
        if (step === AWAIT_PENDING_WRITES) {
          if (!this.#pendingWrites.isEmpty) await this.#pendingWrites.completed(this.#scope)
          continue
        }
        const results = this.#runRow(step)
        const final = this.#enter(results instanceof Promise ? await results : results)
        if (final === undefined) continue
        await this.#pendingWrites.completed(this.#scope)
        return final
      }
    } catch (cause) {
      const { signal } = this.#exchange.runtime
      if (signal.aborted) throw signal.reason
      if (!(cause instanceof PendingWriteFailed)) throw cause
      this.#onFailure(cause.layer, this.#exchange, cause.cause)
      return { type: 'deny', refusal: refusalOf(cause.cause) }
    }
    return { type: 'deny', refusal: { code: 'layer_failed' } }
  }

  #runRow(ids: readonly RequestLayerId[]): Awaitable<readonly LayerResult[]> {
    const results: LayerResult[] = []
    const running = ids.map((id, at) => {
      const result = runRequestLayer(this.#layers[id], this.#request, this.#exchange, this.#onFailure)
      if (!(result instanceof Promise)) {
        results[at] = result
        return undefined
      }
      return result.then((settled) => {
        results[at] = settled
      })
    })
    return running.every((each) => each === undefined) ? results : Promise.all(running).then(() => results)
  }

  /** Enters the results of a row. Returns the decision that ends the request side, if there is one. */
  #enter(results: readonly LayerResult[]): FinalDecision | undefined {
    let final: FinalDecision | undefined
    for (const result of results) {
      const { decision } = result
      this.#journal.enter(result)
      this.#exchange.learn(result)
      if (decision.type === 'allow') continue
      if (decision.type !== 'transform') {
        final ??= decision
        continue
      }
      this.#request = decision.request
      if (decision.pendingWrite !== undefined)
        this.#pendingWrites.add(this.#layers[result.layer], decision.pendingWrite)
    }
    return final
  }

  async #conclude(decision: FinalDecision): Promise<Outcome> {
    const report = this.#journal
    switch (decision.type) {
      case 'answer':
        return { type: 'answered', answer: await this.#guard(decision.answer), report }
      case 'hold':
        await this.#seal({ outcome: 'held' })
        this.#scope.close()
        return { type: 'held', reason: decision.reason, report }
      case 'deny':
        await this.#seal({ outcome: 'denied', code: decision.refusal.code })
        this.#scope.close()
        return { type: 'denied', refusal: decision.refusal, report }
    }
  }

  /** Lays the way back. Chunks are guarded while they are read, a whole answer at once. */
  async #guard(answer: Answer): Promise<Answer> {
    this.#recordBegun = true
    const layers = this.#layers
    const parts = { exchange: this.#exchange, journal: this.#journal, scope: this.#scope, onFailure: this.#onFailure }
    return answer.kind === 'chunks'
      ? { kind: 'chunks', chunks: guardChunks(answer.chunks, layers, parts) }
      : { kind: 'whole', value: await guardWhole(answer.value, layers, parts) }
  }

  async #seal(ending: Ending): Promise<void> {
    this.#recordBegun = true
    const { clock } = this.#exchange.runtime
    const startedMs = clock.monotonicMs()
    const event = this.#journal.open('L6')
    try {
      await withDeadline(this.#layers.L6.seal(ending, this.#exchange), this.#layers.L6.timeoutMs)
      addWork(event, clock.monotonicMs() - startedMs)
    } catch (cause) {
      this.#onFailure('L6', this.#exchange, cause)
      throw cause instanceof SluiceError ? cause : new SluiceError('audit_unavailable', { cause })
    }
  }
}
