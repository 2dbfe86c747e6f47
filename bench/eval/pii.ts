import { ENTITY_TYPES, type EntityType } from '@sluice/contracts'
import { createSensitivityLayer } from '@sluice/pipeline'
import { compileCodenames } from '@sluice/pipeline/ports'
import { type Evaluation, percent, type Result, ratio } from './evaluation.ts'
import { askLayer } from './exchange.ts'
import { isObject, type Row, stringMember } from './read-rows.ts'

const noCodenames = compileCodenames([])

/** Other names of the same thing in the data sets. */
const TYPE_MAP: ReadonlyMap<string, string> = new Map([
  ['GPE', 'LOCATION'],
  ['STREET_ADDRESS', 'LOCATION'],
  ['ADDRESS', 'LOCATION'],
  ['DOMAIN_NAME', 'URL'],
  ['FAX_NUMBER', 'PHONE_NUMBER'],
  ['BIRTHDAY', 'DATE_TIME'],
])

const SUPPORTED: ReadonlySet<string> = new Set(ENTITY_TYPES)

interface Annotated {
  readonly start: number
  readonly end: number
  readonly type: string
}

interface Counts {
  spans: number
  found: number
  predicted: number
  right: number
}

/**
 * Measures L2: a predicted span is right when it overlaps an annotated one of the same type, and an annotated span is
 * found when a predicted one of its type overlaps it. Types outside a row's `scope`, and types that no recognizer
 * names, are left out; the latter are counted.
 */
export function evaluatePii(): Evaluation {
  const layer = createSensitivityLayer({
    codenames: { current: () => ({ version: '0', index: noCodenames }) },
    unreadableLevels: { image: 7, audio: 7, file: 7 },
    timeoutMs: 60_000,
  })
  const perFile = new Map<string, Map<string, Counts>>()
  const unsupported = new Map<string, number>()
  return {
    async take(row, file) {
      const spans = spansOf(row)
      const scope = scopeOf(row)
      const decision = await askLayer(layer, stringMember(row, 'text'))
      const predicted = (decision.findings ?? []).flatMap((finding) =>
        finding.kind === 'entity' && finding.position === '/messages/0/content' && inScope(scope, finding.entity)
          ? [{ start: finding.start, end: finding.end, type: finding.entity }]
          : [],
      )
      for (const { type } of spans) if (!SUPPORTED.has(type)) unsupported.set(type, (unsupported.get(type) ?? 0) + 1)
      const counts = countsOf(perFile, file)
      score(
        spans.filter(({ type }) => SUPPORTED.has(type) && inScope(scope, type)),
        predicted,
        counts,
      )
    },
    result: () => summarise(perFile, unsupported),
  }
}

function score(spans: readonly Annotated[], predicted: readonly Annotated[], counts: Map<string, Counts>): void {
  for (const span of spans) {
    const count = countOf(counts, span.type)
    count.spans += 1
    if (predicted.some((other) => overlaps(span, other))) count.found += 1
  }
  for (const span of predicted) {
    const count = countOf(counts, span.type)
    count.predicted += 1
    if (spans.some((other) => overlaps(span, other))) count.right += 1
  }
}

function overlaps(one: Annotated, other: Annotated): boolean {
  return one.type === other.type && one.start < other.end && other.start < one.end
}

function spansOf(row: Row): readonly Annotated[] {
  const { spans } = row.value
  if (!Array.isArray(spans)) throw new Error(`${row.place}: "spans" must be an array`)
  return spans.map((span: unknown) => {
    if (
      !isObject(span) ||
      typeof span.start !== 'number' ||
      typeof span.end !== 'number' ||
      typeof span.type !== 'string'
    ) {
      throw new Error(`${row.place}: every span needs numbers "start" and "end" and a string "type"`)
    }
    return { start: span.start, end: span.end, type: TYPE_MAP.get(span.type) ?? span.type }
  })
}

function scopeOf(row: Row): ReadonlySet<string> | undefined {
  const { scope } = row.value
  if (scope === undefined || scope === null) return undefined
  if (!Array.isArray(scope)) throw new Error(`${row.place}: "scope" must be an array of types`)
  return new Set(scope.map((type) => TYPE_MAP.get(String(type)) ?? String(type)))
}

function inScope(scope: ReadonlySet<string> | undefined, type: string): boolean {
  return scope === undefined || scope.has(type)
}

function summarise(
  perFile: ReadonlyMap<string, ReadonlyMap<string, Counts>>,
  unsupported: ReadonlyMap<string, number>,
): Result {
  const all = new Map<string, Counts>()
  for (const counts of perFile.values()) {
    for (const [type, count] of counts) {
      const sum = countOf(all, type)
      for (const key of ['spans', 'found', 'predicted', 'right'] as const) sum[key] += count[key]
    }
  }
  const files = [...perFile, ...(perFile.size > 1 ? [['all files', all] as const] : [])]
  return {
    tables: files.map(([file, counts]) => ({
      title: file,
      rows: ENTITY_TYPES.flatMap((type: EntityType) => {
        const count = counts.get(type)
        return count === undefined ? [] : [{ type, ...figures(count, percent) }]
      }),
    })),
    json: {
      eval: 'pii',
      files: Object.fromEntries([...perFile].map(([file, counts]) => [file, typesJson(counts)])),
      all: typesJson(all),
      unsupported: Object.fromEntries(unsupported),
    },
  }
}

function typesJson(counts: ReadonlyMap<string, Counts>): Record<string, unknown> {
  return Object.fromEntries([...counts].map(([type, count]) => [type, figures(count, ratio)]))
}

function figures<T>(count: Counts, share: (part: number, whole: number) => T) {
  const { spans, found, predicted, right } = count
  const [recall, precision] = [found / (spans || 1), right / (predicted || 1)]
  return {
    spans,
    predicted,
    recall: share(found, spans),
    precision: share(right, predicted),
    f1: share(2 * recall * precision, spans === 0 ? 0 : recall + precision),
  }
}

function countsOf(perFile: Map<string, Map<string, Counts>>, file: string): Map<string, Counts> {
  const known = perFile.get(file) ?? new Map<string, Counts>()
  perFile.set(file, known)
  return known
}

function countOf(counts: Map<string, Counts>, type: string): Counts {
  const known = counts.get(type) ?? { spans: 0, found: 0, predicted: 0, right: 0 }
  counts.set(type, known)
  return known
}
