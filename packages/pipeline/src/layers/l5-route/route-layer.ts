import { setTimeout as sleepMs } from 'node:timers/promises'
import type { ChatRequest, PolicyViolation, Refusal, SensitivityTile } from '@sluice/contracts'
import type { Decision, Exchange, RequestLayer } from '../../layer.ts'
import { EndpointError, type EndpointFailure, type ModelEndpoint } from '../../ports/model-endpoint.ts'
import { type Budget, startBudget } from './budget.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { consequenceOf } from './consequence.ts'
import { createEndpointHealth } from './endpoint-health.ts'
import { type RetryPolicy, retryDelayMs } from './retry-delay.ts'

/** Waits; rejects when the signal aborts. */
export type Sleep = (delayMs: number, signal: AbortSignal) => Promise<void>

export interface RouteOptions {
  /** In order of preference. */
  readonly endpoints: readonly ModelEndpoint[]
  readonly retry: RetryPolicy
  /** Time to the first byte. More than the retry budget, so that this layer ends its own attempts. */
  readonly timeoutMs: number
  /** Jitter: 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  readonly sleep?: Sleep
}

/**
 * L5: sends a request to the first endpoint that serves the model and may see data of this sensitivity.
 *
 * Until an answer has begun, a failure that may pass is retried with back-off and then taken to the next compliant
 * endpoint; from the first byte on the answer stays where it is. An endpoint that could not be reached for a while is
 * asked last. Denies with `model_not_found`,
 * `no_compliant_endpoint`, `rate_limited`, `upstream_rejected`, `upstream_error`, `upstream_timeout`, or `layer_failed`
 * when L2 has left no tile.
 *
 * It cannot know what an endpoint does with what it is sent: the permitted level is configured trust.
 *
 * @throws {RangeError} if the retry policy or the time-out cannot be right.
 */
export function createRouteLayer(options: RouteOptions): RequestLayer {
  checkOptions(options)
  const { endpoints, timeoutMs, retry, random } = options
  const sleep = options.sleep ?? ((delayMs, signal) => sleepMs(delayMs, undefined, { signal }))

  const health = createEndpointHealth()

  async function inspectRequest(request: ChatRequest, exchange: Exchange): Promise<Decision> {
    const { principal, policy } = exchange
    const { tile } = exchange.facts
    exchange.signal.throwIfAborted()
    if (!tile) return deny({ code: 'layer_failed' })
    const found = findCandidates(endpoints, request.model, tile, principal, policy)
    if (found.type === 'no-model') return deny({ code: 'model_not_found', param: 'model' })
    if (found.type === 'none-compliant')
      return {
        ...deny({ code: 'no_compliant_endpoint' }),
        violations: found.policyIds.map((id) => tooSensitive(id, tile)),
      }

    const budget = startBudget(retry.budgetMs, exchange)
    const decision = await askInTurn(found.candidates, request, exchange, budget).catch((error: unknown) => {
      budget.close()
      throw error
    })
    if (decision.type === 'answer') budget.answerBegun()
    else budget.close()
    return decision
  }

  async function askInTurn(
    candidates: readonly Candidate[],
    request: ChatRequest,
    exchange: Exchange,
    budget: Budget,
  ): Promise<Decision> {
    let refusal: Refusal = { code: 'upstream_error' }
    for (const { endpoint, model } of health.order(candidates, exchange.clock.monotonicMs())) {
      const named = model === request.model ? request : { ...request, model }
      const result = await askPatiently(endpoint, named, exchange, budget)
      if ('type' in result) return result
      const consequence = consequenceOf(result.failure)
      refusal = consequence.refusal
      if (!consequence.fallback) break
      if (budget.remainingMs() <= 0) break
    }
    return deny(refusal)
  }

  /** Asks one endpoint as often as policy and budget allow. */
  async function askPatiently(
    endpoint: ModelEndpoint,
    request: ChatRequest,
    exchange: Exchange,
    budget: Budget,
  ): Promise<Decision | { readonly failure: EndpointFailure }> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const chunks = await endpoint.ask(request, { requestId: exchange.requestId, signal: budget.signal })
        if (budget.isSpent) return deny({ code: 'upstream_timeout' })
        health.answered(endpoint)
        return { type: 'answer', chunks, facts: { endpoint: endpoint.name } }
      } catch (error) {
        if (exchange.signal.aborted) throw exchange.signal.reason
        if (budget.isSpent) return deny({ code: 'upstream_timeout' })
        if (!(error instanceof EndpointError)) throw error
        const { failure } = error
        health.failed(endpoint, failure, exchange.clock.monotonicMs())
        const delayMs = retryDelayMs(retry, attempt, retryAfterOf(failure), random)
        // A caller is better served by another endpoint, or by its own patience, than by a long silence.
        const isWorthWaiting = delayMs <= retry.maxDelayMs && delayMs < budget.remainingMs()
        const mayRetry = consequenceOf(failure).retry && attempt < retry.attempts && isWorthWaiting
        if (!mayRetry) return { failure }
        await pause(delayMs, exchange, budget)
      }
    }
  }

  /** A wait that the budget cuts short is no error: the next attempt finds it spent. */
  async function pause(delayMs: number, exchange: Exchange, budget: Budget): Promise<void> {
    try {
      await sleep(delayMs, budget.signal)
    } catch (error) {
      if (exchange.signal.aborted) throw exchange.signal.reason
      if (!budget.isSpent) throw error
    }
  }

  return { id: 'L5', timeoutMs, onError: 'deny', inspectRequest }
}

function checkOptions({ retry, timeoutMs }: RouteOptions): void {
  const { attempts, baseDelayMs, maxDelayMs, budgetMs } = retry
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > 10) throw new RangeError('retry.attempts is not 1..10.')
  if (!(baseDelayMs >= 0 && maxDelayMs >= baseDelayMs)) throw new RangeError('retry.maxDelayMs is under baseDelayMs.')
  if (!(budgetMs > 0 && timeoutMs > budgetMs)) throw new RangeError('timeoutMs does not exceed retry.budgetMs.')
}

function deny(refusal: Refusal): Decision & { type: 'deny' } {
  return { type: 'deny', refusal }
}

function retryAfterOf(failure: EndpointFailure): number | undefined {
  return failure.kind === 'status' ? failure.retryAfterSeconds : undefined
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
