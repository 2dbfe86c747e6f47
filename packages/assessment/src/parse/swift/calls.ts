import type { Argument, CallExpression, Expression } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import type { Cursor } from './cursor.ts'

/** Reads arguments in round or square brackets. */
export function readCallArguments(cursor: Cursor, expression: () => Expression): readonly Argument[] {
  const end = cursor.closing
  const args: Argument[] = []
  cursor.next()
  cursor.each(end, () => {
    if (cursor.takes(',')) return
    const at = cursor.peek().start
    const isNamed = cursor.seesWord() && cursor.sees(':', 1)
    const name = isNamed ? cursor.next().text : undefined
    if (isNamed) cursor.next()
    const value = expression()
    const given = withoutType(value)
    args.push(name === undefined || name === '_' ? { value: given, at } : { name, value: given, at })
    // An operator that is handed on, `sorted(by: <)`, or what is not understood.
    if (!cursor.sees(',') && cursor.place < end) cursor.skipUntil(',')
  })
  cursor.moveTo(end + 1)
  return args
}

/** `.init(bits: 2048)` of a type that only the called function tells: its members by their names. */
function withoutType(e: Expression): Expression {
  if (e.k !== 'call' || e.callee.k !== 'name' || e.callee.id !== '.init') return e
  if (e.args.length === 0 || e.args.some(({ name }) => name === undefined)) return e
  return { k: 'map', entries: e.args.map(({ name = '', value }) => ({ key: { k: 'str', v: name }, value })) }
}

/** Methods that give back what they are called on, as far as values go. */
const SAME_VALUE = new Set(['data', 'uppercased', 'lowercased', 'trimmingCharacters', 'bridge', 'takeRetainedValue'])
/** Methods that look at each element, or only ask whether something is among them. */
const ITERATING = new Set(
  'contains elementsEqual hasPrefix hasSuffix firstIndex first last filter forEach allSatisfy removeAll'.split(' '),
)
const CHAINING = new Set(['map', 'flatMap', 'compactMap'])
/** Types whose construction copies bytes, text or numbers. */
const COPYING = new Set(
  `Data Array ContiguousArray ArraySlice String NSString NSData Substring NSNumber Int Int8 Int16 Int32 Int64 UInt UInt8 UInt16
  UInt32 UInt64 CInt size_t Optional NSMutableData CFDictionary NSDictionary NSMutableDictionary`.split(/\s+/),
)

/** A call that only hands its value on is that value; a call that makes bytes of a length is those bytes. */
export function simplifiedCall(call: CallExpression): Expression {
  const { callee, args } = call
  if (callee.k === 'list' || callee.k === 'map') return emptyOrCopied(callee, args)
  if (callee.k === 'name' && COPYING.has(callee.id)) return copied(call, args)
  if (callee.k !== 'member') return call
  const [first] = args
  if (SAME_VALUE.has(callee.name) && (callee.name !== 'data' || first?.name === 'using')) {
    return { k: 'block', body: [], value: [callee.of] }
  }
  if (ITERATING.has(callee.name)) {
    const last = args.at(-1)?.value
    if (last?.k === 'lambda') return overEach(call, callee.of, last)
    return { k: 'other', of: args.map(({ value }) => value).filter((one) => !isNameOnly(one)) }
  }
  if (CHAINING.has(callee.name) && first?.value.k === 'lambda' && args.length === 1) {
    return { ...call, callee: first.value, args: [{ value: callee.of }] }
  }
  return call
}

function copied(call: CallExpression, args: readonly Argument[]): Expression {
  const length = args.find(({ name }) => name === 'count' || name === 'length' || name === 'capacity')
  const [first] = args
  const isFilled = first?.name === 'repeating' || first?.name === 'count' || first?.name === 'length'
  if (length && isFilled) return { k: 'bytes', count: length.value }
  if (args.length === 0 || first === undefined) return NOTHING
  const isKnown =
    first.name === undefined ||
    /^(?:value|string|bytes|decoding|data|integerLiteral|utf8String|dictionary)$/.test(first.name)
  return isKnown ? first.value : call
}

/** `[UInt8](repeating: 0, count: 32)`, `[UInt8](data)`, `[String: Any]()`. */
function emptyOrCopied(of: Expression, args: readonly Argument[]): Expression {
  const [first] = args
  const count = args.find(({ name }) => name === 'count')
  if (first?.name === 'repeating' && count) return { k: 'bytes', count: count.value }
  if (first && first.name === undefined) return first.value
  return of.k === 'map' ? { k: 'map', entries: [] } : { k: 'list', items: [] }
}

/** The closure gets the elements; the result is among them. */
function overEach(call: CallExpression, of: Expression, closure: Expression): Expression {
  const element: Expression = { k: 'index', of, key: NOTHING }
  return { k: 'block', body: [{ k: 'expr', e: { ...call, callee: closure, args: [{ value: element }] } }], value: [of] }
}

/** A name that is only compared is not used. */
export function isNameOnly(e: Expression): boolean {
  if (e.k === 'list') return e.items.every(isNameOnly)
  return e.k === 'name' || (e.k === 'member' && isNameOnly(e.of)) || e.k === 'str' || e.k === 'this'
}
