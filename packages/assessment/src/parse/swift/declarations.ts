import type { Expression, FunctionIr, Statement } from '../ir.ts'
import { dotted } from '../reader.ts'
import { withResult } from './closures.ts'
import { closedType, localType, newType, type OpenType, RAW_TYPES } from './open-type.ts'
import { readSignature, skipGenerics } from './signature.ts'
import { type Modifiers, SwiftStatements } from './statements.ts'
import { qualified, readType } from './types.ts'

/** The declarations of Swift. */
export class SwiftReader extends SwiftStatements {
  readonly #types = new Map<string, OpenType>()
  readonly #open: OpenType[] = []
  /** Types of variables in the body that is being read. */
  #locals = new Map<string, string>()

  get selfType(): string {
    return this.#open.at(-1)?.name ?? ''
  }

  get extendedType(): string {
    const open = this.#open.at(-1)
    return open?.isExtension === true ? open.name : ''
  }

  typeOf(target: Expression): string {
    const isOwn = target.k === 'member' && target.of.k === 'this'
    const name = target.k === 'name' ? target.id : isOwn ? target.name : ''
    const local = target.k === 'name' ? this.#locals.get(name) : undefined
    if (local !== undefined) return local
    return this.#types.get(this.selfType)?.stored.find((one) => one.name === name)?.type ?? ''
  }

  /** The type whose members are being read; none within their bodies. */
  get #owner(): OpenType | undefined {
    const open = this.#open.at(-1)
    return open !== undefined && open.at >= 0 ? open : undefined
  }

  /** All of a file. Types come first, since extensions may stand before what they extend. */
  module(): readonly Statement[] {
    const body = this.statementsUntil(Number.POSITIVE_INFINITY)
    const types = [...this.#types.values()].filter(({ isInner }) => !isInner)
    const classes = types.map((one): Statement => ({ k: 'class', cls: closedType(one) }))
    return [...body.filter(({ k }) => k === 'import'), ...classes, ...body.filter(({ k }) => k !== 'import')]
  }

  declaration(keyword: string, modifiers: Modifiers): readonly Statement[] {
    const { cursor } = this
    const { start } = cursor.next()
    switch (keyword) {
      case 'import':
        return this.#import()
      case 'let':
      case 'var':
        return this.#variables(modifiers)
      case 'func':
        return this.#function(modifiers)
      case 'init':
        return this.#initialiser(start)
      case 'deinit':
        return this.#member({ name: 'deinit', at: start, params: [], body: this.block() })
      case 'subscript':
        return this.#subscript(start)
      case 'class':
      case 'struct':
      case 'enum':
      case 'actor':
      case 'extension':
      case 'protocol':
        return this.#type(keyword)
      case 'typealias':
        return this.#alias()
      case 'case':
        this.#cases()
        return []
      default:
        // Operators, precedence groups and macros.
        cursor.next()
        if (cursor.isSameLine) cursor.skipUntil('{', ';', 'func', 'let', 'var')
        if (cursor.sees('{')) cursor.skipGroup()
        return []
    }
  }

  #import(): readonly Statement[] {
    const { cursor } = this
    const isOne = /^(?:struct|class|enum|protocol|func|let|var|typealias)$/.test(cursor.peek().text)
    if (isOne) cursor.next()
    const parts = [cursor.next().text]
    while (cursor.sees('.') && cursor.seesWord(1)) {
      cursor.next()
      parts.push(cursor.next().text)
    }
    const path = parts.join('.')
    const local = parts.at(-1) ?? path
    if (!isOne) this.imported.add(path)
    return [{ k: 'import', of: isOne ? { local, path } : { path } }]
  }

  #variables(modifiers: Modifiers): readonly Statement[] {
    const { cursor } = this
    const all: Statement[] = []
    for (;;) {
      all.push(...this.#variable(modifiers))
      if (!cursor.takes(',')) return all
    }
  }

  #variable({ isStatic }: Modifiers): readonly Statement[] {
    const { cursor } = this
    if (cursor.sees('(')) return this.#tuple()
    if (!cursor.seesWord()) return []
    const name = cursor.next().text
    const { name: type, elements } = cursor.takes(':') ? readType(cursor) : { name: '', elements: '' }
    let value = cursor.takes('=') ? qualified(this.expression(), type, elements) : undefined
    let isComputed = false
    if (cursor.sees('{') && cursor.isSameLine) {
      const found = this.#accessors(type)
      isComputed = value === undefined && found !== undefined
      value ??= found
    }
    const variable: Statement = { k: 'let', name, type, ...(value ? { value } : {}), ...(isStatic ? { isStatic } : {}) }
    const open = this.#owner
    if (open === undefined) {
      if (type !== '') this.#locals.set(name, type)
      return [variable]
    }
    open.fields.push(variable)
    // A library's name is used where the field is read.
    const fallback = value?.k === 'name' || value?.k === 'member' ? undefined : value
    const given = { name, type, isField: true, ...(fallback ? { fallback } : {}) }
    if (!isStatic && !isComputed) open.stored.push(given)
    return []
  }

  #tuple(): readonly Statement[] {
    const { cursor } = this
    const end = cursor.closing
    const targets: (Expression | undefined)[] = []
    cursor.next()
    cursor.each(end, () => {
      const { text, kind, start } = cursor.next()
      if (kind === 'word') targets.push(text === '_' ? undefined : { k: 'name', id: text, at: start })
    })
    cursor.moveTo(end + 1)
    if (cursor.takes(':')) readType(cursor)
    return cursor.takes('=') ? [{ k: 'unpack', targets, value: this.expression() }] : []
  }

  /** The value of a computed property: what its body gives back. */
  #accessors(type: string): Expression | undefined {
    const { cursor } = this
    const at = cursor.peek().start
    const isBody = !/^(?:get|set|willSet|didSet|_read|_modify|mutating|nonmutating|@\w+)$/.test(cursor.peek(1).text)
    if (isBody) return this.#computed(at, type)
    const end = cursor.closing
    let value: Expression | undefined
    cursor.next()
    cursor.each(end, () => {
      const name = cursor.next().text
      if (cursor.sees('(')) cursor.skipGroup()
      while (cursor.sees('async') || cursor.sees('throws')) cursor.next()
      if (!cursor.sees('{')) return
      const own = this.#computed(cursor.peek().start, type)
      if (name === 'get' || name === '_read') value = own
      else this.#owner?.fields.push({ k: 'expr', e: own })
    })
    cursor.moveTo(end + 1)
    return value
  }

  #computed(at: number, type: string): Expression {
    const body = withResult(this.#bodyOf(type))
    return { k: 'call', callee: { k: 'lambda', fn: { name: '', at, params: [], body } }, args: [], isNew: false, at }
  }

  #bodyOf(returnType: string): readonly Statement[] {
    const before = this.returnType
    this.returnType = returnType
    // What is declared in a body belongs to no type.
    const types = this.#open.splice(0)
    const locals = this.#locals
    this.#open.push(...types.slice(-1).map(localType))
    this.#locals = new Map(locals)
    const body = this.block()
    this.#locals = locals
    this.#open.splice(0, this.#open.length, ...types)
    this.returnType = before
    return body.map((one) =>
      one.k === 'expr' && body.length === 1 ? { k: 'expr', e: qualified(one.e, returnType) } : one,
    )
  }

  #function({ isStatic }: Modifiers): readonly Statement[] {
    const { cursor } = this
    const { text, start } = cursor.next()
    // The name of an operator may be several marks.
    cursor.skipUntil('(', '{', '<')
    const { params, returnType } = readSignature(this.cursor, () => this.expression())
    const body = withResult(this.#bodyOf(returnType))
    return this.#member({
      name: text,
      at: start,
      params,
      body,
      ...(returnType === '' ? {} : { returnType }),
      ...(isStatic ? { isStatic } : {}),
    })
  }

  #member(fn: FunctionIr): readonly Statement[] {
    const open = this.#owner
    if (open === undefined) return [{ k: 'func', fn }]
    open.methods.push(fn)
    return []
  }

  #initialiser(at: number): readonly Statement[] {
    const { cursor } = this
    if (cursor.sees('?') || cursor.sees('!')) cursor.next()
    const { params } = readSignature(this.cursor, () => this.expression())
    const body = this.#bodyOf('')
    const open = this.#owner
    open?.constructors.push({ name: '<init>', at, params, body })
    return []
  }

  #subscript(at: number): readonly Statement[] {
    const { params, returnType } = readSignature(this.cursor, () => this.expression())
    const value = this.cursor.sees('{') ? this.#accessors(returnType) : undefined
    return this.#member({ name: 'subscript', at, params, body: value ? [{ k: 'return', e: value }] : [] })
  }

  #type(keyword: string): readonly Statement[] {
    const { cursor } = this
    const at = cursor.peek().start
    const { name } = readType(cursor)
    const supers: string[] = []
    if (cursor.takes(':')) {
      do supers.push(readType(cursor).name)
      while (cursor.takes(','))
    }
    if (!cursor.sees('{')) cursor.skipUntil('{')
    const type = this.#typeOf(name.slice(name.lastIndexOf('.') + 1), at)
    if (keyword !== 'extension') type.isExtension = false
    if (keyword === 'struct') type.isStruct = true
    if (keyword === 'enum') type.rawType = supers.find((one) => RAW_TYPES.has(one)) ?? ''
    type.supers.push(...supers)
    const outer = this.#owner
    if (outer && outer !== type && !type.isInner) {
      outer.inner.push(type)
      type.isInner = true
    }
    this.#open.push(type)
    // What a type's body does is nothing but declare; anything else in it was not understood.
    const body = this.block()
    this.#open.pop()
    for (const one of body) if (one.k === 'expr') type.fields.push(one)
    return []
  }

  #typeOf(name: string, at: number): OpenType {
    const known = this.#types.get(name)
    if (known !== undefined) return known
    const type = newType(name, at)
    this.#types.set(name, type)
    return type
  }

  #alias(): readonly Statement[] {
    const { cursor } = this
    const name = cursor.next().text
    skipGenerics(cursor)
    if (!cursor.takes('=')) return []
    const { start } = cursor.peek()
    const type = readType(cursor).name
    if (type === '' || type === name) return []
    const alias: Statement = { k: 'let', name, value: dotted(type, start), isStatic: true }
    const open = this.#owner
    if (open === undefined) return [alias]
    open.fields.push(alias)
    return []
  }

  /** `case a = "x", b(Int), c` of an enumeration. */
  #cases(): void {
    const { cursor } = this
    const open = this.#owner
    do {
      const name = cursor.next().text
      if (cursor.sees('(')) cursor.skipGroup()
      const own = cursor.takes('=') ? this.expression() : undefined
      const value: Expression | undefined = own ?? (open?.rawType === 'String' ? { k: 'str', v: name } : undefined)
      open?.constants.push({ name, args: value ? [{ value }] : [] })
    } while (cursor.takes(','))
  }
}
