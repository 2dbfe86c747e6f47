import { setTimeout as sleepMs } from 'node:timers/promises'
import {
  ERRORS,
  type PolicyViolation,
  type Refusal,
  SENSITIVE_FILE_FLAG,
  type SensitivityTile,
  SluiceError,
  UNREADABLE_FLAG,
} from '@sluice/contracts'
import type { KeyRing } from '@sluice/token-vault'
import type { Exchange, Responder, ResponderDecision } from '../../layer.ts'
import type { ServingEndpoint } from '../../ports/find-serving.ts'
import type { AttemptObserver } from '../../ports/upstream-attempt.ts'
import type { ModelRequest } from '../../request/index.ts'
import { Attempts, isSentOnce, type Sleep } from './attempts.ts'
import { startBudget } from './budget.ts'
import { findCandidates } from './candidates.ts'
import { EndpointHealth } from './endpoint-health.ts'
import { type Meter, openMeter } from './meter.ts'
import { orderCandidates } from './order-candidates.ts'
import type { RetryPolicy } from './retry-delay.ts'
import { RetryLedger } from './retry-ledger.ts'
import { makersFirst } from './sealed-parts.ts'

export interface RouteOptions {
  readonly retry: RetryPolicy
  /** Time to the first byte. More than the retry budget, so that this layer ends its own attempts. */
  readonly timeoutMs: number
  /** Marks what endpoints have sealed for a user. */
  readonly keyRing: Pick<KeyRing, 'providerSealKey'>
  /** Jitter: 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  readonly sleep?: Sleep
  /** What is known of endpoints; the layer's own where it is absent. */
  readonly health?: EndpointHealth | undefined
  readonly onAttempt?: AttemptObserver | undefined
}

/**
 * L5: sends a request to one of the endpoints that serve the model and may see data of this sensitivity: which of them
 * first is said at `orderCandidates`, and where its parts were sealed by one, that one.
 *
 * Until an answer has begun, a failure that may pass is taken to the next compliant endpoint, and once all were asked,
 * to the same ones again, as often as one budget of tries and of time allows. A request that fails and comes again at
 * once shares that budget. Once an answer has begun it is not moved. A request that humans have approved is sent once.
 * An endpoint that keeps failing is left alone for a while. Each one that is asked is noted, also where it fails.
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
  readonly #parts: ConstructorParameters<typeof Attempts>[0]
  readonly #ledger = new RetryLedger()

  constructor({ retry, keyRing, random, sleep, onAttempt, health }: RouteOptions) {
    this.#parts = {
      ...{ retry, keyRing, random, health: health ?? new EndpointHealth(), onAttempt: onAttempt ?? (() => undefined) },
      sleep: sleep ?? ((delayMs, signal) => sleepMs(delayMs, undefined, { signal })),
    }
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
    return isSentOnce(request, exchange)
      ? (await this.#ask(found.candidates, request, exchange, 1)).decision
      : await this.#askWithinTries(found.candidates, request, exchange)
  }

  /** A request that has just failed and comes again goes on with the tries that it has left. */
  async #askWithinTries(
    candidates: readonly ServingEndpoint[],
    request: ModelRequest,
    exchange: Exchange,
  ): Promise<ResponderDecision<'L5'>> {
    const { clock } = exchange.runtime
    const { attempts } = this.#parts.retry
    const user = userOf(exchange)
    const nowMs = clock.monotonicMs()
    const used = this.#ledger.find(user, request, nowMs)
    const rest = attempts - (used?.tries ?? 0)
    if (used !== undefined && rest <= 0 && nowMs < used.againAtMs) return deny(used.refusal, used.againAtMs - nowMs)
    const tries = Math.max(1, rest)
    const { decision, left } = await this.#ask(candidates, request, exchange, tries)
    if (decision.type !== 'deny') {
      if (used !== undefined) this.#ledger.answered(user, request)
      return decision
    }
    const usedNow = tries - left
    if (usedNow === 0 || !mayComeAgain(decision.refusal)) return decision
    const spent = left === 0
    const refusal = spent ? { ...decision.refusal, retry: false as const } : decision.refusal
    this.#ledger.failed(user, request, (used?.tries ?? 0) + usedNow, refusal, clock.monotonicMs())
    return deny(refusal)
  }

  async #ask(candidates: readonly ServingEndpoint[], request: ModelRequest, exchange: Exchange, tries: number) {
    const { health, retry } = this.#parts
    const nowMs = exchange.runtime.clock.monotonicMs()
    const session = String(exchange.origin.session.id)
    const ordered = makersFirst(orderCandidates(candidates, session, health, nowMs), request)
    const budget = startBudget(retry.budgetMs, exchange)
    const attempts = new Attempts(this.#parts, exchange, budget, userOf(exchange), tries)
    let meter: Meter
    try {
      const opened = openMeter(request, exchange, ordered)
      meter = opened instanceof Promise ? await opened : opened
    } catch (error) {
      budget.close()
      if (error instanceof SluiceError) return { decision: deny(error.refusal), left: tries }
      throw error
    }
    try {
      const decision = await attempts.ask(ordered, request, meter)
      if (decision.type === 'deny') {
        budget.close()
        meter.release()
        return { decision, left: attempts.left }
      }
      budget.answerBegun()
      const { served, atEndpoint, call, ...answered } = decision
      const { answer, ...used } = meter.follow(decision.answer, served, atEndpoint, call)
      return { decision: { ...answered, answer, facts: { ...decision.facts, ...used } }, left: attempts.left }
    } catch (error) {
      budget.close()
      meter.release()
      throw error
    }
  }
}

/** Names hold no control characters, so that no two users have the same text. */
function userOf({ origin: { principal } }: Exchange): string {
  return `${principal.tenant}\n${principal.sub}`
}

/** Whether clients send a request again that was refused so. */
function mayComeAgain({ code }: Refusal): boolean {
  return ERRORS[code].retry
}

function checkOptions({ retry, timeoutMs }: RouteOptions): void {
  const { attempts, baseDelayMs, maxDelayMs, budgetMs } = retry
  if (!Number.isInteger(attempts) || attempts < 1 || attempts > 10) throw new RangeError('retry.attempts is not 1..10.')
  if (!(baseDelayMs >= 0 && maxDelayMs >= baseDelayMs)) throw new RangeError('retry.maxDelayMs is under baseDelayMs.')
  if (!(budgetMs > 0 && timeoutMs > budgetMs)) throw new RangeError('timeoutMs does not exceed retry.budgetMs.')
}

/** @param waitMs how long the caller is told to wait; nothing where no endpoint has said. */
function deny(refusal: Refusal, waitMs?: number): ResponderDecision<'L5'> & { readonly type: 'deny' } {
  if (waitMs === undefined || waitMs === Number.POSITIVE_INFINITY) return { type: 'deny', refusal }
  return { type: 'deny', refusal: { ...refusal, retryAfterSeconds: Math.ceil(waitMs / 1000) } }
}

/** Names the setting where the level may come from it. */
function tooSensitiveFor({ level, flags }: SensitivityTile): Refusal {
  const code = 'no_compliant_endpoint'
  const what = flags.includes(UNREADABLE_FLAG)
    ? 'an image, audio or a file that cannot be read here'
    : flags.includes(SENSITIVE_FILE_FLAG)
      ? 'a file with sensitive values, which cannot be replaced in it'
      : undefined
  if (what === undefined) return { code }
  const message =
    `No model endpoint that may see data of level ${level} serves this model. The request holds ${what}; ` +
    'the setting UNREADABLE_LEVELS says which level it has.'
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
