import { DirectiveReader, type Macro } from './directives.ts'
import type { Edit } from './groups.ts'

/** C without what only the preprocessor reads; names that are keywords of C++ alone are changed. Keeps every offset. */
export function prepareC(source: string): string {
  return applyEdits(source, new DirectiveReader(source, true).read().edits)
}

/** C++ without what only the preprocessor reads. Keeps every offset. */
export function prepareCpp(source: string): string {
  return applyEdits(source, new DirectiveReader(source, false).read().edits)
}

/** Every `#define` of a file, in order. */
export function macrosOf(source: string): readonly Macro[] {
  return source.includes('define') ? new DirectiveReader(source, false).read().macros : []
}

function applyEdits(source: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return source
  const parts: string[] = []
  let last = 0
  for (const { start, end, text } of [...edits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < last) continue
    const rest = source.slice(start + text.length, end).replace(/[^\r\n]/g, ' ')
    parts.push(source.slice(last, start), text, rest)
    last = Math.max(end, start + text.length)
  }
  parts.push(source.slice(last))
  return parts.join('')
}
