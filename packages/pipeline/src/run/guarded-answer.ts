import { type PolicyViolation, SluiceError } from '@sluice/contracts'
import type { AnswerItem } from '../answer/index.ts'
import type { AnswerGuard, Awaitable, Ending, EvidenceGuard, Exchange, Layer } from '../layer.ts'
import { type AbortScope, DeadlineExceeded, withDeadline } from './abort-scope.ts'
import { floodCostMs, SMALL_BATCH_UNITS, unitsOf } from './batch-units.ts'
import { endingOfAbort } from './ending-of-abort.ts'
import { addWork, type GrowingEvent } from './journal.ts'
import type { FailureObserver } from './run-request-layer.ts'
import { oneStep, waitForTurn, workInSlices } from './slice-queue.ts'

/** One layer's part of the way back. */
export interface GuardStep<Item extends AnswerItem> {
  readonly layer: Layer
  readonly guard: AnswerGuard<Item>
  /** Its time grows while the guard works. */
  readonly event: GrowingEvent
}

interface GuardedAnswerOptions<Item extends AnswerItem> {
  readonly source: AsyncIterable<readonly Item[]>
  /** In the order of the way back. */
  readonly steps: readonly GuardStep<Item>[]
  /** The guard that leaves the record; it stands among the steps as well. */
  readonly evidence: EvidenceGuard<Item>
  /** The longest that its record may take, in milliseconds. */
  readonly evidenceTimeoutMs: number
  readonly exchange: Exchange
  readonly scope: AbortScope
  /** Told what the guards have to say before the record is made. */
  readonly onViolations: (violations: readonly PolicyViolation[]) => void
  readonly onFailure: FailureObserver
}

/**
 * An answer as it leaves the way back: each batch passes every guard in one loop. A guard has its layer's `timeoutMs`
 * for one batch; waiting for the model is not counted. A guard that throws or takes too long ends the answer with a
 * `SluiceError`, because items that a guard did not see cannot pass in its place. L6 records every ending, also that of
 * an answer that its reader leaves before reading it.
 */
export class GuardedAnswer<Item extends AnswerItem> implements AsyncIterableIterator<readonly Item[]> {
  readonly #source: AsyncIterator<readonly Item[]>
  readonly #steps: readonly GuardStep<Item>[]
  readonly #evidence: EvidenceGuard<Item>
  readonly #evidenceTimeoutMs: number
  readonly #exchange: Exchange
  readonly #scope: AbortScope
  readonly #onFailure: FailureObserver
  readonly #onViolations: GuardedAnswerOptions<Item>['onViolations']
  #ended = false
  /** What reading and writing the next batch will cost, judged by the one before; 0 unless that was a flood. */
  #nextCostMs = 0

  constructor({ source, steps, evidence, evidenceTimeoutMs, ...shared }: GuardedAnswerOptions<Item>) {
    this.#source = source[Symbol.asyncIterator]()
    this.#steps = steps
    this.#evidence = evidence
    this.#evidenceTimeoutMs = evidenceTimeoutMs
    this.#exchange = shared.exchange
    this.#scope = shared.scope
    this.#onFailure = shared.onFailure
    this.#onViolations = shared.onViolations
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async next(): Promise<IteratorResult<readonly Item[]>> {
    try {
      while (!this.#ended) {
        if (this.#nextCostMs > 0) await waitForTurn(this.#nextCostMs, this.#scope)
        const arrived = await this.#source.next()
        if (arrived.done === true) return await this.#finish()
        this.#nextCostMs = floodCostMs(arrived.value)
        const passed = this.#passInTurn(arrived.value)
        const items = passed instanceof Promise ? await passed : passed
        if (items.length > 0) return { done: false, value: items }
      }
    } catch (cause) {
      await this.#breakOff(cause)
      throw cause
    }
    return { done: true, value: undefined }
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.#ended) {
      this.#close()
      try {
        await this.#source.return?.()
      } finally {
        await this.#seal(await endingOfAbort(this.#exchange.runtime))
      }
    }
    return { done: true, value: undefined }
  }

  /** The guards let go of what they hold, from the first to the last, and the answer is over. */
  async #finish(): Promise<IteratorResult<readonly Item[]>> {
    const rest: Item[] = []
    for (let at = 0; at < this.#steps.length; at += 1) {
      const ended = this.#timed(at, (guard) => guard.end())
      const given = ended instanceof Promise ? await ended : ended
      this.#tellViolations(at)
      const passed = this.#pass(given, at + 1)
      rest.push(...(passed instanceof Promise ? await passed : passed))
    }
    this.#close()
    return rest.length > 0 ? { done: false, value: rest } : { done: true, value: undefined }
  }

  /** Lets much text wait its turn among the text work of all users: a flood must not fill the event loop. */
  #passInTurn(items: readonly Item[]): Awaitable<Awaitable<readonly Item[]>> {
    const units = unitsOf(items)
    if (units <= SMALL_BATCH_UNITS) return this.#pass(items, 0)
    const work = oneStep(units, () => this.#pass(items, 0))
    return workInSlices(work, this.#scope)
  }

  /** Passes items through the guards from `from` on; a promise only where a guard returns one. */
  #pass(items: readonly Item[], from: number): Awaitable<readonly Item[]> {
    let passing = items
    for (let at = from; at < this.#steps.length && passing.length > 0; at += 1) {
      const taken = this.#timed(at, (guard) => guard.take(passing))
      if (taken instanceof Promise) return taken.then((passed) => this.#pass(passed, at + 1))
      passing = taken
    }
    return passing
  }

  /** Lets one guard work, within its layer's time, and adds that time to the layer's event. */
  #timed(at: number, work: (guard: AnswerGuard<Item>) => Awaitable<readonly Item[]>): Awaitable<readonly Item[]> {
    const step = this.#steps[at]
    if (step === undefined) return []
    const { clock } = this.#exchange.runtime
    const startedMs = clock.monotonicMs()
    try {
      const result = work(step.guard)
      if (!(result instanceof Promise)) {
        addWork(step.event, clock.monotonicMs() - startedMs)
        return result
      }
      return this.#scope.wait(result, step.layer.timeoutMs).then(
        (items) => {
          addWork(step.event, clock.monotonicMs() - startedMs)
          return items
        },
        (cause: unknown) => this.#report(step, cause),
      )
    } catch (cause) {
      return this.#report(step, cause)
    }
  }

  #report({ layer }: GuardStep<Item>, cause: unknown): never {
    if (cause instanceof SluiceError || this.#exchange.runtime.signal.aborted) throw cause
    this.#onFailure(layer.id, this.#exchange, cause)
    throw new SluiceError(cause instanceof DeadlineExceeded ? 'layer_timeout' : 'layer_failed', { cause })
  }

  /** Leaves the source, without waiting for one that hangs, and leaves the record of how the answer ended. */
  async #breakOff(cause: unknown): Promise<void> {
    if (this.#ended) return
    this.#close()
    this.#source.return?.().catch(() => undefined)
    await this.#seal(await this.#endingFor(cause))
  }

  /** Leaves the record of an answer that did not end well. Reports a record that is lost: the reader may be gone. */
  async #seal(ending: Ending): Promise<void> {
    try {
      for (let at = 0; at < this.#steps.length; at += 1) this.#tellViolations(at)
      await withDeadline(this.#evidence.seal(ending), this.#evidenceTimeoutMs)
    } catch (cause) {
      this.#onFailure('L6', this.#exchange, cause)
      throw cause instanceof SluiceError ? cause : new SluiceError('audit_unavailable', { cause })
    }
  }

  #tellViolations(at: number): void {
    const violations = this.#steps[at]?.guard.violations?.() ?? []
    if (violations.length > 0) this.#onViolations(violations)
  }

  async #endingFor(cause: unknown): Promise<Ending> {
    const { runtime } = this.#exchange
    if (runtime.signal.aborted) return await endingOfAbort(runtime)
    return { outcome: 'failed', code: cause instanceof SluiceError ? cause.code : 'internal_error' }
  }

  #close(): void {
    this.#ended = true
    this.#scope.close()
  }
}
