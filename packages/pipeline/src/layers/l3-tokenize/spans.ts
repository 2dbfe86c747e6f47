import type { EntityFinding } from '@sluice/contracts'
import { readJsonValue } from '@sluice/text-folding'
import type { SensitiveValue } from '@sluice/token-vault'
import type { TextPosition } from '../../request/index.ts'

/** A value with what takes its place: a token where nothing is said. A date of the model's own is left as it is. */
export interface Replaceable extends SensitiveValue {
  readonly replace?: EntityFinding['replace'] | 'leave'
}

/** A sensitive value at its place in a text, in UTF-16 code units; `end` is one past the last. */
export interface Span extends Replaceable {
  readonly start: number
  readonly end: number
  /** True for a further piece of a value whose first piece gets the token: it is cut out. */
  readonly isRest?: boolean
  /** What goes out in its place, where that is another form of its token. */
  readonly written?: string
  /** True where the name of a type was delivered in the place of a value that nobody knows here: its token goes out. */
  readonly isMask?: boolean
}

/**
 * The spans of the findings, by path and from left to right. Throws where a finding names no position of this request,
 * exceeds its text or overlaps another: a value that cannot be replaced for certain must not leave.
 */
export function spansOf(
  findings: readonly EntityFinding[],
  positions: readonly TextPosition[],
): ReadonlyMap<string, readonly Span[]> {
  const texts = new Map(positions.map(({ path, text }) => [path, text]))
  const spans = new Map<string, Span[]>()
  for (const [at, finding] of findings.entries()) {
    const { entity, level, position, start, end, replacement, replace } = finding
    const here = spans.get(position) ?? []
    const value = valueAt(findings, at, texts)
    here.push({ entity, level, value, replacement, replace, start, end, isRest: finding.continues === true })
    spans.set(position, here)
  }
  for (const here of spans.values()) {
    here.sort((a, b) => a.start - b.start)
    if (here.some((span, index) => span.start < (here[index - 1]?.end ?? 0))) throw new Error('Two findings overlap.')
  }
  return spans
}

/** The whole value that a finding begins; empty for one that continues a value. */
function valueAt(findings: readonly EntityFinding[], at: number, texts: ReadonlyMap<string, string>): string {
  const first = findings[at]
  if (first === undefined) throw new Error('There is no such finding.')
  let written = pieceOf(first, texts)
  if (first.continues === true) {
    if (at === 0) throw new Error('A finding continues none.')
    return ''
  }
  for (let next = findings[at + 1], to = at + 1; next?.continues === true; next = findings[++to]) {
    written += pieceOf(next, texts)
  }
  return readJsonValue(written)
}

function pieceOf({ position, start, end }: EntityFinding, texts: ReadonlyMap<string, string>): string {
  const text = texts.get(position)
  if (text === undefined) throw new Error('A finding names a text position that the request does not have.')
  if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || start >= end || end > text.length) {
    throw new Error('A finding reaches out of its text.')
  }
  return text.slice(start, end)
}
