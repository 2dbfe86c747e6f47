import type { Span } from './recognizer.ts'
import { resolveOverlaps } from './resolve-overlaps.ts'

/** No mark is longer, in code units: see `text-folding/markup.ts`. */
const LONGEST_MARK = 700

/**
 * The spans of a text with those that were found in it once its carriers were read through; of two about one place the
 * longer counts. Marks at the end of a value stay where they are. Linear.
 */
export function withCarriedSpans(spans: readonly Span[], carried: readonly Span[], text: string): readonly Span[] {
  const all = [...spans]
  for (const span of carried) {
    const end = endBeforeMarks(text, span.start, span.end)
    if (end > span.start) all.push({ ...span, end })
  }
  return resolveOverlaps(all, text)
}

/** Where a value ends: before tags, signs of emphasis, the target of a link and a soft line break. */
function endBeforeMarks(text: string, start: number, from: number): number {
  let end = from
  while (end > start) {
    const last = text.charAt(end - 1)
    const opening = last === '>' ? '<' : last === ')' ? '](' : last === '\n' ? '=' : ''
    if (opening !== '') {
      const mark = text.slice(Math.max(start, end - LONGEST_MARK), end)
      const at = mark.lastIndexOf(opening)
      if (at === -1 || (opening === '=' && !/^=[ \t]*\r?\n$/.test(mark.slice(at)))) return end
      end -= mark.length - at
    } else if ('*_~`'.includes(last)) end -= 1
    else return end
  }
  return end
}
