import type { TypedSpan } from './pii-rows.ts'

/** What was counted of one type. */
export interface SpanCounts {
  spans: number
  /** Annotated spans that a predicted one of their type overlaps. */
  found: number
  predicted: number
  /** Predicted spans that overlap an annotated one of their type. */
  right: number
  /** Predicted spans with the very borders of an annotated one. */
  exact: number
}

/** The name of the sum over all types. */
export const ALL_TYPES = 'all types'

/** Counts the spans of one text into the counts of each type. Linear in their number but for spans that overlap. */
export function countSpans(
  annotated: readonly TypedSpan[],
  predicted: readonly TypedSpan[],
  counts: Map<string, SpanCounts>,
): void {
  const pairs = predicted.map((one) => [one, annotated.filter((other) => overlap(one, other))] as const)
  const found = new Set(pairs.flatMap(([, others]) => others))
  for (const span of annotated) {
    for (const count of countsOf(counts, span.type)) {
      count.spans += 1
      if (found.has(span)) count.found += 1
    }
  }
  for (const [span, others] of pairs) {
    const isExact = others.some(({ start, end }) => start === span.start && end === span.end)
    for (const count of countsOf(counts, span.type)) {
      count.predicted += 1
      if (others.length > 0) count.right += 1
      if (isExact) count.exact += 1
    }
  }
}

function overlap(one: TypedSpan, other: TypedSpan): boolean {
  return one.type === other.type && one.start < other.end && other.start < one.end
}

function countsOf(counts: Map<string, SpanCounts>, type: string): readonly SpanCounts[] {
  return [countOf(counts, type), countOf(counts, ALL_TYPES)]
}

function countOf(counts: Map<string, SpanCounts>, type: string): SpanCounts {
  const known = counts.get(type) ?? { spans: 0, found: 0, predicted: 0, right: 0, exact: 0 }
  counts.set(type, known)
  return known
}

/** Adds counts to others, type by type. */
export function addCounts(sum: Map<string, SpanCounts>, counts: ReadonlyMap<string, SpanCounts>): void {
  for (const [type, count] of counts) {
    const total = countOf(sum, type)
    for (const key of ['spans', 'found', 'predicted', 'right', 'exact'] as const) total[key] += count[key]
  }
}

/** Recall, precision and F2, which weighs recall four times, as shares written by `share`. */
export function figuresOf<T>(counts: SpanCounts, share: (part: number, whole: number) => T) {
  const { spans, found, predicted, right, exact } = counts
  return {
    spans,
    predicted,
    recall: share(found, spans),
    precision: share(right, predicted),
    f2: share(...f2(found / (spans || 1), right / (predicted || 1))),
    strictRecall: share(exact, spans),
    strictF2: share(...f2(exact / (spans || 1), exact / (predicted || 1))),
  }
}

function f2(recall: number, precision: number): readonly [part: number, whole: number] {
  return [5 * recall * precision, 4 * precision + recall]
}
