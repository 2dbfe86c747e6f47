import { findWrittenTokens, type KeyRing, type KeyScope } from '@sluice/token-vault'
import type { Exchange } from '../../layer.ts'
import type { AnswerKeys, SemanticCache } from '../../ports/semantic-cache.ts'
import { exchangeTokens, speaksOfTokens } from './canonical-tokens.ts'

interface Options {
  readonly cache: SemanticCache
  readonly keyRing: KeyRing
}

/** Where the answer to a request is looked for. */
export interface Place {
  readonly key: string
  readonly tokens: readonly string[]
  /** The key of the answer to the same question in other words. */
  readonly similar: string | undefined
}

/** A key, and the generation in which its answer is asked for. */
interface Slot {
  readonly key: string
  readonly since: string
}

/** What is sealed: an answer, and the tokens of the request that it was given to. */
interface Remembered {
  readonly tokens: readonly string[]
  readonly answer: unknown
}

interface Found {
  /** Where a fresh answer is to be remembered. */
  readonly keys: AnswerKeys
  /** What is remembered, with the tokens of this request in place of those that it was remembered with. */
  readonly remembered?: unknown
}

/** Looks for an answer at its place. Rejects as the cache does. */
export async function findAnswer(options: Options, place: Place, exchange: Exchange): Promise<Found> {
  const { key, similar, tokens } = place
  const { cache, keyRing } = options
  const { tenant } = exchange.origin.principal
  const [same, reference] = await Promise.all([
    cache.find(key, tenant),
    similar === undefined ? undefined : cache.find(similar, tenant),
  ])
  const keys: AnswerKeys = {
    ...{ rememberUnder: key, rememberSince: same.generation, rememberTokens: tokens },
    ...(similar === undefined || reference === undefined
      ? {}
      : { rememberSimilarUnder: similar, rememberSimilarSince: reference.generation }),
  }
  const remembered = openAnswer(keyRing, exchange, key, same.answer, tokens)
  if (remembered !== undefined || similar === undefined) return { keys, remembered }
  const other = openText(keyRing, exchange, similar, reference?.answer)
  if (other === undefined) return { keys }
  const { answer } = await cache.find(other, tenant)
  return { keys, remembered: openAnswer(keyRing, exchange, other, answer, []) }
}

/**
 * Remembers an answer, and where it stands. Resolves when it is stored, and rejects as the cache does.
 *
 * @param text as `textToRemember` gives it.
 */
export async function storeAnswer({ cache, keyRing }: Options, text: string, exchange: Exchange): Promise<void> {
  const { rememberUnder, rememberSince, rememberSimilarUnder, rememberSimilarSince } = exchange.facts
  if (rememberUnder === undefined || rememberSince === undefined) return
  const { tenant, sub } = exchange.origin.principal
  const store = ({ key, since }: Slot, sealed: string) =>
    cache.store(key, keyRing.seal(keyScope(exchange), sealed, key), { tenant, sub }, since)
  const stored = store({ key: rememberUnder, since: rememberSince }, text)
  const isReferred = rememberSimilarUnder !== undefined && rememberSimilarSince !== undefined
  await Promise.all([
    stored,
    isReferred ? store({ key: rememberSimilarUnder, since: rememberSimilarSince }, rememberUnder) : undefined,
  ])
}

/** Undefined where the answer is about tokens that the request lacks, or speaks of the letters of one. */
export function textToRemember(answer: object, { facts }: Exchange): string | undefined {
  const { rememberTokens: tokens = [] } = facts
  const text = JSON.stringify(answer)
  // A token that is not written exactly cannot be exchanged for another request's.
  const isAboutOthers = findWrittenTokens(text).some(
    ({ token, start, end }) => text.slice(start, end) !== token || !tokens.includes(token),
  )
  if (isAboutOthers || speaksOfTokens(text, tokens)) return undefined
  // As `Remembered`, whose answer is written already.
  return `{"tokens":${JSON.stringify(tokens)},"answer":${text}}`
}

/** Undefined where the entry cannot be used: its key is gone, or it belongs elsewhere. */
function openAnswer(
  keyRing: KeyRing,
  exchange: Exchange,
  key: string,
  sealed: string | undefined,
  own: readonly string[],
): unknown {
  const opened = openText(keyRing, exchange, key, sealed)
  if (opened === undefined) return undefined
  try {
    const { tokens, answer }: Remembered = JSON.parse(opened)
    const text = exchangeTokens(JSON.stringify(answer), tokens, own)
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function openText(keyRing: KeyRing, exchange: Exchange, key: string, sealed: string | undefined): string | undefined {
  try {
    return sealed === undefined ? undefined : keyRing.open(keyScope(exchange), sealed, key)
  } catch {
    return undefined
  }
}

function keyScope({ origin }: Exchange): KeyScope {
  return { purpose: 'cache', tenant: origin.principal.tenant }
}
