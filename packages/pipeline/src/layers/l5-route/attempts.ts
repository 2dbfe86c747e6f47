import { type Refusal, SluiceError } from '@sluice/contracts'
import { type KeyRing, markSeal } from '@sluice/token-vault'
import type { Exchange, ResponderDecision } from '../../layer.ts'
import type { EndpointTrace } from '../../ports/exchange-trace.ts'
import type { ServingEndpoint } from '../../ports/find-serving.ts'
import { EndpointError, type EndpointFailure } from '../../ports/model-endpoint.ts'
import type { AttemptObserver, UpstreamAttempt } from '../../ports/upstream-attempt.ts'
import type { ModelRequest } from '../../request/index.ts'
import type { AsBefore } from '../../sent/index.ts'
import type { Budget } from './budget.ts'
import { consequenceOf } from './consequence.ts'
import { describeFailure } from './describe-failure.ts'
import type { EndpointHealth } from './endpoint-health.ts'
import type { Meter } from './meter.ts'
import { type RetryPolicy, retryDelayMs } from './retry-delay.ts'
import { sendable } from './sealed-parts.ts'

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
export type Sleep = (delayMs: number, signal: AbortSignal) => Promise<void>

interface AttemptsParts {
  readonly retry: RetryPolicy
  readonly health: EndpointHealth
  readonly keyRing: Pick<KeyRing, 'providerSealKey'>
  readonly random: () => number
  readonly sleep: Sleep
  readonly onAttempt: AttemptObserver
}

type Answered = Extract<ResponderDecision<'L5'>, { readonly type: 'answer' }> & {
  /** Who answers. */
  readonly served: ServingEndpoint
  /** Present where the exchange is traced. */
  readonly call?: EndpointTrace | undefined
}

/** With what was set aside of the endpoint's budgets. */
type Reserved = Answered & { readonly atEndpoint: AtEndpoint }

type AtEndpoint = Awaited<ReturnType<Meter['reserveAt']>>

/** How asking ended. */
type Ended<Answer extends Answered = Reserved> = Answer | { readonly type: 'deny'; readonly refusal: Refusal }

/**
 * The attempts of one request, over all endpoints and for all reasons together. Each attempt goes to the next endpoint
 * that has not been asked yet; once all have been, those whose failure may pass are asked again behind a wait.
 */
export class Attempts {
  readonly #parts: AttemptsParts
  readonly #exchange: Exchange
  readonly #budget: Budget
  readonly #user: string
  #left: number
  #refusal: Refusal | undefined
  /** Of endpoints that are kept from requests, how soon the first may be asked, in milliseconds. */
  #openForMs = Number.POSITIVE_INFINITY

  /** @param tries that are left, at least 1. */
  constructor(parts: AttemptsParts, exchange: Exchange, budget: Budget, user: string, tries: number) {
    this.#parts = parts
    this.#exchange = exchange
    this.#budget = budget
    this.#user = user
    this.#left = tries
  }

  /** How many tries have not been used. */
  get left(): number {
    return this.#left
  }

  async ask(candidates: readonly ServingEndpoint[], request: ModelRequest, meter: Meter): Promise<Ended> {
    const { random, retry } = this.#parts
    let round = candidates
    for (let rounds = 1; ; rounds += 1) {
      const again: ServingEndpoint[] = []
      let waitSeconds: number | undefined
      for (const candidate of round) {
        const result = await this.#askWithin(candidate, request, meter)
        if (result === undefined) continue
        if ('type' in result) return result
        if ('spent' in result) {
          this.#refusal = result.spent
          continue
        }
        const { failure } = result
        const consequence = consequenceOf(failure)
        this.#refusal = consequence.refusal
        if (
          !consequence.fallback ||
          isSentOnce(request, this.#exchange) ||
          this.#left === 0 ||
          this.#budget.remainingMs() <= 0
        )
          return this.#denied()
        const retryAfter = failure.kind === 'status' ? failure.retryAfterSeconds : undefined
        if (!consequence.retry || (retryAfter ?? 0) * 1000 > retry.maxDelayMs) continue
        again.push(candidate)
        waitSeconds = Math.max(waitSeconds ?? 0, retryAfter ?? 0)
      }
      const delayMs = retryDelayMs(retry, rounds, waitSeconds, random)
      // A retry of the caller's own serves better than a long silence.
      if (again.length === 0 || delayMs > retry.maxDelayMs || delayMs >= this.#budget.remainingMs())
        return this.#denied()
      await this.#pause(delayMs)
      round = again
    }
  }

  #denied(): Ended & { readonly type: 'deny' } {
    return { type: 'deny', refusal: this.#refusal ?? this.#unavailable() }
  }

  /** Nobody was asked. */
  #unavailable(): Refusal {
    if (this.#openForMs === Number.POSITIVE_INFINITY) return { code: 'upstream_error' }
    return { code: 'upstream_unavailable', retryAfterSeconds: Math.max(1, Math.ceil(this.#openForMs / 1000)) }
  }

  /** Asks an endpoint once, within its own budgets: without an answer nothing of them is kept. */
  async #askWithin(
    candidate: ServingEndpoint,
    request: ModelRequest,
    meter: Meter,
  ): Promise<Ended | { readonly failure: EndpointFailure } | { readonly spent: Refusal } | undefined> {
    let atEndpoint: AtEndpoint
    try {
      const reserved = meter.reserveAt(candidate)
      atEndpoint = reserved instanceof Promise ? await reserved : reserved
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error
      const { endpoint, model } = candidate
      const { requestId } = this.#exchange.origin
      this.#parts.onAttempt({ requestId, endpoint: endpoint.name, model, outcome: 'limited' })
      return { spent: error.refusal }
    }
    let isKept = false
    try {
      const ended = await this.#askOne(candidate, request)
      if (ended === undefined || !('type' in ended) || ended.type !== 'answer') return ended
      isKept = true
      return { ...ended, atEndpoint }
    } finally {
      if (!isKept) atEndpoint.settle(undefined, undefined)
    }
  }

  /** Asks an endpoint once; undefined where it is not asked. */
  async #askOne(
    { endpoint, model }: ServingEndpoint,
    request: ModelRequest,
  ): Promise<Ended<Answered> | { readonly failure: EndpointFailure } | undefined> {
    const { health, onAttempt } = this.#parts
    const { clock, signal } = this.#exchange.runtime
    const { sentBefore } = this.#exchange.facts
    const before = sentBefore?.asBefore(endpoint, request)
    const sent = sendable(before?.request ?? request, endpoint)
    if (sent === undefined) return undefined
    const pass = health.admit(endpoint, this.#user, () => clock.monotonicMs())
    if (pass === undefined) {
      this.#openForMs = Math.min(this.#openForMs, health.waitMs(endpoint, clock.monotonicMs()))
      return undefined
    }
    const about = { requestId: this.#exchange.origin.requestId, endpoint: endpoint.name, model }
    const begunMs = clock.monotonicMs()
    const call = this.#exchange.runtime.trace?.asks({ endpoint, model }, sent, begunMs)
    const tell = (attempt: Pick<UpstreamAttempt, 'outcome' | 'status' | 'cause'>) => {
      onAttempt({ ...about, ...attempt })
      call?.ended(attempt)
    }
    const outOfTime = (): Ended<Answered> => {
      pass.timedOut()
      tell({ outcome: 'timeout' })
      return { type: 'deny', refusal: { code: 'upstream_timeout' } }
    }
    try {
      this.#left -= 1
      const answer = await this.#send({ endpoint, model }, withModel(sent, model), call)
      sentBefore?.wentTo(endpoint, before)
      if (this.#budget.isSpent) return outOfTime()
      pass.answered()
      if (isStreamed(request)) health.took(endpoint, model, clock.monotonicMs() - begunMs, clock.monotonicMs())
      tell({ outcome: 'answered' })
      return { type: 'answer', answer, ...noteOf(endpoint.name, before), served: { endpoint, model }, call }
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (this.#budget.isSpent) return outOfTime()
      if (!(error instanceof EndpointError)) throw error
      const { failure } = error
      // Nothing was sent.
      if (failure.kind === 'busy' || failure.kind === 'limited') this.#left += 1
      pass.failed(failure)
      tell(describeFailure(error))
      return { failure }
    } finally {
      // Counts where nothing else was told.
      pass.cancelled()
    }
  }

  async #send({ endpoint }: ServingEndpoint, request: ModelRequest, call: EndpointTrace | undefined) {
    const { origin, runtime, disclosed } = this.#exchange
    const { health, keyRing } = this.#parts
    const { requestId, principal } = origin
    const answer = await endpoint.ask(request, {
      requestId,
      answerId: `${ANSWER_ID_PREFIX[request.kind]}${runtime.approval?.id ?? runtime.recordId}`,
      user: this.#user,
      signal: this.#budget.signal,
      scope: { tenant: principal.tenant, sessionId: origin.session.id },
      headers: call === undefined ? origin.headers : { ...origin.headers, ...call.headers },
      markSeal: (original, covered) =>
        markSeal(keyRing.providerSealKey(principal), { endpoint: endpoint.name, original }, covered),
      leaving: (bytes) => disclosed.toEndpoint(endpoint, bytes),
      holdBytes: runtime.holdBytes,
      brokeOff: () => health.brokeOff(endpoint, this.#user, runtime.clock.monotonicMs()),
    })
    // Whoever answers was asked, whatever the adapter says.
    disclosed.toEndpoint(endpoint)
    return answer
  }

  /** A wait that the budget cuts short is no error: the next attempt finds it spent. */
  async #pause(delayMs: number): Promise<void> {
    const { signal } = this.#exchange.runtime
    try {
      await this.#parts.sleep(delayMs, this.#budget.signal)
    } catch (error) {
      if (signal.aborted) throw signal.reason
      if (!this.#budget.isSpent) throw error
    }
  }
}

function noteOf(endpoint: string, before: AsBefore | undefined): Pick<Answered, 'facts' | 'violations'> {
  if (before === undefined) return { facts: { endpoint } }
  const { values, isMasked } = before
  const message = isMasked
    ? `Earlier texts went to the endpoint anew, with tokens for ${values} values that had stood in them.`
    : `Earlier texts went to the endpoint as before, with ${values} values that were found later.`
  const about = isMasked
    ? ({ policy_id: 'masked-anew', action: 'masked' } as const)
    : ({ policy_id: 'sent-as-before', action: 'observed' } as const)
  return {
    facts: { endpoint, wentAsBefore: !isMasked },
    violations: [{ ...about, layer: 'L5', severity: 'low', message }],
  }
}

/**
 * A human has approved one execution, and a tool does something each time that it is called: what may have left is not
 * sent again, here or elsewhere.
 */
export function isSentOnce({ kind }: ModelRequest, { runtime }: Exchange): boolean {
  return runtime.approval !== undefined || kind === 'tool-call'
}

function isStreamed({ body }: ModelRequest): boolean {
  return 'stream' in body && body.stream === true
}

function withModel(request: ModelRequest, model: string): ModelRequest {
  if (request.body.model === model) return request
  // The same kind with the same body, but for a string in it.
  return { ...request, body: { ...request.body, model } } as ModelRequest
}
