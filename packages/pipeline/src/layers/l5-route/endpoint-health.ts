import type { EndpointFailure, ModelEndpoint } from '../../ports/model-endpoint.ts'
import { type BreakerState, CircuitBreaker, type Pass } from './circuit-breaker.ts'
import { LatencyEstimates } from './latency-estimates.ts'

/**
 * Statuses that say nothing of how an endpoint does: it refuses the key that it was given, lacks what was asked for, or
 * its limit is reached.
 */
const SAYS_NOTHING: ReadonlySet<number> = new Set([401, 403, 429, 501])

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
        pass.succeeded()
      },
      failed: (failure) => tell(known, pass, failure, user, nowMs()),
      timedOut: () => pass.failed(nowMs(), user),
      cancelled: () => pass.cancelled(),
    }
  }

  /** An answer that had begun has broken off. */
  brokeOff(endpoint: ModelEndpoint, user: string, nowMs: number): void {
    this.#of(endpoint).breaker.brokeOff(nowMs, user)
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

  /** How long until it may be asked, in milliseconds. */
  waitMs(endpoint: ModelEndpoint, nowMs: number): number {
    return this.#of(endpoint).breaker.waitMs(nowMs)
  }

  #of(endpoint: ModelEndpoint): Known {
    const key = endpoint.connections ?? endpoint
    let known = this.#known.get(key)
    if (known === undefined) {
      known = { breaker: new CircuitBreaker(), latency: new LatencyEstimates(), restingUntilMs: 0 }
      this.#known.set(key, known)
    }
    return known
  }
}

function tell(known: Known, pass: Pass, failure: EndpointFailure, user: string, nowMs: number): void {
  if (failure.kind === 'connect') {
    pass.failed(nowMs)
    return
  }
  if (failure.kind !== 'status') {
    // Nothing was sent to one that is busy.
    if (failure.kind === 'busy' || failure.kind === 'limited') pass.cancelled()
    else pass.failed(nowMs, user)
    return
  }
  const { status, retryAfterSeconds } = failure
  if (retryAfterSeconds !== undefined) known.restingUntilMs = nowMs + retryAfterSeconds * 1000
  if (SAYS_NOTHING.has(status)) pass.cancelled()
  else if (status >= 500 || status === 408) pass.failed(nowMs, user)
  else pass.succeeded()
}
