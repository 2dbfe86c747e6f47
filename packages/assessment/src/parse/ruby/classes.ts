import type { ClassIr, Expression, FunctionIr, ParameterIr, Statement } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { RubyCalls } from './calls.ts'

const ACCESSORS = /^(?:attr_reader|attr_accessor|attr_writer|cattr_accessor|mattr_accessor|mattr_reader|attr)$/

/** The classes, modules and methods of Ruby. */
export abstract class RubyClasses extends RubyCalls {
  /** Modules whose names are there without them: `include OpenSSL`. */
  readonly included: string[] = []
  readonly #classNames: ReadonlySet<string>

  constructor(root: SyntaxNode, source: string) {
    super(root, source)
    this.#classNames = new Set(
      [...source.matchAll(/^\s*(?:class|module)\s+(?:[\w:]*::)?(\w+)/gm)].map(([, name = '']) => name),
    )
  }

  /** `include`, which the class has to know of, and any other call. */
  abstract callStatement(node: SyntaxNode): readonly Statement[]

  path(node: SyntaxNode): string {
    return this.text(node).replace(/^::/, '').replaceAll('::', '.')
  }

  method(node: SyntaxNode, isStatic = false): FunctionIr {
    const name = field(node, 'name')
    const parameters = field(node, 'parameters')
    const body = field(node, 'body')
    const [locals, names] = [this.locals, this.parameterNames]
    this.locals = new Set()
    const params = parameters ? this.parameters(parameters) : []
    for (const param of params) this.locals.add(param.name)
    this.parameterNames = params.map((param) => param.name)
    const fn: FunctionIr = {
      name: this.text(name),
      at: name?.start ?? node.start,
      params,
      // The short form `def a = value` has no list of statements.
      body: body ? this.returning(body.type === 'body_statement' ? body.kids : [body]) : [],
      ...(isStatic || node.type === 'singleton_method' ? { isStatic: true } : {}),
    }
    this.locals = locals
    this.parameterNames = names
    return fn
  }

  class(node: SyntaxNode): ClassIr {
    const name = field(node, 'name')
    const body = field(node, 'body')
    const base = field(node, 'superclass')?.kids[0]
    const locals = this.locals
    this.locals = new Set()
    const outer = this.className
    this.className = this.text(name).replace(/^.*::/, '')
    const inside = this.#members(body?.kids ?? [], false)
    this.className = outer
    this.locals = locals
    return {
      name: this.text(name).replace(/^.*::/, ''),
      at: name?.start ?? node.start,
      supers: [...(base ? [this.#superName(base)] : []), ...inside.supers],
      fields: inside.fields,
      methods: inside.methods.filter((one) => one.name !== 'initialize'),
      constructors: inside.methods.filter((one) => one.name === 'initialize'),
      constants: [],
      inner: inside.inner,
    }
  }

  #superName(node: SyntaxNode): string {
    const path = this.path(node)
    const last = path.slice(path.lastIndexOf('.') + 1)
    return this.#classNames.has(last) ? last : path
  }

  #members(nodes: readonly SyntaxNode[], isStatic: boolean): Members {
    const all: Members = { fields: [], methods: [], inner: [], supers: [] }
    for (const node of nodes) this.#member(node, isStatic, all)
    return all
  }

  #member(node: SyntaxNode, isStatic: boolean, all: Members): void {
    const list = field(node, 'arguments')
    const name = node.type === 'call' && !field(node, 'receiver') ? this.text(field(node, 'method')) : ''
    const block = field(node, 'block')
    const body = block && field(block, 'body')
    if (node.type === 'method' || node.type === 'singleton_method') all.methods.push(this.method(node, isStatic))
    else if (node.type === 'class' || node.type === 'module') all.inner.push(this.class(node))
    else if (node.type === 'singleton_class') append(all, this.#members(field(node, 'body')?.kids ?? [], true))
    else if (ACCESSORS.test(name)) {
      for (const one of this.symbolsIn(list)) all.methods.push(...this.#accessors(one, name))
    } else if (name === 'include' || name === 'extend' || name === 'prepend') {
      all.supers.push(...(list?.kids ?? []).map((one) => this.#superName(one)))
      this.callStatement(node)
    } else if ((name === 'class_methods' || name === 'included') && body) append(all, this.#members(body.kids, true))
    else {
      for (const one of list ? kidsOf(list, 'method', 'singleton_method') : [])
        all.methods.push(this.method(one, isStatic))
      if (list && kid(list, 'method', 'singleton_method')) return
      for (const one of this.statements(node)) {
        if (one.k === 'class') all.inner.push(one.cls)
        else all.fields.push(one)
      }
    }
  }

  /** The methods behind `attr_accessor :a`. */
  #accessors(symbol: SyntaxNode, kind: string): readonly FunctionIr[] {
    const name = this.text(symbol).slice(1)
    const own: Expression = { k: 'member', of: { k: 'this' }, name: `@${name}`, at: symbol.start }
    const reader: FunctionIr = { name, at: symbol.start, params: [], body: [{ k: 'return', e: own }] }
    const params = [{ name: 'value' }]
    const writer: FunctionIr = {
      name: `${name}=`,
      at: symbol.start + 1,
      params,
      body: [keep(name, symbol.start, 'value')],
    }
    return [...(kind === 'attr_writer' ? [] : [reader]), ...(/reader$|^attr$/.test(kind) ? [] : [writer])]
  }

  /** `Settings = Struct.new(:cipher, :bits)` is a class with these members. */
  structure(name: string, at: number, right: SyntaxNode): ClassIr | undefined {
    if (right.type !== 'call' || !/^(?:Struct\.new|Data\.define)\b/.test(this.text(right).slice(0, 20)))
      return undefined
    const members = this.symbolsIn(field(right, 'arguments'))
    const params = members.map((one): ParameterIr => ({ name: this.text(one).slice(1) }))
    const maker: FunctionIr = { name: 'initialize', at, params, body: params.map((param) => keep(param.name, at)) }
    const more = field(right, 'block')
    const body = more && field(more, 'body')
    const inside = body ? this.#members(body.kids, false) : EMPTY
    return {
      name,
      at,
      supers: [],
      fields: inside.fields,
      methods: [...members.flatMap((one) => this.#accessors(one, 'attr_accessor')), ...inside.methods],
      constructors: [maker],
      constants: [],
      inner: inside.inner,
    }
  }
}

interface Members {
  readonly fields: Statement[]
  readonly methods: FunctionIr[]
  readonly inner: ClassIr[]
  readonly supers: string[]
}

const EMPTY: Members = { fields: [], methods: [], inner: [], supers: [] }

function append(all: Members, more: Members): void {
  all.fields.push(...more.fields)
  all.methods.push(...more.methods)
  all.inner.push(...more.inner)
  all.supers.push(...more.supers)
}

/** `@name = from`. */
function keep(name: string, at: number, from = name): Statement {
  const target: Expression = { k: 'member', of: { k: 'this' }, name: `@${name}`, at }
  return statement({ k: 'assign', target, value: { k: 'name', id: from, at } })
}
