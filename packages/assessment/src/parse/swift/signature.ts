import type { Expression, ParameterIr } from '../ir.ts'
import type { Cursor } from './cursor.ts'
import { qualified, readType } from './types.ts'

/** Reads what stands between a function's name and its body. */
export function readSignature(
  cursor: Cursor,
  expression: () => Expression,
): { params: readonly ParameterIr[]; returnType: string } {
  skipGenerics(cursor)
  const params = cursor.sees('(') ? readParameters(cursor, expression) : []
  while (/^(?:async|throws|rethrows|reasync)$/.test(cursor.peek().text)) {
    const { text } = cursor.next()
    if (text === 'throws' && cursor.sees('(')) cursor.skipGroup()
  }
  const returnType = cursor.takes('->') ? readType(cursor).name : ''
  if (cursor.sees('where')) cursor.skipUntil('{', ';', 'func', 'init', 'var', 'let', 'case', '@objc')
  return { params, returnType }
}

/** Steps over `<T: Codable>`. */
export function skipGenerics(cursor: Cursor): void {
  if (!cursor.sees('<')) return
  let depth = 0
  for (let steps = 0; steps < 200 && !cursor.isAtEnd; steps += 1) {
    if (cursor.sees('<')) depth += 1
    if (cursor.sees('>')) depth -= 1
    if (cursor.sees('{') || cursor.sees('}')) return
    cursor.skipGroup()
    if (depth === 0) return
  }
}

function readParameters(cursor: Cursor, expression: () => Expression): readonly ParameterIr[] {
  const end = cursor.closing
  const params: ParameterIr[] = []
  cursor.next()
  cursor.each(end, () => {
    if (cursor.takes(',')) return
    while (cursor.peek().text.startsWith('@')) cursor.next()
    const label = cursor.next()
    const own = cursor.seesWord() ? cursor.next() : label
    const { name: type } = cursor.takes(':') ? readType(cursor) : { name: '' }
    const isRest = cursor.takes('...')
    const fallback = cursor.takes('=') ? qualified(expression(), type) : undefined
    params.push({
      name: own.text,
      type,
      ...(label.text === own.text ? {} : { label: label.text }),
      ...(fallback ? { fallback } : {}),
      ...(isRest ? { isRest } : {}),
    })
    if (cursor.place < end && !cursor.sees(',')) cursor.skipUntil(',')
  })
  cursor.moveTo(end + 1)
  return params
}
