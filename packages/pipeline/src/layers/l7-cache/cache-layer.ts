import { type Completion, type CompletionChunk, completionSchema } from '@sluice/contracts'
import { findTokens, type KeyRing, type KeyScope } from '@sluice/token-vault'
import { completionToChunks, createCollector, isContentOnly, replay } from '../../answer/index.ts'
import type { Exchange, RequestLayer, ResponseLayer } from '../../layer.ts'
import type { SemanticCache } from '../../ports/index.ts'
import type { FailureObserver } from '../../run/run-request-layer.ts'
import { cacheKeyOf } from './cache-key.ts'

export interface CacheOptions {
  readonly cache: SemanticCache
  readonly keyRing: KeyRing
  readonly timeoutMs: number
  /** Longer answers are not remembered; UTF-8 bytes of their JSON. */
  readonly maxAnswerBytes: number
  /** Learns why an answer could not be remembered. */
  readonly onFailure: FailureObserver
}

/**
 * L7: answers a tokenized request that was answered before, and remembers fresh answers, still tokenized and sealed.
 * The cache is exact in this form: any difference in what can change the answer, in tenant or in policy is a miss.
 *
 * A cache is no guard, and yet a failed look-up denies: the store is the one that sessions and evidence need as well,
 * so the request could not be completed anyway. An entry that cannot be opened (its data key is gone) is a miss.
 *
 * Remembered is what ended well: every choice by `stop` or a tool call, and no token in it that the request had not.
 * Storing begins before the last chunk leaves and is not waited for: a client never waits for the cache.
 */
export function createCacheLayer(options: CacheOptions): RequestLayer & ResponseLayer {
  const { cache, keyRing, timeoutMs } = options
  return {
    id: 'L7',
    timeoutMs,
    onError: 'deny',
    async inspectRequest(request, exchange) {
      const { principal, policy, clock } = exchange
      if (exchange.cacheUse === 'none') return { type: 'allow' }
      const resource = { model: request.model }
      if (policy.decide({ principal, action: 'use-cache', resource }).effect !== 'permit') return { type: 'allow' }
      const key = cacheKeyOf(principal.tenant, policy.version, request)
      const sealed = exchange.cacheUse === 'full' ? await cache.find(key) : undefined
      const remembered = sealed === undefined ? undefined : openAnswer(keyRing, principal.tenant, key, sealed)
      const streamed = request.stream === true
      const includeUsage = !streamed || request.stream_options?.include_usage === true
      // What was remembered from a stream may lack the usage that this caller expects: it is asked for afresh.
      if (remembered === undefined || (includeUsage && !remembered.usage))
        return { type: 'allow', facts: { rememberUnder: key } }
      const answer = {
        ...remembered,
        id: `chatcmpl-${exchange.requestId}`,
        created: Math.floor(clock.nowMs() / 1_000),
      }
      return { type: 'answer', chunks: streamed ? replay(answer, includeUsage) : completionToChunks(answer) }
    },
    guardResponse(chunks, exchange) {
      const key = exchange.facts.rememberUnder
      return key === undefined ? chunks : remember(chunks, key, exchange, options)
    },
  }
}

async function* remember(
  chunks: AsyncIterable<CompletionChunk>,
  key: string,
  exchange: Exchange,
  { cache, keyRing, maxAnswerBytes, onFailure }: CacheOptions,
): AsyncGenerator<CompletionChunk, void, undefined> {
  const collector = createCollector()
  let size = 0
  for await (const chunk of chunks) {
    size += sizeOf(chunk)
    if (size <= maxAnswerBytes) collector.push(chunk)
    yield chunk
  }
  if (size > maxAnswerBytes) return
  const answer = textToRemember(collector.completion(), exchange)
  if (answer === undefined || Buffer.byteLength(answer) > maxAnswerBytes) return
  const sealed = keyRing.seal(keyScope(exchange.principal.tenant), answer, key)
  cache.store(key, sealed).catch((cause: unknown) => onFailure('L7', exchange, cause))
}

/** What a chunk adds to an answer, roughly, in UTF-16 code units: its head is the same in every chunk. */
function sizeOf({ choices }: CompletionChunk): number {
  let size = 0
  for (const { delta } of choices) {
    size += isContentOnly(delta) ? delta.content.length : JSON.stringify(delta).length
  }
  return size
}

const GOOD_ENDINGS: ReadonlySet<string | null> = new Set(['stop', 'tool_calls', 'function_call'])

function textToRemember(completion: Completion | undefined, { facts }: Exchange): string | undefined {
  if (completion === undefined || completion.choices.length === 0) return undefined
  if (!completion.choices.every(({ finish_reason }) => GOOD_ENDINGS.has(finish_reason))) return undefined
  const text = JSON.stringify(completion)
  return findTokens(text).every(({ token }) => facts.restorations?.has(token) === true) ? text : undefined
}

/** Undefined where the entry cannot be used: its key is gone, it belongs elsewhere, or an older version wrote it. */
function openAnswer(keyRing: KeyRing, tenant: string, key: string, sealed: string): Completion | undefined {
  try {
    return completionSchema.parse(JSON.parse(keyRing.open(keyScope(tenant), sealed, key)))
  } catch {
    return undefined
  }
}

function keyScope(tenant: string): KeyScope {
  return { purpose: 'cache', tenant }
}
