import type { PhraseEndings } from '../phrases.ts'
import type { NameWord } from './name-chains.ts'

/** Words that may be a name, and what stands around them. */
export interface NameLook {
  readonly words: readonly NameWord[]
  /** The 40 code units before it, in small letters. */
  readonly before: string
  /** The 70 code units behind it. */
  readonly behind: string
  readonly patterns: PersonPatterns
}

/** How sure the words are a name, 0..1; undefined where the rule has nothing to say. */
export type NameRule = (look: NameLook) => number | undefined
export type NameVeto = (look: NameLook) => boolean

/** The lists of phrases, compiled. */
export interface PersonPatterns {
  readonly titles: PhraseEndings
  readonly introductions: PhraseEndings
  readonly headings: PhraseEndings
  readonly pointers: PhraseEndings
  readonly speechBefore: PhraseEndings
  readonly placeWords: PhraseEndings
  readonly predicate: RegExp
  readonly signsBehind: readonly RegExp[]
  readonly speechBehind: RegExp
  readonly member: RegExp
  readonly smallLetters: RegExp
  readonly aboutSoftware: RegExp
  readonly particle: RegExp
}
