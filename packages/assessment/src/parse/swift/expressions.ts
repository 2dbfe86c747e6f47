import { asking, valuesOf } from '../conditions.ts'
import type { Argument, CallExpression, Expression, FunctionIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, compound, handedOut, numberOf, statement, truthOf } from '../reader.ts'
import { isNameOnly, readCallArguments, simplifiedCall } from './calls.ts'
import { closureNames, headerLength, UNNAMED, withResult } from './closures.ts'
import { asLibraryCall, asLibraryType, calledSelf } from './library-extensions.ts'
import { SwiftLiterals } from './literals.ts'
import type { SwiftToken } from './token.ts'
import { qualified, readType, typeArgumentsHere } from './types.ts'

/** Which operators bind how strongly, the strongest first, by the standard library's precedence groups. */
const STRENGTHS = [
  '<< >>',
  '* / % & &*',
  '+ - | ^ &+ &-',
  '... ..<',
  'is as',
  '??',
  '< > <= >= == != === !== ~=',
  '&&',
  '||',
  '?',
  '= += -= *= /= %= |= &= ^=',
]
const ASSIGNING = 1
const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  STRENGTHS.flatMap((group, i) => group.split(' ').map((op) => [op, STRENGTHS.length - i] as const)),
)
/** Sums and chains of members that are longer are begun anew, so that nothing nests deeper. */
const MAX_CHAIN = 200
const COMPARING = new Set(['==', '!=', '===', '!==', '<', '>', '<=', '>=', '~='])
const BEFORE_OPERANDS = new Set(['try', 'await', 'unsafe', 'consume', 'copy', 'each', 'any', 'some', 'inout', 'repeat'])
/** Members that are another form of the same text, number or bytes. */
const SAME_VALUE = new Set([
  'self',
  'utf8',
  'utf8CString',
  'unicodeScalars',
  'bytes',
  'data',
  'first!',
  'asUInt8Array',
  'lazy',
])

/** The expressions of Swift. A reader with blocks gives what closures and conditional expressions need. */
export abstract class SwiftExpressions extends SwiftLiterals {
  /** The type that the function being read gives back. */
  protected returnType = ''
  /** The modules that the file imports as a whole. */
  protected readonly imported = new Set<string>()

  /** The statements between the braces here, without the first tokens of a closure. */
  abstract block(header?: number): readonly Statement[]
  abstract conditional(): Expression
  /** The declared type of a variable or field; empty where it is not known. */
  abstract typeOf(target: Expression): string
  /** What `Self` means. */
  abstract get selfType(): string
  /** The type that is extended here, if it is declared elsewhere. */
  abstract get extendedType(): string

  /** An expression; with `isHead`, a brace behind it starts a block. */
  expression(isHead = false, least = 0): Expression {
    return this.cursor.deeper(() => this.#operation(isHead, least), NOTHING)
  }

  #operation(isHead: boolean, least: number): Expression {
    let left = this.#operand(isHead)
    for (let length = 1; ; length += 1) {
      if (length % MAX_CHAIN === 0) left = NOTHING
      const { cursor } = this
      const { text, isFirst, spaceBefore } = cursor.peek()
      const strength = PRECEDENCE.get(text)
      if (strength === undefined || strength <= least || cursor.peek().kind === 'text') return left
      // `a -b` on a new line is another statement; an operator with blanks on both sides goes on.
      const isSpaced = cursor.peek(1).spaceBefore
      if ((isFirst || spaceBefore) && !isSpaced && text !== '?' && text !== 'as' && text !== 'is') return left
      cursor.next()
      left = this.#operatorBehind(text, left, isHead, strength)
    }
  }

  #operatorBehind(op: string, left: Expression, isHead: boolean, strength: number): Expression {
    const { cursor } = this
    if (op === 'as' || op === 'is') {
      if (cursor.sees('?') || cursor.sees('!')) cursor.next()
      const { start } = cursor.peek()
      return turnedInto(op, left, readType(cursor).name, start)
    }
    if (op === '?') {
      const yes = this.expression(isHead, ASSIGNING)
      cursor.takes(':')
      const no = this.expression(isHead, ASSIGNING)
      return { k: 'block', body: [statement(left)], value: [{ k: 'choice', of: valuesOf(left, yes, no) }] }
    }
    // Assignment and ?? group to the right.
    const right = this.expression(isHead, op === '??' || strength === ASSIGNING ? strength - 1 : strength)
    if (op === '=') return { k: 'assign', target: left, value: qualified(right, this.typeOf(left)) }
    if (strength === ASSIGNING) return compound(op.slice(0, -1), left, right)
    if (op === '|') return { k: 'choice', of: [left, right], as: 'readings' }
    if (COMPARING.has(op)) {
      const of = [left, right].filter((side) => !isNameOnly(side))
      return asking(op, of, left, right)
    }
    return binary(op, left, right)
  }

  #operand(isHead: boolean): Expression {
    const { cursor } = this
    const { text, kind } = cursor.peek()
    if (kind === 'word' && BEFORE_OPERANDS.has(text)) {
      cursor.next()
      if (text === 'try' && (cursor.sees('?') || cursor.sees('!')) && !cursor.peek().spaceBefore) cursor.next()
      return this.cursor.deeper(() => this.#operand(isHead), NOTHING)
    }
    if (kind === 'mark' && /^[-+!~&]$/.test(text)) {
      cursor.next()
      const of = this.cursor.deeper(() => this.#operand(isHead), NOTHING)
      if (text === '&') return handedOut(of)
      return text === '!' || text === '+' ? of : { k: 'other', of: [of] }
    }
    return this.#behind(this.#primary(), isHead)
  }

  #primary(): Expression {
    const { cursor } = this
    const token = cursor.peek()
    if (token.kind === 'text') return this.text(cursor.next())
    if (token.kind === 'number') return numberOf(cursor.next().text)
    if (token.kind === 'word') return this.#word(token)
    switch (token.text) {
      case '.':
        if (!cursor.seesWord(1)) break
        cursor.next()
        return { k: 'name', id: `.${cursor.peek().text}`, at: cursor.next().start }
      case '(':
        return this.tuple()
      case '[':
        return this.collection()
      case '{':
        return { k: 'lambda', fn: this.closure() }
      case '\\':
        return this.keyPath()
      default:
    }
    // What cannot start an expression belongs to whoever asked, unless nobody would take it.
    if (!/^[)\]},;:]$/.test(token.text)) cursor.next()
    return NOTHING
  }

  #word(token: SwiftToken): Expression {
    const { cursor } = this
    switch (token.text) {
      case 'if':
      case 'switch':
        return this.conditional()
      case 'self':
        cursor.next()
        return { k: 'this' }
      case 'super':
        cursor.next()
        return { k: 'super' }
      case 'true':
      case 'false':
        return truthOf(cursor.next().text)
      case 'nil':
      case '_':
        cursor.next()
        return NOTHING
      case 'Self': {
        cursor.next()
        return this.selfType === '' ? { k: 'this' } : { k: 'name', id: this.selfType, at: token.start }
      }
      default:
    }
    cursor.next()
    if (token.text.startsWith('#')) {
      if (cursor.sees('(') && cursor.isSameLine) cursor.skipGroup()
      return NOTHING
    }
    return token.text.startsWith('@') ? NOTHING : { k: 'name', id: token.text, at: token.start }
  }

  #behind(primary: Expression, isHead: boolean): Expression {
    const { cursor } = this
    let e = primary
    let types: readonly string[] = []
    for (let length = 1; ; length += 1) {
      if (length % MAX_CHAIN === 0) e = NOTHING
      const { text, kind, spaceBefore, isFirst, start } = cursor.peek()
      if (kind !== 'mark') return e
      if (text === '.' && (cursor.seesWord(1) || cursor.peek(1).kind === 'number')) {
        cursor.next()
        e = this.#member(e)
      } else if ((text === '?' || text === '!') && !spaceBefore && !isFirst) cursor.next()
      else if (text === '(' && !isFirst && (!spaceBefore || e.k !== 'other')) {
        e = this.#call(
          e,
          readCallArguments(cursor, () => this.expression()),
          types,
          { isHead, start },
        )
        types = []
      } else if (text === '[' && !isFirst && !spaceBefore) e = this.#index(e)
      else if (text === '<' && !isFirst && isType(e)) {
        const found = typeArgumentsHere(cursor)
        if (found === undefined) return e
        types = found
      } else if (text === '{' && !isFirst && !isHead && canTakeClosure(e))
        e = this.#call(e, [], types, { isHead, start })
      else return e
      if (cursor.peek().start === start) return e
    }
  }

  #member(of: Expression): Expression {
    const token = this.cursor.next()
    if (SAME_VALUE.has(token.text)) {
      // `.data` and `.bytes` may also be fields of the project's own.
      return of.k === 'str' || of.k === 'add' || token.text === 'self' || token.text === 'utf8'
        ? of
        : memberOf(of, token)
    }
    return token.text === 'init' ? of : memberOf(of, token)
  }

  #index(of: Expression): Expression {
    const args = readCallArguments(this.cursor, () => this.expression())
    const [first] = args
    return first ? { k: 'index', of, key: first.value } : of
  }

  #call(
    called: Expression,
    own: readonly Argument[],
    types: readonly string[],
    { isHead, start }: { readonly isHead: boolean; readonly start: number },
  ): Expression {
    const args = [...own, ...(isHead ? [] : this.#trailingClosures())]
    const at = called.k === 'member' || called.k === 'name' ? called.at : start
    const callee = calledSelf(called, this.extendedType, at)
    const call: CallExpression = {
      k: 'call',
      callee,
      args,
      isNew: false,
      at,
      ...(types.length > 0 ? { typeArguments: types } : {}),
    }
    return simplifiedCall(asLibraryType(asLibraryCall(call, this.imported), this.imported))
  }

  #trailingClosures(): readonly Argument[] {
    const { cursor } = this
    const args: Argument[] = []
    if (!cursor.sees('{') || !cursor.isSameLine) return args
    args.push({ value: { k: 'lambda', fn: this.closure() } })
    while (cursor.seesWord() && cursor.sees(':', 1) && cursor.sees('{', 2)) {
      const name = cursor.next().text
      cursor.next()
      args.push({ name, value: { k: 'lambda', fn: this.closure() } })
    }
    return args
  }

  closure(): FunctionIr {
    const at = this.cursor.peek().start
    const header = headerLength(this.cursor)
    const params = header === 0 ? UNNAMED : closureNames(this.cursor, header)
    const { returnType } = this
    this.returnType = ''
    const body = this.block(header)
    this.returnType = returnType
    return { name: '', at, params, body: withResult(body) }
  }
}

function memberOf(of: Expression, { text, start }: SwiftToken): Expression {
  return { k: 'member', of, name: text, at: start }
}

/**
 * Of types within types, such as `P256.Signing.PublicKey`, a value may be looked at; others are bytes, text or the
 * like.
 */
export function turnedInto(op: string, of: Expression, type: string, at: number): Expression {
  const isNested = /^[A-Z]\w*\.[A-Z]/.test(type)
  if (op === 'as') return isNested ? { k: 'cast', type, of, at } : of
  return { k: 'other', of: isNested ? [{ k: 'cast', type, of, at }] : [of] }
}

function isType(e: Expression): boolean {
  return (e.k === 'name' && /^[A-Z_]/.test(e.id)) || (e.k === 'member' && /^[A-Z]/.test(e.name))
}

function canTakeClosure(e: Expression): boolean {
  return e.k === 'name' || e.k === 'member'
}
