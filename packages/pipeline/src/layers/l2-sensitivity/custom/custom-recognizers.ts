import {
  type CustomRecognizer,
  type DetectionConfig,
  type DetectionSettings,
  type EntityType,
  entityOfCustom,
} from '@sluice/contracts'
import { isReplacement } from '@sluice/token-vault'
import { type Hit, Vocabulary } from '../identifiers/vocabulary.ts'
import type { Context, Recognizer, Span } from '../recognizer.ts'
import { CHECKS } from './checksums.ts'
import { type CompiledPattern, compilePattern, PatternFault } from './compile-pattern.ts'
import { DenyWords } from './deny-words.ts'

/** A recognizer of configuration with its patterns compiled. */
interface Compiled {
  readonly custom: CustomRecognizer
  readonly patterns: readonly CompiledPattern[]
}

/** What one look at a text for words finds out for all recognizers of a tenant. */
interface CustomGroup {
  readonly members: readonly Compiled[]
  readonly words: Vocabulary<Compiled>
  readonly denied: DenyWords<Compiled>
}

/** Compiled once in each thread: a configuration lives as long as the process. */
const compiled = new WeakMap<CustomRecognizer, Compiled>()

/**
 * The recognizers that configuration adds for a tenant, as one; undefined where it adds none.
 *
 * @throws {PatternFault} and `RangeError` where `faultsOfCustom` names a fault.
 */
export function customRecognizersOf(
  { recognizers }: Pick<DetectionConfig, 'recognizers'>,
  tenant: string,
  settings: DetectionSettings,
): Recognizer | undefined {
  const own = recognizers.filter(({ tenants }) => tenants === undefined || tenants.includes(tenant))
  return own.length === 0 ? undefined : createCustom(groupOf(own), settings)
}

/** Why a configuration cannot be used, each fault with the name of its recognizer; empty where it can. */
export function faultsOfCustom(recognizers: readonly CustomRecognizer[]): readonly string[] {
  const faults: string[] = []
  const types = new Map<string, CustomRecognizer['type']>()
  for (const custom of recognizers) {
    const { name, type, ignoreCase } = custom
    const attempt = (what: string, work: () => void) => {
      try {
        work()
      } catch (cause) {
        if (!(cause instanceof PatternFault || cause instanceof RangeError)) throw cause
        faults.push(`${name}: ${what}: ${cause.message}`)
      }
    }
    for (const [at, pattern] of custom.patterns.entries())
      attempt(`pattern ${at + 1}`, () => compilePattern(pattern, ignoreCase))
    const [words, denied] = [new Vocabulary(), new DenyWords()]
    for (const [at, word] of (custom.context?.words ?? []).entries())
      attempt(`context word ${at + 1}`, () => words.add(word, custom))
    for (const [at, word] of custom.denyWords.entries()) attempt(`deny word ${at + 1}`, () => denied.add(word, custom))
    if (typeof type === 'string') continue
    if (!isReplacement(type.name)) faults.push(`${name}: the type ${type.name} has the form of the id of a token`)
    const other = types.get(type.name)
    if (typeof other === 'object' && (other.level !== type.level || other.category !== type.category))
      faults.push(`${name}: the type ${type.name} has another level or category elsewhere`)
    types.set(type.name, type)
  }
  return faults
}

function groupOf(recognizers: readonly CustomRecognizer[]): CustomGroup {
  const members = recognizers.map(compile)
  const words = new Vocabulary<Compiled>()
  const denied = new DenyWords<Compiled>()
  for (const member of members) {
    const { context, denyWords } = member.custom
    for (const word of context?.words ?? []) words.add(word, member)
    for (const word of denyWords) denied.add(word, member)
  }
  return { members, words, denied }
}

function compile(custom: CustomRecognizer): Compiled {
  const known = compiled.get(custom)
  if (known !== undefined) return known
  const patterns = custom.patterns.map((pattern) => compilePattern(pattern, custom.ignoreCase))
  const made = { custom, patterns }
  compiled.set(custom, made)
  return made
}

/**
 * Finds what configuration describes: patterns, with words near them and check digits, and words that are values by
 * themselves. Patterns of which no match would be sure enough are tried only where a word stands.
 *
 * It cannot see a word for a value in the header of a table or in a question.
 */
function createCustom({ members, words, denied }: CustomGroup, settings: DetectionSettings): Recognizer {
  const hasWords = members.some(({ custom }) => custom.context !== undefined)
  const entities = [...new Set(members.map(({ custom }) => entityOfCustom(custom)))]
  return {
    name: 'custom',
    entities,
    readsIdentifiers: true,
    readsUnderscores: true,
    fewestDigits: 0,
    find(text, context) {
      const near = hasWords ? hitsOf(text, context, words) : NO_HITS
      const spans: Span[] = []
      for (const member of members) findPatterns(text, member, near, settings, spans)
      if (denied.isEmpty) return spans
      for (const { start, end, owners } of denied.find(text)) {
        for (const { custom } of owners) spans.push(spanOf(custom, start, end, 1, true))
      }
      return spans
    },
  }
}

interface NearHits {
  /** By recognizer, in order. */
  readonly hits: ReadonlyMap<Compiled, readonly Hit<Compiled>[]>
  /** The recognizers that have a word in the name of the member that holds the text. */
  readonly labelled: ReadonlySet<Compiled>
}

const NO_HITS: NearHits = { hits: new Map(), labelled: new Set() }

function hitsOf(text: string, { label }: Context, words: Vocabulary<Compiled>): NearHits {
  const hits = new Map<Compiled, Hit<Compiled>[]>()
  for (const hit of words.scan(text).hits) {
    for (const owner of hit.owners) {
      const known = hits.get(owner)
      if (known === undefined) hits.set(owner, [hit])
      else known.push(hit)
    }
  }
  const labelled = label === '' ? [] : words.scan(label).hits.flatMap(({ owners }) => owners)
  return { hits, labelled: new Set(labelled) }
}

function findPatterns(
  text: string,
  member: Compiled,
  { hits, labelled }: NearHits,
  settings: DetectionSettings,
  spans: Span[],
): void {
  const { custom, patterns } = member
  const own = hits.get(member) ?? []
  const isLabelled = labelled.has(member)
  if (custom.score < settings[entityOfCustom(custom)].minScore && own.length === 0 && !isLabelled) return
  for (const { expression, hasValue } of patterns) {
    const matcher = expression.matcher(text)
    let first = 0
    while (matcher.find()) {
      const isOfGroup = hasValue && matcher.start('value') >= 0 && matcher.start('value') < matcher.end('value')
      const start = isOfGroup ? matcher.start('value') : matcher.start()
      const end = isOfGroup ? matcher.end('value') : matcher.end()
      if (custom.checksum !== undefined && !holds(custom.checksum, text.slice(start, end))) continue
      const { before = 0, behind = 0, score = 0 } = custom.context ?? {}
      while ((own[first]?.end ?? Number.POSITIVE_INFINITY) < start - before) first += 1
      const isNear = isLabelled || stands(own, first, start, end, behind)
      spans.push(
        spanOf(
          custom,
          start,
          end,
          isNear ? Math.max(score, custom.score) : custom.score,
          custom.checksum !== undefined,
        ),
      )
    }
  }
}

/** Whether one of the words from `first` on stands before a value, or right enough behind it. */
function stands(words: readonly Hit<unknown>[], first: number, start: number, end: number, behind: number): boolean {
  for (let at = first; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined || word.start > end + behind) return false
    if (word.end <= start || word.start >= end) return true
  }
  return false
}

function holds(checksum: NonNullable<CustomRecognizer['checksum']>, written: string): boolean {
  return CHECKS[checksum](written.replace(/[^A-Za-z0-9]/g, '').toUpperCase())
}

function spanOf(custom: CustomRecognizer, start: number, end: number, confidence: number, verified: boolean): Span {
  const entity: EntityType = entityOfCustom(custom)
  const span = { entity, start, end, confidence, recognizer: `custom-${custom.name}`, verified }
  const { type } = custom
  return typeof type === 'string'
    ? span
    : { ...span, level: type.level, category: type.category, replacement: type.name }
}
