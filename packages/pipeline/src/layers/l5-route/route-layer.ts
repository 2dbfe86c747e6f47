import { setTimeout as sleepMs } from 'node:timers/promises'
import { type PolicyViolation, type Refusal, type SensitivityTile, UNREADABLE_FLAG } from '@sluice/contracts'
import { type KeyRing, markSeal } from '@sluice/token-vault'
import type { Exchange, Responder, ResponderDecision } from '../../layer.ts'
import type { ServingEndpoint } from '../../ports/find-serving.ts'
import { EndpointError, type EndpointFailure, type ModelEndpoint } from '../../ports/model-endpoint.ts'
import type { AttemptObserver } from '../../ports/upstream-attempt.ts'
import type { ModelRequest } from '../../request/index.ts'
import { type Budget, startBudget } from './budget.ts'
import { findCandidates } from './candidates.ts'
import { consequenceOf } from './consequence.ts'
import { describeFailure } from './describe-failure.ts'
import { createEndpointHealth } from './endpoint-health.ts'
import { type RetryPolicy, retryDelayMs } from './retry-delay.ts'
import { makersFirst, sendable } from './sealed-parts.ts'

/** What the answers of each wire are called, before the id of the record. */
const ANSWER_ID_PREFIX: Readonly<Record<ModelRequest['kind'], string>> = {
  chat: 'chatcmpl-',
  embeddings: 'embd-',
  responses: 'resp_',
  messages: 'msg_',
  'token-count': 'count_',
  'tool-call': 'call_',
  'tool-result': 'call_',
}

/** Waits; rejects when the signal aborts. */
type Sleep = (delayMs: number, signal: AbortSignal) => Promise<void>

export interface RouteOptions {
  readonly retry: RetryPolicy
  /** Time to the first byte. More than the retry budget, so that this layer ends its own attempts. */
  readonly timeoutMs: number
  /** Marks what endpoints have sealed for a user. */
  readonly keyRing: Pick<KeyRing, 'providerSealKey'>
  /** Jitter: 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  readonly sleep?: Sleep
  readonly onAttempt?: AttemptObserver | undefined
}

/**
 * L5: sends a request to the first endpoint that serves the model and may see data of this sensitivity.
 *
 * Until an answer has begun, a failure that may pass is retried with back-off and then taken to the next compliant
 * endpoint; once an answer has begun it is not moved. A request that humans have approved is sent once.
 * An endpoint that could not be reached for a while is asked last. Each one that is asked is noted, also where
 * it fails.
 * Denies with `model_not_found`, `no_compliant_endpoint`, `rate_limit_exceeded`, one of `upstream_...`, or
 * `layer_failed` when L2 has left no tile.
 *
 * It cannot know what an endpoint does with what it is sent: the permitted level is configured trust.
 *
 * @throws {RangeError} if the retry policy or the time-out cannot be right.
 */
export function createRouteLayer(options: RouteOptions): Responder<'L5'> {
  checkOptions(options)
  const router = new Router(options)
  return {
    id: 'L5',
    timeoutMs: options.timeoutMs,
    onError: 'deny',
    decide: (request, exchange) => router.route(request, exchange),
  }
}

class Router {
  readonly #retry: RetryPolicy
  readonly #random: () => number
  readonly #sleep: Sleep
  readonly #onAttempt: AttemptObserver
  readonly #keyRing: RouteOptions['keyRing']
  readonly #health = createEndpointHealth()

  constructor({ retry, keyRing, random, sleep, onAttempt }: RouteOptions) {
    this.#keyRing = keyRing
    this.#retry = retry
    this.#random = random
    this.#onAttempt = onAttempt ?? (() => undefined)
    this.#sleep = sleep ?? ((delayMs, signal) => sleepMs(delayMs, undefined, { signal }))
  }

  async route(request: ModelRequest, exchange: Exchange): Promise<ResponderDecision<'L5'>> {
    const { tile } = exchange.facts
    exchange.runtime.signal.throwIfAborted()
    if (!tile) return deny({ code: 'layer_failed' })
    const found = findCandidates(request, tile, exchange)
    if (found.type === 'no-model') return deny({ code: 'model_not_found', param: 'model' })
    if (found.type === 'none-compliant')
      return {
        ...deny(tooSensitiveFor(tile)),
        violations: found.policyIds.map((id) => tooSensitive(id, tile)),
      }

    const budget = startBudget(this.#retry.budgetMs, exchange)
    const decision = await this.#askInTurn(found.candidates, request, exchange, budget).catch((error: unknown) => {
      budget.close()
      throw error
    })
    if (decision.type === 'answer') budget.answerBegun()
    else budget.close()
    return decision
  }

  async #askInTurn(
    candidates: readonly ServingEndpoint[],
    request: ModelRequest,
    exchange: Exchange,
    budget: Budget,
  ): Promise<ResponderDecision<'L5'>> {
    let refusal: Refusal = { code: 'upstream_error' }
    const healthiest = this.#health.order(candidates, exchange.runtime.clock.monotonicMs())
    for (const { endpoint, model } of makersFirst(healthiest, request)) {
      const sent = sendable(request, endpoint)
      if (sent === undefined) continue
      const result = await this.#askWithRetries(endpoint, withModel(sent, model), exchange, budget)
      if ('type' in result) return result
      const consequence = consequenceOf(result.failure)
      refusal = consequence.refusal
      if (!consequence.fallback || isSentOnce(request, exchange)) break
      if (budget.remainingMs() <= 0) break
    }
    return deny(refusal)
  }

  /** Asks one endpoint as often as policy and budget allow. */
  async #askWithRetries(
    endpoint: ModelEndpoint,
    request: ModelRequest,
    exchange: Exchange,
    budget: Budget,
  ): Promise<ResponderDecision<'L5'> | { readonly failure: EndpointFailure }> {
    const { origin, runtime } = exchange
    const { requestId, principal } = origin
    const sentOnce = isSentOnce(request, exchange)
    // Names hold no control characters, so that no two users have the same text.
    const user = `${principal.tenant}\n${principal.sub}`
    const about = { requestId, endpoint: endpoint.name, model: request.body.model }
    const outOfTime = () => {
      this.#onAttempt({ ...about, outcome: 'timeout' })
      return deny({ code: 'upstream_timeout' })
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await endpoint.ask(request, {
          requestId,
          answerId: `${ANSWER_ID_PREFIX[request.kind]}${runtime.approval?.id ?? runtime.recordId}`,
          user,
          signal: budget.signal,
          scope: { tenant: principal.tenant, sessionId: origin.session.id },
          headers: origin.headers,
          markSeal: (original, covered) =>
            markSeal(this.#keyRing.providerSealKey(principal), { endpoint: endpoint.name, original }, covered),
          leaving: (bytes) => exchange.disclosed.toEndpoint(endpoint, bytes),
          holdBytes: runtime.holdBytes,
        })
        // Whoever answers was asked, whatever the adapter says.
        exchange.disclosed.toEndpoint(endpoint)
        if (budget.isSpent) return outOfTime()
        this.#health.answered(endpoint)
        this.#onAttempt({ ...about, outcome: 'answered' })
        return { type: 'answer', answer, facts: { endpoint: endpoint.name } }
      } catch (error) {
        if (runtime.signal.aborted) throw runtime.signal.reason
        if (budget.isSpent) return outOfTime()
        if (!(error instanceof EndpointError)) throw error
        const { failure } = error
        this.#health.failed(endpoint, failure, runtime.clock.monotonicMs())
        this.#onAttempt({ ...about, ...describeFailure(error) })
        const delayMs = sentOnce ? undefined : this.#delayBeforeRetryMs(failure, attempt, budget)
        if (delayMs === undefined) return { failure }
        await this.#pause(delayMs, runtime.signal, budget)
      }
    }
  }

  /** How long to wait before the same endpoint is asked again; undefined where it is not. */
  #delayBeforeRetryMs(failure: EndpointFailure, attempt: number, budget: Budget): number | undefined {
    if (!consequenceOf(failure).retry || attempt >= this.#retry.attempts) return undefined
    const delayMs = retryDelayMs(this.#retry, attempt, retryAfterOf(failure), this.#random)
    // Another endpoint, or a retry of the caller's own, serves better than a long silence.
    return delayMs <= this.#retry.maxDelayMs && delayMs < budget.remainingMs() ? delayMs : undefined
  }

  /** A wait that the budget cuts short is no error: the next attempt finds it spent. */
  async #pause(delayMs: number, signal: AbortSignal, budget: Budget): Promise<void> {
    try {
      await this.#sleep(delayMs, budget.signal)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (!budget.isSpent) throw error
    }
  }
}

/**
 * A human has approved one execution, and a tool does something each time that it is called: what may have left is not
 * sent again, here or elsewhere.
 */
function isSentOnce({ kind }: ModelRequest, { runtime }: Exchange): boolean {
  return runtime.approval !== undefined || kind === 'tool-call'
}

function withModel(request: ModelRequest, model: string): ModelRequest {
  if (request.body.model === model) return request
  // The same kind with the same body, but for a string in it.
  return { ...request, body: { ...request.body, model } } as ModelRequest
}

function checkOptions({ retry, timeoutMs }: RouteOptions): void {
  const { attempts, baseDelayMs, maxDelayMs, budgetMs } = retry
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > 10) throw new RangeError('retry.attempts is not 1..10.')
  if (!(baseDelayMs >= 0 && maxDelayMs >= baseDelayMs)) throw new RangeError('retry.maxDelayMs is under baseDelayMs.')
  if (!(budgetMs > 0 && timeoutMs > budgetMs)) throw new RangeError('timeoutMs does not exceed retry.budgetMs.')
}

function deny(refusal: Refusal): ResponderDecision<'L5'> & { type: 'deny' } {
  return { type: 'deny', refusal }
}

function retryAfterOf(failure: EndpointFailure): number | undefined {
  return failure.kind === 'status' ? failure.retryAfterSeconds : undefined
}

/** Names the setting where the level may come from it. */
function tooSensitiveFor({ level, flags }: SensitivityTile): Refusal {
  const code = 'no_compliant_endpoint'
  if (!flags.includes(UNREADABLE_FLAG)) return { code }
  const message =
    `No model endpoint that may see data of level ${level} serves this model. The request holds an image, audio or a ` +
    'file that cannot be read here; the setting UNREADABLE_LEVELS says which level it has.'
  return { code, message }
}

function tooSensitive(policyId: string, tile: SensitivityTile): PolicyViolation {
  return {
    policy_id: policyId,
    layer: 'L5',
    action: 'blocked',
    severity: 'high',
    message: `No endpoint for this model may see data of level ${tile.level}.`,
  }
}
