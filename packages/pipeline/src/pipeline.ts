import { type Refusal, SluiceError } from '@sluice/contracts'
import { type Answer, eventsOf } from './answer/answer.ts'
import type { RequestLayerId } from './facts.ts'
import type {
  ApprovalReason,
  Awaitable,
  Decision,
  Ending,
  ExchangeOrigin,
  ExchangeRuntime,
  GrantedApproval,
  HeldRequests,
  Layers,
} from './layer.ts'
import { ASK_GUARDS, AWAIT_PENDING_WRITES, DECIDE_ON_HOLD, LOOK_AGAIN, ORDER } from './order.ts'
import { type Outcome, sentRequest } from './outcome.ts'
import type { Pipeline } from './pipeline-interface.ts'
import type { LocalRequest, ModelRequestKind } from './request/index.ts'
import { AbortScope, withDeadline } from './run/abort-scope.ts'
import { askGuards } from './run/ask-guards.ts'
import { decideOnHold } from './run/decide-on-hold.ts'
import { endingOfAbort } from './run/ending-of-abort.ts'
import { addWork, Journal } from './run/journal.ts'
import { lookAgain } from './run/look-again.ts'
import { guardAnswer } from './run/open-guards.ts'
import { PendingWriteFailed, PendingWrites } from './run/pending-writes.ts'
import { type FailureObserver, type LayerResult, refusalOf, runRequestLayer } from './run/run-request-layer.ts'
import { RunningExchange } from './run/running-exchange.ts'
import { readToolAnswer, resultOf } from './run/tool-answer.ts'

/**
 * Builds the runner of `order.ts`.
 *
 * @param held keeps the requests that wait for a human.
 * @param onFailure receives why a layer failed; the caller of the service never does.
 */
export function createPipeline(layers: Layers, held: HeldRequests, onFailure: FailureObserver): Pipeline {
  const parts = { layers, held, onFailure }
  return {
    run: (origin, runtime) => new Run(parts, origin, runtime).toOutcome(),
    refuse: (refusal, origin, runtime) => new Run(parts, origin, runtime).refuse(refusal),
    restore: (answer, origin, runtime) => new Run(parts, origin, runtime).restore(answer),
  }
}

/** What all requests share. */
interface PipelineParts {
  readonly layers: Layers
  readonly held: HeldRequests
  readonly onFailure: FailureObserver
}

/** A decision that ends the request side. */
type FinalDecision = Extract<Decision, { type: 'answer' | 'hold' | 'deny' }>

type OrderStep = (typeof ORDER)[ModelRequestKind]['request'][number]

/** One request on its way. */
class Run {
  readonly #layers: Layers
  readonly #held: HeldRequests
  readonly #onFailure: FailureObserver
  readonly #journal = new Journal()
  readonly #exchange: RunningExchange
  readonly #scope: AbortScope
  readonly #pendingWrites = new PendingWrites()
  /** A record has been begun, here or by L6's guard of the answer. Nothing begins a second one. */
  #recordBegun = false
  /** Why the request is to wait for a human, once a layer or the policy has said so. */
  #hold: ApprovalReason | undefined
  #request
  /** The answer is coming in; the request has left. */
  #isArriving = false

  constructor({ layers, held, onFailure }: PipelineParts, origin: ExchangeOrigin, runtime: ExchangeRuntime) {
    this.#layers = layers
    this.#held = held
    this.#onFailure = onFailure
    this.#scope = new AbortScope(runtime.signal, origin.principal, runtime.clock)
    this.#exchange = new RunningExchange(origin, runtime, this.#scope, this.#journal)
    this.#request = origin.request
    runtime.trace?.began(() => this.#journal.timeline())
  }

  async toOutcome(): Promise<Outcome> {
    const { signal } = this.#exchange.runtime
    try {
      return await this.#conclude(await this.#decide())
    } catch (cause) {
      this.#scope.close()
      if (!signal.aborted) throw cause
      if (!this.#recordBegun) await this.#seal(await endingOfAbort(this.#exchange.runtime))
      throw signal.reason
    }
  }

  refuse(refusal: Refusal): Promise<Outcome> {
    return this.#conclude({ type: 'deny', refusal })
  }

  async restore(answer: Answer, sent?: LocalRequest): Promise<Outcome> {
    return { type: 'answered', answer: await this.#guard(answer), sent, report: this.#journal }
  }

  /** Takes the steps of the request side until one of them ends it. */
  async #decide(): Promise<FinalDecision> {
    return (await this.#takeSteps()) ?? { type: 'deny', refusal: { code: 'layer_failed' } }
  }

  /** Undefined where no step has ended the request. */
  async #takeSteps(): Promise<FinalDecision | undefined> {
    try {
      for (const step of ORDER[this.#request.kind].request) {
        const taken = this.#take(step)
        const final = taken instanceof Promise ? await taken : taken
        if (final === undefined) {
          this.#alert()
          continue
        }
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
    return undefined
  }

  /** Tells of grave violations at once. What is going to be held has its record in a moment. */
  #alert(): void {
    if (this.#hold !== undefined && this.#exchange.runtime.approval === undefined) return
    const grave = this.#journal.takeGrave()
    if (grave.length === 0) return
    const { alerts, work } = this.#layers.L6.alert(grave, this.#exchange)
    this.#journal.alerted(alerts)
    this.#pendingWrites.add(this.#layers.L6, work)
  }

  #take(step: OrderStep): Awaitable<FinalDecision | undefined> {
    if (step === AWAIT_PENDING_WRITES) return this.#isArriving ? this.#written() : this.#beforeItLeaves()
    if (step === DECIDE_ON_HOLD) return decideOnHold(this.#request, this.#exchange, this.#hold, this.#journal)
    if (step === LOOK_AGAIN) return this.#lookAgain()
    if (step === ASK_GUARDS) return this.#askGuards()
    const results = this.#runRow(step)
    return results instanceof Promise ? results.then((all) => this.#enter(all)) : this.#enter(results)
  }

  #beforeItLeaves(): Awaitable<FinalDecision | undefined> {
    const { approval } = this.#exchange.runtime
    if (approval !== undefined) return this.#begin(approval)
    return this.#written()
  }

  #written(): Awaitable<undefined> {
    return this.#pendingWrites.isEmpty ? undefined : this.#pendingWrites.completed(this.#scope).then(() => undefined)
  }

  async #begin(approval: GrantedApproval): Promise<FinalDecision | undefined> {
    await this.#pendingWrites.completed(this.#scope)
    try {
      await this.#scope.wait(approval.begin(), this.#held.timeoutMs)
      return undefined
    } catch (cause) {
      return this.#refusalFor(cause)
    }
  }

  /** L2 looks at what L3 has passed on, and L3 replaces what it still finds there. */
  #lookAgain(): Awaitable<FinalDecision | undefined> {
    const looked = lookAgain(this.#layers, this.#request, this.#exchange, this.#onFailure)
    return looked instanceof Promise ? looked.then((all) => this.#enterAgain(all)) : this.#enterAgain(looked)
  }

  #askGuards(): Awaitable<FinalDecision | undefined> {
    const asked = askGuards(this.#layers, this.#request, this.#exchange, this.#onFailure)
    return asked?.then((result) => this.#enterAgain([result]))
  }

  #enterAgain(results: readonly LayerResult[]): FinalDecision | undefined {
    for (const result of results) this.#journal.enterAgain(result)
    return this.#follow(results)
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
    for (const result of results) this.#journal.enter(result)
    return this.#follow(results)
  }

  #follow(results: readonly LayerResult[]): FinalDecision | undefined {
    let final: FinalDecision | undefined
    for (const result of results) {
      const { decision } = result
      this.#exchange.learn(result)
      if (decision.type === 'allow') continue
      if (decision.type === 'hold') {
        this.#hold ??= decision.reason
        continue
      }
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
        return this.#request.kind === 'tool-call'
          ? await this.#arrive(this.#request.body.model, decision.answer)
          : await this.restore(decision.answer, sentRequest(this.#request, report))
      case 'hold':
        return await this.#keep(decision.reason)
      case 'deny':
        await this.#seal({ outcome: 'denied', code: decision.refusal.code })
        this.#scope.close()
        return { type: 'denied', refusal: decision.refusal, report }
    }
  }

  /** What a tool server has answered passes the layers as a request of its own, before the way back begins. */
  async #arrive(model: string, answer: Answer): Promise<Outcome> {
    const arrived = await readToolAnswer(answer, model, this.#exchange)
    if ('refusal' in arrived) return await this.#conclude({ type: 'deny', ...arrived })
    this.#isArriving = true
    this.#exchange.arrive(arrived.request)
    this.#request = arrived.request
    const refused = await this.#takeSteps()
    if (refused !== undefined) return await this.#conclude(refused)
    const passed = eventsOf([{ ...arrived.event, result: resultOf(this.#request) }])
    return { type: 'answered', answer: await this.#guard(passed), report: this.#journal }
  }

  /** Lets the request wait for a human. One that cannot be kept is refused. */
  async #keep(reason: ApprovalReason): Promise<Outcome> {
    let approvalId: string
    try {
      const kept = await this.#scope.wait(this.#held.keep(reason, this.#exchange), this.#held.timeoutMs)
      approvalId = kept.approvalId
    } catch (cause) {
      return await this.#conclude(this.#refusalFor(cause))
    }
    await this.#seal({ outcome: 'held' })
    this.#scope.close()
    return { type: 'held', reason, approvalId, report: this.#journal }
  }

  #refusalFor(cause: unknown): FinalDecision {
    const { signal } = this.#exchange.runtime
    if (signal.aborted) throw signal.reason
    this.#onFailure('L0', this.#exchange, cause)
    return { type: 'deny', refusal: refusalOf(cause) }
  }

  /** Lays the way back. What streams is guarded while it is read, a whole answer at once. */
  async #guard(answer: Answer): Promise<Answer> {
    this.#recordBegun = true
    const shared = { exchange: this.#exchange, journal: this.#journal, scope: this.#scope, request: this.#request }
    return await guardAnswer(answer, this.#layers, { ...shared, held: this.#held, onFailure: this.#onFailure })
  }

  async #seal(ending: Ending): Promise<void> {
    this.#recordBegun = true
    const { clock } = this.#exchange.runtime
    const startedMs = clock.monotonicMs()
    const event = this.#journal.open('L6', startedMs)
    try {
      await withDeadline(this.#layers.L6.seal(ending, this.#exchange), this.#layers.L6.timeoutMs)
      addWork(event, clock.monotonicMs() - startedMs)
    } catch (cause) {
      this.#onFailure('L6', this.#exchange, cause)
      throw cause instanceof SluiceError ? cause : new SluiceError('audit_unavailable', { cause })
    }
  }
}
