import type { ChatRequest } from '@sluice/contracts'
import { ordersOf } from '../../request/index.ts'
import { KNOWN_SHARE, knownWords, MAX_WORDS, type SentenceReader } from './action-reader.ts'
import { classifySteps } from './classify-action.ts'
import type { Words } from './read-words.ts'
import { features, writeSentence } from './sentence-features.ts'
import type { Sign } from './sign.ts'

export { judged } from './action-reader.ts'

/** What the model reads of a request, and what the rules say of it. */
export interface ReadRequest {
  readonly hashes: Int32Array
  /** By the words of its newest turn. */
  readonly ruled: Sign
  /** By all that it shows. */
  readonly action: Sign
  /** Whether the model is asked about it. */
  readonly isAsked: boolean
}

/** Keeps what the model reads of a request. */
class FeatureKeeper implements SentenceReader {
  readonly hashes: number[] = []
  words = 0
  known = 0
  ruled: Sign | undefined

  take(words: Words, sentence: string, rule: string, isBefore: boolean): void {
    if (isBefore && words.count > MAX_WORDS) return
    if (!isBefore) {
      this.words += words.count
      this.known += knownWords(words)
    }
    if (this.words > MAX_WORDS) return
    const count = writeSentence(words, sentence, rule, isBefore)
    for (let at = 0; at < count; at += 1) this.hashes.push(features[at] as number)
  }

  judge(ruled: Sign): Sign {
    this.ruled = ruled
    return ruled
  }
}

/** Reads a request as the gateway does, for training. */
export function readForTraining(body: ChatRequest): ReadRequest {
  const keeper = new FeatureKeeper()
  const steps = classifySteps(ordersOf({ kind: 'chat', body }), undefined, keeper)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const { words, known, hashes, ruled = step.value } = keeper
  const isAsked = words > 0 && words <= MAX_WORDS && known >= KNOWN_SHARE * words
  return { hashes: Int32Array.from(hashes), ruled, action: step.value, isAsked }
}
