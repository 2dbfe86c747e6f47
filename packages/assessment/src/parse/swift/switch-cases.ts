import type { Case, Expression, Statement } from '../ir.ts'
import type { Cursor } from './cursor.ts'

/** One way of a `switch`. */
export interface SwitchWay {
  readonly before: readonly Statement[]
  readonly body: readonly Statement[]
  readonly when?: Case
}

const MAX_LABELS = 64

/**
 * The texts and constants that a `case` here asks for: `case .quick, .slow`, `case "AES"`, `case Grade.strong(let n)`.
 * None where it asks for more. The cursor stays where it is.
 */
export function readLabels(cursor: Cursor): readonly string[] {
  const start = cursor.place
  const labels: string[] = []
  cursor.next()
  while (labels.length < MAX_LABELS) {
    const label = readLabel(cursor)
    if (label === undefined) break
    labels.push(label)
    if (cursor.takes(',')) continue
    const isWhole = cursor.sees(':')
    cursor.returnTo(start)
    return isWhole ? labels : []
  }
  cursor.returnTo(start)
  return []
}

function readLabel(cursor: Cursor): string | undefined {
  const { kind, text, parts = [] } = cursor.peek()
  if (kind === 'text') {
    cursor.next()
    const [part = ''] = parts
    return parts.length <= 1 && typeof part === 'string' ? part : undefined
  }
  if (kind === 'number') return cursor.next().text
  if (text !== '.' && (kind !== 'word' || !/^[A-Z]/.test(text))) return undefined
  let last = kind === 'word' ? cursor.next().text : ''
  while (cursor.sees('.') && cursor.seesWord(1)) {
    cursor.next()
    last = cursor.next().text
  }
  if (cursor.sees('(')) cursor.skipGroup()
  return last === '' ? undefined : last
}

/** Each way with the case that it stands for, where its labels tell; `default` stands for what no other way does. */
export function withCases(
  of: Expression,
  ways: readonly (SwitchWay & { readonly labels?: readonly string[] })[],
): readonly SwitchWay[] {
  const [first, ...cases] = ways
  if (first === undefined || (of.k !== 'name' && of.k !== 'member')) return ways
  const all = cases.flatMap(({ labels = [] }) => labels)
  const read = cases.map(({ labels, ...way }): SwitchWay => {
    const is = (labels ?? all).map((v): Expression => ({ k: 'str', v }))
    if (is.length === 0) return way
    return { ...way, when: labels === undefined ? { of, is, isOthers: true } : { of, is } }
  })
  return [first, ...read]
}
