import { type ChatRequest, type Completion, type CompletionChunk, completionSchema } from '@sluice/contracts'
import { findWrittenTokens, type KeyRing, type KeyScope } from '@sluice/token-vault'
import { answerOf, Collector, completionToChunk, isContentOnly, replay } from '../../answer/index.ts'
import type { AnswerGuard, Exchange, Responder, ResponderDecision, ResponseLayer } from '../../layer.ts'
import type { CodenameRegistry } from '../../ports/codename-registry.ts'
import type { EndpointSnapshot } from '../../ports/endpoint-snapshot.ts'
import { findServing } from '../../ports/find-serving.ts'
import type { KeptResponses } from '../../ports/kept-responses.ts'
import type { AnswerKeys, SemanticCache } from '../../ports/semantic-cache.ts'
import type { FailureObserver } from '../../run/run-request-layer.ts'
import { sessionScopeOf } from '../../session-scope.ts'
import { placeOf } from './cache-key.ts'
import { exchangeTokens, speaksOfTokens } from './canonical-tokens.ts'
import { KeepGuard } from './keep-guard.ts'
import { similarKeyOf } from './similar-request.ts'

interface CacheOptions {
  readonly cache: SemanticCache
  readonly kept: KeptResponses
  readonly keyRing: KeyRing
  readonly codenames: CodenameRegistry
  readonly timeoutMs: number
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
 * Remembered is what ended well: every choice by `stop`, with no tool call (an action that is asked for anew each
 * time), no token in it that the request had not, and no part of one. Tokens are numbered in key and answer: who asks
 * the same about other people gets it with the tokens of their own request, and L4 restores those as far as they may
 * see.
 * Storing begins before the last chunk leaves and is not waited for: a client never waits for the cache.
 *
 * An answer to a request for a response is never given again. It is kept for a later request that continues it, unless
 * the caller says `store: false`, and that is waited for: what the caller is given an id for can be continued.
 */
export function createCacheLayer(options: CacheOptions): Responder<'L7'> & ResponseLayer<'L7'> {
  const { cache, keyRing, timeoutMs } = options

  /** What is remembered, and the keys with the generations that they have now. */
  async function find({ key, similar, tokens }: Place, exchange: Exchange) {
    const { tenant } = exchange.origin.principal
    const [same, reference] = await Promise.all([cache.find(key, tenant), similar && cache.find(similar, tenant)])
    const keys: AnswerKeys = {
      ...{ rememberUnder: key, rememberSince: same.generation, rememberTokens: tokens },
      ...(similar && reference ? { rememberSimilarUnder: similar, rememberSimilarSince: reference.generation } : {}),
    }
    const sealed = same.answer
    const remembered = sealed === undefined ? undefined : openAnswer(keyRing, exchange, key, sealed, tokens)
    if (remembered !== undefined || !similar || !reference || reference.answer === undefined)
      return { keys, remembered }
    const other = openText(keyRing, exchange, similar, reference.answer)
    const found = other === undefined ? undefined : (await cache.find(other, tenant)).answer
    if (other === undefined || found === undefined) return { keys }
    return { keys, remembered: openAnswer(keyRing, exchange, other, found, []) }
  }

  async function lookUp(body: ChatRequest, place: Place, exchange: Exchange): Promise<ResponderDecision<'L7'>> {
    const { keys, remembered } = await find(place, exchange)
    const streamed = body.stream === true
    const includeUsage = !streamed || body.stream_options?.include_usage === true
    // Who asks for a fresh answer is not given this one. What was remembered from a stream may lack the usage that this
    // caller expects: it is asked for afresh.
    const isWanted = exchange.origin.cacheUse === 'full' && (!includeUsage || remembered?.usage)
    if (remembered === undefined || !isWanted) return { type: 'allow', facts: keys }
    const created = Math.floor(exchange.runtime.clock.nowMs() / 1_000)
    const completion = { ...remembered, id: `chatcmpl-${exchange.runtime.recordId}`, created }
    const chunks = streamed ? replay(completion, includeUsage) : [completionToChunk(completion)]
    return { type: 'answer', answer: answerOf(chunks) }
  }

  return {
    id: 'L7',
    timeoutMs,
    onError: 'deny',
    decide(request, exchange) {
      const { principal, cacheUse } = exchange.origin
      const { endpoints, policy } = exchange.runtime
      // As on OpenAI's own service, a response may be continued unless its request says otherwise.
      if (request.kind === 'responses' && request.body.store !== false)
        return { type: 'allow', facts: { toKeep: request } }
      if (request.kind !== 'chat' || request.remote !== undefined || cacheUse === 'none') return { type: 'allow' }
      const resource = { model: request.body.model }
      if (policy.decide({ principal, action: 'use-cache', resource }).effect !== 'permit') return { type: 'allow' }
      if (!isCacheable(request.body, options.maxTemperature)) return { type: 'allow' }
      const session = sessionScopeOf(exchange.origin)
      const isShareable = isShareableModel(endpoints, request.body.model)
      const { version: codenames } = options.codenames.current(principal.tenant)
      // What an endpoint answered that is not there any more, or may see less, is not given again.
      const scope = { session, policyVersion: `${policy.version} ${endpoints.registry.digest}`, codenames }
      const similar = options.matchesSimilar ? similarKeyOf(scope, request.body) : undefined
      const isOwn = (token: string) => exchange.facts.restorations?.has(token) === true
      const { key, tokens } = placeOf({ ...scope, isShareable }, request.body, isOwn)
      return lookUp(request.body, { key, tokens, similar }, exchange)
    },
    openGuard(exchange) {
      const { rememberUnder: key, rememberSince: since } = exchange.facts
      return key === undefined || since === undefined ? undefined : new RememberGuard({ key, since }, exchange, options)
    },
    openEventGuard(exchange) {
      const request = exchange.facts.toKeep
      return request === undefined ? undefined : new KeepGuard(request, exchange, options)
    },
  }
}

function isCacheable({ temperature, store }: ChatRequest, maxTemperature: number): boolean {
  const isStored = store !== undefined && store !== null && store !== false
  return !isStored && (typeof temperature !== 'number' || temperature <= maxTemperature)
}

function isShareableModel({ endpoints }: EndpointSnapshot, model: string): boolean {
  const serving = findServing(endpoints, 'chat', model)
  return serving.length > 0 && serving.every(({ endpoint }) => endpoint.shareable === true)
}

/** Where the answer to a request is looked for. */
interface Place {
  readonly key: string
  readonly tokens: readonly string[]
  readonly similar: string | undefined
}

/** A key, and the generation that its answer is asked for in. */
interface Slot {
  readonly key: string
  readonly since: string
}

/** Gathers one answer while it passes, and stores it once it has ended well. */
class RememberGuard implements AnswerGuard<CompletionChunk> {
  readonly #slot: Slot
  readonly #exchange: Exchange
  readonly #options: CacheOptions
  readonly #collector = new Collector()
  #size = 0

  constructor(slot: Slot, exchange: Exchange, options: CacheOptions) {
    this.#slot = slot
    this.#exchange = exchange
    this.#options = options
  }

  take(chunks: readonly CompletionChunk[]): readonly CompletionChunk[] {
    for (const chunk of chunks) {
      this.#size += sizeOf(chunk)
      if (this.#size <= this.#options.maxAnswerBytes) this.#collector.push(chunk)
    }
    return chunks
  }

  end(): readonly CompletionChunk[] {
    const { cache, keyRing, maxAnswerBytes, onFailure } = this.#options
    if (this.#size > maxAnswerBytes) return []
    const answer = textToRemember(this.#collector.completion(), this.#exchange)
    if (answer === undefined || Buffer.byteLength(answer) > maxAnswerBytes) return []
    const { tenant, sub } = this.#exchange.origin.principal
    const store = ({ key, since }: Slot, text: string) =>
      cache
        .store(key, keyRing.seal(keyScope(this.#exchange), text, key), { tenant, sub }, since)
        .catch((cause: unknown) => onFailure('L7', this.#exchange, cause))
    store(this.#slot, answer)
    const { rememberSimilarUnder: key, rememberSimilarSince: since } = this.#exchange.facts
    if (key !== undefined && since !== undefined) store({ key, since }, this.#slot.key)
    return []
  }
}

/** What a chunk adds to an answer, roughly, in UTF-16 code units: its head is the same in every chunk. */
function sizeOf({ choices }: CompletionChunk): number {
  let size = 0
  for (const { delta } of choices) {
    size += isContentOnly(delta) ? delta.content.length : JSON.stringify(delta).length
  }
  return size
}

function textToRemember(completion: Completion | undefined, { facts }: Exchange): string | undefined {
  if (completion === undefined || completion.choices.length === 0) return undefined
  if (!completion.choices.every(isWholeText)) return undefined
  const { rememberTokens: tokens = [] } = facts
  const text = JSON.stringify(completion)
  // A token that is not written exactly cannot be exchanged for another request's.
  const isAboutOthers = findWrittenTokens(text).some(
    ({ token, start, end }) => text.slice(start, end) !== token || !tokens.includes(token),
  )
  return isAboutOthers || speaksOfTokens(text, tokens)
    ? undefined
    : JSON.stringify({ tokens, completion } satisfies Remembered)
}

function isWholeText({ finish_reason, message }: Completion['choices'][number]): boolean {
  return finish_reason === 'stop' && isNothing(message.tool_calls) && isNothing(message.function_call)
}

function isNothing(calls: unknown): boolean {
  return calls === undefined || calls === null || (Array.isArray(calls) && calls.length === 0)
}

/** What is sealed: an answer, and the tokens of the request that it was given to. */
interface Remembered {
  readonly tokens: readonly string[]
  readonly completion: Completion
}

/**
 * With the tokens of this request in place of those that it was remembered with. Undefined where the entry cannot be
 * used: its key is gone, it belongs elsewhere, or an older version wrote it.
 */
function openAnswer(
  keyRing: KeyRing,
  exchange: Exchange,
  key: string,
  sealed: string,
  own: readonly string[],
): Completion | undefined {
  try {
    const { tokens, completion }: Remembered = JSON.parse(keyRing.open(keyScope(exchange), sealed, key))
    const text = exchangeTokens(JSON.stringify(completion), tokens, own)
    return text === undefined ? undefined : completionSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function openText(keyRing: KeyRing, exchange: Exchange, key: string, sealed: string): string | undefined {
  try {
    return keyRing.open(keyScope(exchange), sealed, key)
  } catch {
    return undefined
  }
}

function keyScope({ origin }: Exchange): KeyScope {
  return { purpose: 'cache', tenant: origin.principal.tenant }
}
