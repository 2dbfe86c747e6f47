import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { detectionOf, detectionSchema, ENTITY_TYPES } from '@sluice/contracts'
import { NameTagger, readModel } from '@sluice/name-tagger'
import { createNames, createSensitivityLayer, RULES } from '@sluice/pipeline'
import { compileCodenames } from '@sluice/pipeline/ports'
import type { Flags, FlagValues } from '../command-line.ts'
import { type Evaluation, percent, type Result, ratio } from './evaluation.ts'
import { askLayer } from './exchange.ts'
import { countedAs, scopeOf, spansOf } from './pii-rows.ts'
import { stringMember } from './read-rows.ts'
import { ALL_TYPES, addCounts, countSpans, figuresOf, type SpanCounts } from './span-counts.ts'

const noCodenames = compileCodenames([])

const SUPPORTED: ReadonlySet<string> = new Set(ENTITY_TYPES)

const shipped = detectionOf(detectionSchema.parse({}), '')

/** Places, dates and the like count wherever they stand, as in the data; the least sure of them where it is asked. */
function settingsOf(isBesidePerson: boolean, minScore: FlagValues[string]) {
  const settings = ENTITY_TYPES.map((type) => {
    const { find, minScore: usual } = shipped[type]
    const everywhere = isBesidePerson
      ? {}
      : { find: find === 'never' ? 'always' : find.replace('beside-person', 'always'), minScore: Math.min(usual, 0.5) }
    return [type, { ...everywhere, ...(typeof minScore === 'string' ? { minScore: Number(minScore) } : {}) }] as const
  })
  return detectionSchema.parse({ default: Object.fromEntries(settings) })
}

/** What `eval pii` takes beside files. */
export const piiFlags = {
  types: { type: 'string', value: 'TYPE,TYPE', summary: 'Measure only these types.' },
  out: { type: 'string', value: 'FILE', summary: 'Write a line of JSON for each row: file, row, spans with scores.' },
  names: { type: 'string', value: 'FILE', summary: 'Take this model of the name tagger; "none" leaves it out.' },
  'beside-person': { type: 'boolean', summary: 'As shipped: places, dates and the like only beside a person.' },
  'min-score': {
    type: 'string',
    value: 'N',
    summary: 'Take findings from this score on, 0 to 1, in place of those shipped.',
  },
} as const satisfies Flags

/**
 * Measures L2: a predicted span is right when it overlaps an annotated one of the same type, and an annotated span is
 * found when a predicted one of its type overlaps it; strict figures ask for the same borders. Types outside a row's
 * `scope`, and types that no recognizer names, are left out; the latter are counted.
 */
export function evaluatePii(flags: FlagValues = {}): Evaluation {
  const layer = layerOf(flags, flags['beside-person'] === true)
  const types = typeof flags.types === 'string' ? new Set(flags.types.split(',').map(countedAs)) : SUPPORTED
  const perFile = new Map<string, Map<string, SpanCounts>>()
  const unsupported = new Map<string, number>()
  const predictions: string[] = []
  let [row, chars, micros] = [0, 0, 0]
  return {
    async take(line, file) {
      if (!perFile.has(file)) row = 0
      row += 1
      const scope = scopeOf(line)
      const isCounted = (type: string) => types.has(type) && SUPPORTED.has(type) && (scope?.has(type) ?? true)
      const text = stringMember(line, 'text')
      const annotated = spansOf(line)
      const start = process.hrtime.bigint()
      const decision = await askLayer(layer, text)
      micros += Number(process.hrtime.bigint() - start) / 1_000
      chars += text.length
      const found = (decision.findings ?? []).flatMap((finding) =>
        finding.kind === 'entity' && finding.position === '/messages/0/content'
          ? [{ start: finding.start, end: finding.end, type: finding.entity, score: finding.confidence }]
          : [],
      )
      predictions.push(JSON.stringify({ file, row, spans: found }))
      for (const { type } of annotated)
        if (!SUPPORTED.has(type)) unsupported.set(type, (unsupported.get(type) ?? 0) + 1)
      const counts = perFile.get(file) ?? new Map<string, SpanCounts>()
      perFile.set(file, counts)
      const counted = found.map((span) => ({ ...span, type: countedAs(span.type) }))
      countSpans(
        annotated.filter(({ type }) => isCounted(type)),
        counted.filter(({ type }) => isCounted(type)),
        counts,
      )
    },
    async result() {
      if (typeof flags.out === 'string') await writeFile(flags.out, `${predictions.join('\n')}\n`)
      return summarise(perFile, unsupported, Math.round(micros / (chars / 1_000)))
    },
  }
}

/** L2 with the recognizers of `--names`, and with the scores of `--min-score`. */
export function layerOf(flags: FlagValues, isBesidePerson: boolean) {
  return createSensitivityLayer({
    codenames: { current: () => ({ version: '0', index: noCodenames }) },
    unreadableLevels: { image: 7, audio: 7, file: 7, readFile: 7 },
    detection: settingsOf(isBesidePerson, flags['min-score']),
    ...recognizersOf(flags.names),
    timeoutMs: 60_000,
  })
}

function recognizersOf(model: FlagValues[string]) {
  if (typeof model !== 'string') return {}
  if (model === 'none') return { recognizers: RULES }
  return { recognizers: [...RULES, createNames(new NameTagger(readModel(readFileSync(model))))] }
}

function summarise(
  perFile: ReadonlyMap<string, ReadonlyMap<string, SpanCounts>>,
  unsupported: ReadonlyMap<string, number>,
  microsPerThousandChars: number,
): Result {
  const all = new Map<string, SpanCounts>()
  for (const counts of perFile.values()) addCounts(all, counts)
  const files = [...perFile, ...(perFile.size > 1 ? [['all files', all] as const] : [])]
  return {
    tables: [
      ...files.map(([file, counts]) => ({
        title: file,
        rows: [...ENTITY_TYPES, ALL_TYPES].flatMap((type) => {
          const count = counts.get(type)
          return count === undefined ? [] : [{ type, ...figuresOf(count, percent) }]
        }),
      })),
      { title: 'time', rows: [{ 'us per 1,000 characters': microsPerThousandChars }] },
    ],
    json: {
      eval: 'pii',
      files: Object.fromEntries([...perFile].map(([file, counts]) => [file, typesJson(counts)])),
      all: typesJson(all),
      unsupported: Object.fromEntries(unsupported),
      microsPerThousandChars,
    },
  }
}

function typesJson(counts: ReadonlyMap<string, SpanCounts>): Record<string, unknown> {
  return Object.fromEntries([...counts].map(([type, count]) => [type, figuresOf(count, ratio)]))
}
