import type { EndpointFailure, ModelEndpoint } from '../../ports/model-endpoint.ts'
import { type BreakerState, CircuitBreaker, type Pass } from './circuit-breaker.ts'
import { LatencyEstimates } from './latency-estimates.ts'
import { OutcomeCounts } from './outcome-counts.ts'

/**
 * Statuses that say nothing of how an endpoint does: it refuses the key that it was given, lacks what was asked for, or
 * its limit is reached.
 */
const SAYS_NOTHING: ReadonlySet<number> = new Set([401, 403, 429, 501])

/** What an endpoint failed by, beside statuses. */
const FAULTS = { connect: 'unreachable', 'headers-timeout': 'timeout', protocol: 'invalid_answer' } as const

/** Leave to ask an endpoint once. One of its methods is called once. */
interface AskPass {
  answered(): void
  failed(failure: EndpointFailure): void
  /** No answer came in the time that was left. */
  timedOut(): void
  /** The caller has left. */
  cancelled(): void
}

interface Known {
  readonly breaker: CircuitBreaker
  readonly latency: LatencyEstimates
  readonly outcomes: OutcomeCounts
  restingUntilMs: number
}

/**
 * What is known of endpoints from how they answered. It is kept by their connections, so that a reload that changes
 * nothing of them forgets nothing.
 */
export class EndpointHealth {
  readonly #known = new WeakMap<object, Known>()

  /**
   * Undefined where the breaker lets no request through.
   *
   * @param user whose request it is.
   */
  admit(endpoint: ModelEndpoint, user: string, nowMs: () => number): AskPass | undefined {
    const known = this.#of(endpoint)
    const pass = known.breaker.admit(nowMs())
    if (pass === undefined) return undefined
    return {
      answered: () => {
        known.restingUntilMs = 0
        known.outcomes.answered(nowMs())
        pass.succeeded()
      },
      failed: (failure) => tell(known, pass, failure, user, nowMs()),
      timedOut: () => {
        known.outcomes.failed(nowMs(), 'timeout')
        pass.failed(nowMs(), user)
      },
      cancelled: () => pass.cancelled(),
    }
  }

  /** An answer that had begun has broken off. */
  brokeOff(endpoint: ModelEndpoint, user: string, nowMs: number): void {
    const known = this.#of(endpoint)
    known.outcomes.brokeOff(nowMs)
    known.breaker.brokeOff(nowMs, user)
  }

  /** How long it took to begin a streamed answer, in milliseconds. */
  took(endpoint: ModelEndpoint, model: string, ms: number, nowMs: number): void {
    this.#of(endpoint).latency.add(model, ms, nowMs)
  }

  latencyMs(endpoint: ModelEndpoint, model: string, nowMs: number): number | undefined {
    return this.#of(endpoint).latency.of(model, nowMs)
  }

  /** Whether it has asked to be left alone until later. */
  isResting(endpoint: ModelEndpoint, nowMs: number): boolean {
    return this.#of(endpoint).restingUntilMs > nowMs
  }

  stateOf(endpoint: ModelEndpoint, nowMs: number): BreakerState {
    return this.#of(endpoint).breaker.stateAt(nowMs)
  }

  /** For how long its breaker has not been closed, in milliseconds; undefined while it is. */
  brokenForMs(endpoint: ModelEndpoint, nowMs: number): number | undefined {
    return this.#of(endpoint).breaker.brokenForMs(nowMs)
  }

  /** How requests to it ended in the last five minutes. */
  lately(endpoint: ModelEndpoint, nowMs: number): ReturnType<OutcomeCounts['at']> {
    return this.#of(endpoint).outcomes.at(nowMs)
  }

  /** What it last failed by, and how long ago; undefined where it never has. */
  lastFault(endpoint: ModelEndpoint, nowMs: number): ReturnType<OutcomeCounts['lastFault']> {
    return this.#of(endpoint).outcomes.lastFault(nowMs)
  }

  /** How long until it may be asked, in milliseconds. */
  waitMs(endpoint: ModelEndpoint, nowMs: number): number {
    return this.#of(endpoint).breaker.waitMs(nowMs)
  }

  #of(endpoint: ModelEndpoint): Known {
    const key = endpoint.connections ?? endpoint
    let known = this.#known.get(key)
    if (known === undefined) {
      known = {
        ...{ breaker: new CircuitBreaker(), latency: new LatencyEstimates(), outcomes: new OutcomeCounts() },
        restingUntilMs: 0,
      }
      this.#known.set(key, known)
    }
    return known
  }
}

function tell(known: Known, pass: Pass, failure: EndpointFailure, user: string, nowMs: number): void {
  const { outcomes } = known
  if (failure.kind === 'busy' || failure.kind === 'limited') {
    // Nothing was sent to one that is busy.
    pass.cancelled()
    return
  }
  if (failure.kind !== 'status') {
    outcomes.failed(nowMs, FAULTS[failure.kind])
    pass.failed(nowMs, failure.kind === 'connect' ? undefined : user)
    return
  }
  const { status, retryAfterSeconds } = failure
  if (retryAfterSeconds !== undefined) known.restingUntilMs = nowMs + retryAfterSeconds * 1000
  const saysNothing = SAYS_NOTHING.has(status)
  const isFault = status >= 500 || status === 408
  // Whoever looks after an endpoint wants to know of a key that is refused; other statuses are the caller's.
  if (saysNothing || isFault) outcomes.failed(nowMs, 'status', status)
  else outcomes.answered(nowMs)
  if (saysNothing) pass.cancelled()
  else if (isFault) pass.failed(nowMs, user)
  else pass.succeeded()
}
