import { type Fact, placeCounter, sightingOf } from '../keys-and-config/fact.ts'
import type { FileSummary, Sighting } from '../model/file-summary.ts'
import type { IndexedTextRule } from '../packs/text-rules.ts'
import type { TextSyntax } from '../walk/other-languages.ts'
import { stripComments } from './strip-comments.ts'

/** Of more, what stands further down is not told. */
const MAX_SIGHTINGS = 2_000
const BITS_PER_BYTE = 8

interface TextToSearch {
  /** Relative to the scanned root. */
  readonly file: string
  readonly language: string
  readonly source: string
  /** The source as `codeOf` gives it. */
  readonly code: string
}

/** The source without comments and with the lines joined that go on; nothing moves. */
export function codeOf(source: string, syntax: TextSyntax): string {
  const text = stripComments(source, syntax)
  return syntax.joinsLinesBy === undefined ? text : text.replaceAll(`${syntax.joinsLinesBy}\n`, '  ')
}

/**
 * What the lines of a file say that no reader understands: patterns find it, no value is followed, and so all of it has
 * low confidence. Takes time linear in the length of the source for each pattern.
 */
export function findByText(
  { file, language, source, code }: TextToSearch,
  rules: readonly IndexedTextRule[],
): FileSummary {
  const hits = rules.flatMap((rule) => hitsOf(rule, code)).sort((a, b) => a.offset - b.offset)
  const placeOf = placeCounter(source)
  const sightings = hits.slice(0, MAX_SIGHTINGS).map(({ rule, fact, offset }): Sighting => {
    const { line, column } = placeOf(offset)
    const evidence = lineAt(source, offset)
    return sightingOf(fact, { rule: `${language}/${rule.id}`, library: rule.library, line, column, evidence })
  })
  return { file, language, package: '', functions: [], classes: [], calls: [], names: {}, sightings }
}

interface Hit {
  readonly rule: IndexedTextRule
  readonly fact: Fact
  readonly offset: number
}

function hitsOf(rule: IndexedTextRule, code: string): readonly Hit[] {
  const hits: Hit[] = []
  for (const pattern of rule.patterns) {
    for (const { index, groups = {} } of code.matchAll(pattern)) {
      if (hits.length >= MAX_SIGHTINGS) return hits
      hits.push({ rule, fact: factOf(rule, groups), offset: index })
    }
  }
  return hits
}

function factOf({ rule }: IndexedTextRule, groups: Readonly<Record<string, string | undefined>>): Fact {
  const { algorithm, keySize, byteLength, ...words } = groups
  const size = keySize === undefined ? Number(byteLength) * BITS_PER_BYTE : Number(keySize)
  const fixed = rule.parameters ?? {}
  return {
    ...Object.fromEntries(
      [...Object.entries(fixed), ...Object.entries(words)].filter(([, value]) => value !== undefined),
    ),
    ...(Number.isNaN(size) ? {} : { keySize: size }),
    algorithm: algorithm ?? rule.algorithm ?? '',
    ...(rule.role === undefined ? {} : { role: rule.role }),
    confidence: 'Low',
  }
}

function lineAt(source: string, offset: number): string {
  const start = source.lastIndexOf('\n', offset - 1) + 1
  const end = source.indexOf('\n', offset)
  return source.slice(start, end < 0 ? undefined : end)
}
