import type { Words } from './read-words.ts'
import { features, writeSentence } from './sentence-features.ts'
import type { Action } from './classify-action.ts'

export interface SentenceReader {
  take(words: Words, sentence: string, rule: string, isBefore: boolean): void
  judge(ruled: Action): Action
}

export class ActionReader implements SentenceReader {
  take(_words: Words, _sentence: string, _rule: string, _isBefore: boolean): void {}
  judge(ruled: Action): Action {
    return ruled
  }
}

/** Keeps the features of a request for training. */
export class FeatureKeeper implements SentenceReader {
  readonly hashes: number[] = []
  words = 0
  ruled: Action | undefined
  take(words: Words, sentence: string, rule: string, isBefore: boolean): void {
    const count = writeSentence(words, sentence, rule, isBefore)
    if (!isBefore) this.words += words.count
    for (let at = 0; at < count; at += 1) this.hashes.push(features[at] as number)
  }
  judge(ruled: Action): Action {
    this.ruled = ruled
    return ruled
  }
}
