import type { ParameterIr, Statement } from '../ir.ts'
import type { Cursor } from './cursor.ts'

/** What a closure without a header calls its parameters. */
export const UNNAMED: readonly ParameterIr[] = [{ name: '$0' }, { name: '$1' }, { name: '$2' }]
const MAX_HEADER = 60

/** How many tokens a closure's header has, up to `in`; 0 where it has none. */
export function headerLength(cursor: Cursor): number {
  let ahead = 1
  if (cursor.sees('[', ahead)) ahead += (cursor.peek(ahead).skip ?? 0) + 1
  const start = ahead
  while (ahead - start < MAX_HEADER) {
    const { text, kind, skip } = cursor.peek(ahead)
    if (text === 'in' && kind === 'word') return ahead
    if (text === '(') ahead += skip ?? 0
    else if (kind !== 'word' && !/^(?:[,.?:<>[\]&_]|->)$/.test(text)) return 0
    else if (/^(?:for|if|let|var|return|switch|guard|while|func)$/.test(text)) return 0
    ahead += 1
  }
  return 0
}

/** The names and types that a closure's header declares. */
export function closureNames(cursor: Cursor, length: number): readonly ParameterIr[] {
  const params: { name: string; type?: string }[] = []
  let isName = true
  for (let ahead = cursor.sees('[', 1) ? (cursor.peek(1).skip ?? 0) + 2 : 1; ahead < length; ahead += 1) {
    const { text, kind } = cursor.peek(ahead)
    if (text === '->') break
    const last = params.at(-1)
    if (text === ',') isName = true
    else if (kind === 'word' && isName) {
      params.push({ name: text })
      isName = false
    } else if (kind === 'word' && last && last.type === undefined && cursor.sees(':', ahead - 1)) last.type = text
  }
  return params
}

/** A closure or function of one expression gives it back, also where that is a `switch` or an `if`. */
export function withResult(body: readonly Statement[], depth = 0): readonly Statement[] {
  const last = body.at(-1)
  if (last?.k === 'expr' && (body.length === 1 || depth > 0)) return [...body.slice(0, -1), { k: 'return', e: last.e }]
  if (last?.k !== 'branch' || depth > 20) return body
  return body.map((one) => (one.k === 'branch' ? { ...one, body: withResult(one.body, depth + 1) } : one))
}
