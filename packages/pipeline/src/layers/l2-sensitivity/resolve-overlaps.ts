import { ENTITY_CLASSES, type EntityType, type Level } from '@sluice/contracts'
import type { Span } from './recognizer.ts'

/** Their borders are guessed: a longer guess does not make one value of two others. */
const NAMES: ReadonlySet<EntityType> = new Set(['PERSON', 'STREET_ADDRESS', 'LOCATION', 'ORGANIZATION'])

/** A larger cluster of overlapping spans becomes one span: real texts have few over one place. */
const MAX_CLUSTER = 24

/** The level of the data that a span claims. */
export function levelOf(span: Span): Level {
  return span.level ?? ENTITY_CLASSES[span.entity].level
}

/** What a span says of its type beside the level; nothing for most types. */
export function ownTypeOf({ category, replacement }: Span): Pick<Span, 'category' | 'replacement'> {
  return { ...(category === undefined ? {} : { category }), ...(replacement === undefined ? {} : { replacement }) }
}

/**
 * Makes spans disjoint, the same way whatever their order. In each cluster of overlapping spans, verified
 * spans win, then the higher level, then the longer, then the earlier. No part of a losing span is dropped: a name or
 * an address keeps what is left of it, and any other value is covered whole by the winner.
 */
export function resolveOverlaps(spans: readonly Span[], text: string): readonly Span[] {
  if (spans.length < 2) return spans
  const ordered = spans.toSorted((a, b) => a.start - b.start || b.end - a.end || byPriority(a, b))
  const resolved: Span[] = []
  let cluster: Span[] = []
  let reach = -1
  for (const span of ordered) {
    if (span.start >= reach && cluster.length > 0) {
      for (const kept of resolveCluster(cluster, text)) resolved.push(kept)
      cluster = []
    }
    cluster.push(span)
    reach = Math.max(reach, span.end)
  }
  for (const kept of resolveCluster(cluster, text)) resolved.push(kept)
  return resolved.toSorted((a, b) => a.start - b.start)
}

function resolveCluster(cluster: readonly Span[], text: string): readonly Span[] {
  if (cluster.length < 2) return cluster
  const ranked = cluster.toSorted(byPriority)
  const [strongest] = ranked
  if (strongest !== undefined && cluster.length > MAX_CLUSTER) return [covering(strongest, cluster)]
  let kept: Span[] = []
  for (const span of ranked) {
    const overlapping = kept.filter((other) => other.start < span.end && span.start < other.end)
    const [winner] = overlapping
    if (winner === undefined) kept.push(span)
    // Of the address of a page, what is in it is replaced and the rest stays.
    else if (span.entity === 'URL') continue
    else if (NAMES.has(span.entity)) kept.push(...remainders(span, overlapping, text))
    else kept = [...kept.filter((other) => !overlapping.includes(other)), covering(winner, [...overlapping, span])]
  }
  return kept
}

function byPriority(a: Span, b: Span): number {
  return (
    Number(b.verified) - Number(a.verified) ||
    levelOf(b) - levelOf(a) ||
    b.end - b.start - (a.end - a.start) ||
    a.start - b.start ||
    b.confidence - a.confidence ||
    a.entity.localeCompare(b.entity)
  )
}

function covering(winner: Span, spans: readonly Span[]): Span {
  // The arguments of a call are bounded; the spans of a cluster are not.
  let { start, end } = winner
  for (const span of spans) {
    if (span.start < start) start = span.start
    if (span.end > end) end = span.end
  }
  return { ...winner, start, end }
}

/** What is left of a name, and of an address: the number of a house too. */
const OF_NAME = /[\p{L}\p{M}][\p{L}\p{M}\p{N}' .-]*[\p{L}\p{M}]/u
const OF_ADDRESS = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su

/** The parts of a name that no other span covers, if they still hold a word. */
function remainders(span: Span, others: readonly Span[], text: string): Span[] {
  const parts: Span[] = []
  let from = span.start
  for (const { start, end } of [...others, { start: span.end, end: span.end }].toSorted((a, b) => a.start - b.start)) {
    const part = text.slice(from, Math.max(from, start))
    const word = (span.entity === 'STREET_ADDRESS' ? OF_ADDRESS : OF_NAME).exec(part)
    if (word !== null) parts.push({ ...span, start: from + word.index, end: from + word.index + word[0].length })
    from = Math.max(from, end)
  }
  return parts
}
