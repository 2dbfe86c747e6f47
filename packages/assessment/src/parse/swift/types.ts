import type { Expression } from '../ir.ts'
import { dotted } from '../reader.ts'
import type { Cursor } from './cursor.ts'

export interface SwiftType {
  /** Dotted, without what is in angle brackets; empty for tuples, functions, lists and maps. */
  readonly name: string
  readonly arguments: readonly string[]
  /** Of a list or a map what it holds. */
  readonly elements?: string
}

const NO_TYPE: SwiftType = { name: '', arguments: [] }
const BEFORE_TYPES = new Set([
  'inout',
  'some',
  'any',
  'borrowing',
  'consuming',
  'sending',
  'isolated',
  '__owned',
  '__shared',
  '_const',
  'repeat',
  'each',
])
const WITH_ARGUMENTS = new Set(['@convention', '@available', '@differentiable'])
/** Types that only hold another: what counts is what they hold. */
const HOLDERS = new Set([
  'Optional',
  'ImplicitlyUnwrappedOptional',
  'Published',
  'Binding',
  'State',
  'UnsafePointer',
  'Result',
])

/** Reads a type. */
export function readType(cursor: Cursor): SwiftType {
  return cursor.deeper(() => readTypeHere(cursor), NO_TYPE)
}

function readTypeHere(cursor: Cursor): SwiftType {
  while (BEFORE_TYPES.has(cursor.peek().text) || cursor.peek().text.startsWith('@')) {
    const attribute = cursor.next()
    if (WITH_ARGUMENTS.has(attribute.text) && cursor.sees('(')) cursor.skipGroup()
  }
  let type = NO_TYPE
  if (cursor.sees('[')) type = readElements(cursor)
  else if (cursor.sees('(')) cursor.skipGroup()
  else if (cursor.seesWord()) type = readNominal(cursor)
  else return NO_TYPE
  while (/^(?:\?|!|&|\.\.\.)$/.test(cursor.peek().text) && cursor.isSameLine) {
    if (!cursor.takes('&')) cursor.next()
    else readType(cursor)
  }
  while (cursor.sees('async') || cursor.sees('throws') || cursor.sees('rethrows')) cursor.next()
  if (cursor.takes('->')) {
    readType(cursor)
    return NO_TYPE
  }
  return type
}

/** `[Element]`, `[Key: Value]`. */
function readElements(cursor: Cursor): SwiftType {
  const end = cursor.closing
  cursor.next()
  let elements = readType(cursor).name
  if (cursor.takes(':')) elements = readType(cursor).name
  cursor.moveTo(end + 1)
  return { ...NO_TYPE, elements }
}

function readNominal(cursor: Cursor): SwiftType {
  const parts = [cursor.next().text]
  let types: readonly string[] = []
  for (;;) {
    if (cursor.sees('<') && !cursor.peek().spaceBefore) types = readTypeArguments(cursor)
    if (!cursor.sees('.') || !cursor.seesWord(1)) break
    cursor.next()
    parts.push(cursor.next().text)
  }
  const [first = ''] = types
  if (parts.length === 1 && HOLDERS.has(parts[0] ?? '')) return { name: first, arguments: [] }
  return { name: parts.filter((part) => part !== 'Type' && part !== 'self').join('.'), arguments: types }
}

/** Reads `<A, B.C>`. */
function readTypeArguments(cursor: Cursor): readonly string[] {
  cursor.next()
  const types: string[] = []
  while (!cursor.isAtEnd && !cursor.sees('>')) {
    const before = cursor.place
    types.push(readType(cursor).name)
    if (!cursor.takes(',') && cursor.place === before) break
    if (cursor.sees(':') || cursor.sees('==')) {
      cursor.next()
      readType(cursor)
    }
  }
  cursor.takes('>')
  return types
}

const MAX_LOOK_AHEAD = 80
const BEHIND_ARGUMENTS = new Set(['(', ')', ']', '}', '{', '.', ',', ';', ':', '=', '?', '!', '[', ''])

/** The types in angle brackets behind a name in an expression; nothing where `<` compares. */
export function typeArgumentsHere(cursor: Cursor): readonly string[] | undefined {
  if (!cursor.sees('<') || cursor.peek().spaceBefore) return undefined
  let depth = 0
  for (let ahead = 0; ahead < MAX_LOOK_AHEAD; ahead += 1) {
    const { text, kind, isFirst } = cursor.peek(ahead)
    if (text === '<') depth += 1
    else if (text === '>') depth -= 1
    else if (kind !== 'word' && !/^(?:[.,?:&()[\]]|->)$/.test(text)) return undefined
    if (isFirst && ahead > 0 && depth === 0) return undefined
    if (depth === 0) {
      const behind = cursor.peek(ahead + 1)
      return BEHIND_ARGUMENTS.has(behind.text) || behind.isFirst ? readTypeArguments(cursor) : undefined
    }
  }
  return undefined
}

/**
 * Puts the expected type before a member that is written without it: `.bits256` of a `SymmetricKeySize`. `elements`: of
 * what a list or map holds.
 */
export function qualified(e: Expression, type: string, elements = ''): Expression {
  if (elements !== '' && e.k === 'list') return { ...e, items: e.items.map((one) => qualified(one, elements)) }
  if (elements !== '' && e.k === 'map') {
    return { ...e, entries: e.entries.map((one) => ({ ...one, value: qualified(one.value, elements) })) }
  }
  if (type === '') return e
  if (e.k === 'name') {
    if (!e.id.startsWith('.')) return e
    const of = dotted(type, e.at)
    return e.id === '.init' ? of : { k: 'member', of, name: e.id.slice(1), at: e.at }
  }
  if (e.k === 'member') return { ...e, of: qualified(e.of, type) }
  if (e.k === 'call') return { ...e, callee: qualified(e.callee, type) }
  if (e.k === 'choice') return { ...e, of: e.of.map((one) => qualified(one, type)) }
  if (e.k === 'case') return { ...e, value: qualified(e.value, type) }
  if (e.k === 'block') return { ...e, value: e.value.map((one) => qualified(one, type)) }
  return e
}
