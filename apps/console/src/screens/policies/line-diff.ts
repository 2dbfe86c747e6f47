import { diffArrays } from 'diff'

/** A line of a comparison; a number is absent where the line is not in that version. */
interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  /** From 1. */
  readonly before: number | undefined
  readonly after: number | undefined
  readonly text: string
}

/** After this the two are shown one behind the other, without what they share. */
const TIMEOUT_MS = 200

/** Compares two texts line by line, in the order in which they are read: what was removed before what was added. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const changes = diffArrays(old, now, { timeout: TIMEOUT_MS }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ]
  const lines: DiffLine[] = []
  let [oldLine, newLine] = [1, 1]
  for (const { value, added, removed } of changes) {
    for (const text of value) {
      const kind = added ? 'added' : removed ? 'removed' : 'same'
      lines.push({
        ...{ kind, text },
        before: kind === 'added' ? undefined : oldLine,
        after: kind === 'removed' ? undefined : newLine,
      })
      if (kind !== 'added') oldLine += 1
      if (kind !== 'removed') newLine += 1
    }
  }
  return lines
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
