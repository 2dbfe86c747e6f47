import type { Category, EntityType, Level } from '@sluice/contracts'
import type { KnownSentences } from '@sluice/name-tagger'
import type { LabelledEntity } from './labels.ts'
import type { LabelledValue } from './tables.ts'
import type { WeakFindings } from './weak-findings.ts'

/** A span that a recognizer claims, in code units of the text it was given. */
export interface Span {
  readonly entity: EntityType
  readonly start: number
  readonly end: number
  /** 0..1. */
  readonly confidence: number
  readonly recognizer: string
  /** True where a check digit or a strict grammar confirmed it: it wins over a guess about the same text. */
  readonly verified: boolean
  /** Where the entity's own level or category does not hold, as for codenames and types of a tenant's own. */
  readonly level?: Level
  readonly category?: Category
  /** What the tokens of a codename, or of a tenant's own type, have behind their type. */
  readonly replacement?: string
}

/** Makes a recognizer's spans, all of its entity and under its name. */
type SpanMaker = (start: number, end: number, confidence: number) => Span

/** The maker of the spans of a recognizer; `verified` says whether its grammar or a check digit confirms them. */
export function spanMaker(entity: EntityType, recognizer: string, verified: boolean): SpanMaker {
  return (start, end, confidence) => ({ entity, start, end, confidence, recognizer, verified })
}

/** What surrounds the text that a recognizer reads. */
export interface Context {
  /** The caller's name of the member that holds the text, in words: `customer ssn` for `customer_ssn`. */
  readonly label: string
  /** The places whose label, column or question says what stands there. */
  readonly labelled?: readonly LabelledValue[]
  /** Whether a question says what the text is. */
  readonly isAnswer?: boolean
  /** Takes what is not sure enough for a finding. */
  readonly weak?: WeakFindings | undefined
  /** What the sentences of the request have shown before. */
  readonly sentences?: KnownSentences | undefined
}

/** What stands at the places that promise one kind of data, with where it begins. */
export function labelledTexts(
  text: string,
  { labelled }: Context,
  entity: LabelledEntity,
): readonly (readonly [value: string, start: number])[] {
  if (labelled === undefined) return []
  return labelled
    .filter((value) => value.entity === entity)
    .map(({ start, end }) => [text.slice(start, end), start] as const)
}

/** Finds one kind of sensitive data, or a few that it tells apart. Linear in the length of any text. */
export interface Recognizer {
  readonly name: string
  readonly entities: readonly EntityType[]
  /** Whether it also reads names of functions, properties and the like. */
  readonly readsIdentifiers: boolean
  /** Whether it is given their underscores too; for others they end a word. */
  readonly readsUnderscores?: boolean
  /** A text with fewer ASCII digits is not given to it. At most 12. */
  readonly fewestDigits: number
  /** Whether it judges by the sentence around: then it says little of texts that are joined as they come. */
  readonly readsSentences?: boolean
  find(text: string, context: Context): readonly Span[]
}

/**
 * As `text.matchAll(pattern)`, without the copy of the pattern that it makes for every text. The pattern is global and
 * matches no empty string.
 */
export function matchesOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) matches.push(match)
  return matches
}

/** How far before a value a word still says what the value is, in code units. */
const CONTEXT_REACH = 60

/** The words before a value, lower-case, with the label of the member that holds it. */
export function wordsBefore(text: string, start: number, { label }: Context): string {
  return `${label} ${text.slice(Math.max(0, start - CONTEXT_REACH), start).toLowerCase()}`
}

/** Whether the code unit is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Whether the code unit is an ASCII letter or digit. */
export function isAlphanumeric(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}
