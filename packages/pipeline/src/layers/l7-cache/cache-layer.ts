import type { KeyRing } from '@sluice/token-vault'
import type { Answer, AnswerItem } from '../../answer/index.ts'
import type { Exchange, Responder, ResponderDecision, ResponseLayer } from '../../layer.ts'
import type { CodenameRegistry } from '../../ports/codename-registry.ts'
import type { KeptResponses } from '../../ports/kept-responses.ts'
import type { SemanticCache } from '../../ports/semantic-cache.ts'
import type { FailureObserver } from '../../run/run-request-layer.ts'
import { sessionScopeOf } from '../../session-scope.ts'
import { answerAgain, expectsUsage } from './answer-again.ts'
import { placeOf } from './cache-key.ts'
import { type CacheableRequest, cacheable, isShareableModel } from './cacheable-request.ts'
import { EqualRequests, untilEnded } from './equal-requests.ts'
import { CompletionGatherer, type Gatherer, MessageGatherer, ResponseGatherer } from './gatherers.ts'
import { KeepGuard } from './keep-guard.ts'
import { RememberGuard } from './remember-guard.ts'
import { findAnswer, type Place, storeAnswer } from './remembered-answers.ts'
import { similarKeyOf } from './similar-request.ts'

interface CacheOptions {
  readonly cache: SemanticCache
  readonly kept: KeptResponses
  readonly keyRing: KeyRing
  readonly codenames: CodenameRegistry
  /** The longest that one look-up may take, in milliseconds. */
  readonly lookUpTimeoutMs: number
  /** The longest that a request waits for the answer to an equal one that is under way; 0 is not at all. */
  readonly maxWaitMs: number
  /** Longer answers are not remembered; UTF-8 bytes of their JSON. */
  readonly maxAnswerBytes: number
  /** The same for a response that is kept for a later request, with its request. */
  readonly maxKeptBytes: number
  /** A request that names a higher temperature asks for a fresh answer; 0 to 2. */
  readonly maxTemperature: number
  /** Whether a user who asks the same in other words is given the answer. */
  readonly matchesSimilar: boolean
  /** Receives why an answer could not be remembered. */
  readonly onFailure: FailureObserver
}

/**
 * L7: answers a tokenized request that was answered before, and remembers fresh answers, still tokenized and sealed.
 * Any difference in what can change the answer, in user or in policy is a miss. Users of a tenant share answers only
 * where each endpoint that serves the model is declared shareable. The one difference that is none: the same user puts
 * the last question in other words. Under a key of what it asks (`similar-request.ts`) stands the key of the answer.
 *
 * A cache is no guard, and yet a failed look-up denies: the store is the one that sessions and evidence need as well,
 * so the request could not be completed anyway. An entry that cannot be opened (its data key is gone) is a miss.
 *
 * A body that another thread holds is neither looked up nor remembered: it is too long to come again.
 *
 * Neither is a request that names a high temperature, or asks the endpoint to store it.
 *
 * Remembered is what ended well: by itself, with nothing but text (a tool call is an action that is asked for anew
 * each time, and thoughts are signed for one conversation), no token in it that the request had not, and no part of
 * one. Tokens are numbered in key and answer: who asks the same about other people gets it with the tokens of their own
 * request, and L4 restores those as far as they may see.
 * Storing begins before the last chunk leaves and is not waited for: a client never waits for the cache.
 *
 * An answer to a request that went as its texts had gone before, with values in them that L3 has replaced here, is not
 * remembered: it may name them.
 *
 * Equal requests that are under way at the same time wait for the first of them, and look again (`equal-requests.ts`).
 *
 * A request with shifted dates is answered from what its own session has asked, and in the very same words.
 *
 * A response that may be continued is never given again. It is kept for the later request, unless the caller says
 * `store: false`, and that is waited for: what the caller is given an id for can be continued.
 */
export function createCacheLayer(options: CacheOptions): Responder<'L7'> & ResponseLayer<'L7'> {
  const { lookUpTimeoutMs, maxWaitMs } = options
  const equal = new EqualRequests()

  /** What the request is answered with from memory, and where a fresh answer is to be remembered. */
  async function find(request: CacheableRequest, place: Place, exchange: Exchange) {
    const { keys, remembered } = await exchange.scope.wait(findAnswer(options, place, exchange), lookUpTimeoutMs)
    // Who asks for a fresh answer is not given this one.
    if (exchange.origin.cacheUse !== 'full' || remembered === undefined) return { keys }
    return { keys, answer: openedAnswer(request, remembered, exchange) }
  }

  async function lookUp(request: CacheableRequest, place: Place, exchange: Exchange): Promise<ResponderDecision<'L7'>> {
    const { scope, origin, runtime } = exchange
    let found = await find(request, place, exchange)
    const equalEnds = found.answer === undefined ? equal.endOf(place.key, expectsUsage(request)) : undefined
    if (equalEnds !== undefined && origin.cacheUse === 'full' && maxWaitMs > 0) {
      await untilEnded(equalEnds, maxWaitMs, scope)
      if (scope.isStopped) throw scope.stopReason
      found = await find(request, place, exchange)
    }
    if (found.answer !== undefined) return { type: 'answer', answer: found.answer }
    equal.lead(place.key, runtime.recordId, expectsUsage(request), scope)
    return { type: 'allow', facts: found.keys }
  }

  function remember<Item extends AnswerItem>(gatherer: Gatherer<Item>, exchange: Exchange) {
    const { rememberUnder: key, wentAsBefore } = exchange.facts
    if (key === undefined) return undefined
    if (wentAsBefore === true) {
      equal.giveUp(key, exchange.runtime.recordId)
      return undefined
    }
    return new RememberGuard(gatherer, exchange, {
      maxAnswerBytes: options.maxAnswerBytes,
      giveUp: () => equal.giveUp(key, exchange.runtime.recordId),
      store: (text) => {
        const stored = storeAnswer(options, text, exchange)
        equal.storing(key, stored)
        stored.catch((cause: unknown) => options.onFailure('L7', exchange, cause))
      },
    })
  }

  return {
    id: 'L7',
    timeoutMs: 2 * lookUpTimeoutMs + maxWaitMs + TIMER_MS,
    onError: 'deny',
    decide(request, exchange) {
      const { principal, cacheUse, headers } = exchange.origin
      const { endpoints, policy } = exchange.runtime
      // As on OpenAI's own service, a response may be continued unless its request says otherwise.
      if (request.kind === 'responses' && request.body.store !== false)
        return { type: 'allow', facts: { toKeep: request } }
      const asked = cacheUse === 'none' ? undefined : cacheable(request, exchange, options.maxTemperature)
      if (asked === undefined) return { type: 'allow' }
      const resource = { model: asked.body.model }
      if (policy.decide({ principal, action: 'use-cache', resource }).effect !== 'permit') return { type: 'allow' }
      const session = sessionScopeOf(exchange.origin)
      const isShareable = isShareableModel(endpoints, asked.body.model)
      const { version: codenames } = options.codenames.current(principal.tenant)
      // What an endpoint answered that is not there any more, or may see less, is not given again.
      const policyVersion = `${policy.version} ${endpoints.registry.digest}`
      const scope = { session, policyVersion, codenames, headers }
      // Another session shifts by other days: a date there says another day, and an answer would tell this one's.
      const isOfSession = (exchange.facts.shifted?.size ?? 0) > 0
      const similar = options.matchesSimilar && !isOfSession ? similarKeyOf(scope, asked) : undefined
      const isOwn = (token: string) => exchange.facts.restorations?.has(token) === true
      return lookUp(asked, { ...placeOf({ ...scope, isShareable, isOfSession }, asked, isOwn), similar }, exchange)
    },
    openGuard: (exchange) => remember(new CompletionGatherer(), exchange),
    openEventGuard(exchange) {
      const request = exchange.facts.toKeep
      if (request !== undefined) return new KeepGuard(request, exchange, options)
      const isMessage = exchange.origin.request.kind === 'messages'
      return remember(isMessage ? new MessageGatherer() : new ResponseGatherer(), exchange)
    },
  }
}

/** What the two look-ups and the wait may last beyond their time. */
const TIMER_MS = 150

/** An entry of another form is a miss: an older version wrote it. */
function openedAnswer(request: CacheableRequest, remembered: unknown, { runtime }: Exchange): Answer | undefined {
  try {
    return answerAgain(request, remembered, runtime)
  } catch {
    return undefined
  }
}
