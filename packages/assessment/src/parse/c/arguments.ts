import type { Argument, Expression } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { dotted, textOf } from '../reader.ts'
import { field, type SyntaxNode } from '../syntax-node.ts'
import { wellKnownCall, wellKnownMethod } from './calls.ts'
import type { CContext } from './context.ts'
import { type CType, typeOf } from './types.ts'

/** Calls of C and C++ with what they are given, literals of structs among it. */
export abstract class CCalls {
  readonly context: CContext

  constructor(context: CContext) {
    this.context = context
  }

  text(node: SyntaxNode | undefined): string {
    return node === undefined ? '' : textOf(node, this.context.source)
  }

  type(node: SyntaxNode | undefined): CType {
    return typeOf(node, this.context.source, this.context.aliases)
  }

  abstract read(node: SyntaxNode | undefined): Expression

  /** A name that stands for itself, or for what a macro says. */
  name(id: string, at: number): Expression {
    return this.context.macros.expand(id, at) ?? { k: 'name', id, at }
  }

  /** How many elements the array has that a text ends in. */
  sizeOf(text: string): Expression {
    return this.context.sizes.get(/(\w+)\W*$/.exec(text.slice(-200))?.[1] ?? '') ?? NOTHING
  }

  /** A call as it is written. */
  call(node: SyntaxNode): Expression {
    const callee = field(node, 'function')
    const list = field(node, 'arguments')
    if (callee === undefined) return NOTHING
    const args = this.arguments(list)
    return this.callOf(callee, args, this.argumentTexts(list))
  }

  /** A call of what a node names. */
  callOf(node: SyntaxNode, args: readonly Argument[], texts: readonly string[]): Expression {
    const callee = unwrapped(node)
    const at = lastPart(callee).start
    if (callee.type === 'field_expression') {
      const of = this.read(callee)
      const known = wellKnownMethod(this.context, of, args)
      if (known !== undefined) return known
      return { k: 'call', callee: of, args, isNew: false, at: of.k === 'member' ? of.at : at }
    }
    const { path, args: typeArguments } = this.type(callee)
    if (path === '') {
      const isElement = /^(?:call|subscript)_expression$/.test(callee.type)
      if (isElement) return { k: 'call', callee: this.read(callee), args, isNew: false, at }
      return { k: 'other', of: [this.read(callee), ...args.map(({ value }) => value)] }
    }
    const expanded = callee.type === 'identifier' ? this.context.macros.expandCall(path, texts, at) : undefined
    if (expanded !== undefined) return expanded
    const known = wellKnownCall(this.context, { path, args: typeArguments }, args, { at })
    if (known !== undefined) return known
    const renamed = callee.type === 'identifier' ? this.context.macros.expand(path, at) : undefined
    const named = renamed?.k === 'name' || renamed?.k === 'member' ? renamed : dotted(path, at)
    if (typeArguments.length === 0) return { k: 'call', callee: named, args, isNew: false, at }
    const types = path.includes('.') ? [] : this.#typesByPlace(typeArguments, at)
    return { k: 'call', callee: named, args: [...args, ...types], isNew: false, at, typeArguments }
  }

  /** What a function template of the project is given in angle brackets. */
  #typesByPlace(types: readonly string[], at: number): readonly Argument[] {
    return types.map((type, i) => ({
      name: `<${i}>`,
      value: /^[A-Za-z_][\w.]*$/.test(type) ? dotted(type, -1 - at) : NOTHING,
    }))
  }

  /** Arguments as they are written, for macros. */
  argumentTexts(list: SyntaxNode | undefined): readonly string[] {
    return list?.kids.map((one) => this.text(one)) ?? []
  }

  /** Arguments, also those that the grammar took for the parameters of a function. */
  arguments(list: SyntaxNode | undefined): readonly Argument[] {
    return (list?.kids ?? []).map((one) => ({
      value: one.type === 'parameter_declaration' ? this.#misread(one) : this.read(one),
      ...(one.type.startsWith('preproc') ? {} : { at: one.start }),
    }))
  }

  /** `T x(a, f())` reads like the declaration of a function. */
  #misread(node: SyntaxNode): Expression {
    const type = field(node, 'type')
    const declarator = field(node, 'declarator')
    if (type === undefined) return NOTHING
    if (declarator?.type === 'abstract_function_declarator' || declarator?.type === 'function_declarator') {
      const list = field(declarator, 'parameters')
      if (this.text(type) === 'sizeof') return this.sizeOf(this.text(list))
      return this.callOf(type, this.arguments(list), this.argumentTexts(list))
    }
    return type.type === 'type_identifier' ? this.name(this.text(type), type.start) : this.read(type)
  }

  /** A list in braces: a map where its members have names, or where the struct of that name has. */
  initializer(list: SyntaxNode | undefined, struct: string): Expression {
    const names = this.context.members.get(struct)
    const pairs = (list?.kids ?? []).map((one, i) => this.#element(one, names?.[i]))
    if (pairs.length === 0 || !pairs.some(({ name }) => name !== undefined)) {
      return { k: 'list', items: pairs.map(({ value }) => value) }
    }
    const entries = pairs.map(({ name, value }, i) => ({ key: { k: 'str', v: name ?? String(i) } as const, value }))
    return { k: 'map', entries }
  }

  #element(node: SyntaxNode, byPlace: string | undefined): { name?: string; value: Expression } {
    if (node.type !== 'initializer_pair') {
      return byPlace === undefined ? { value: this.read(node) } : { name: byPlace, value: this.read(node) }
    }
    const value = this.read(field(node, 'value'))
    const designator = field(node, 'designator')
    return designator?.type === 'field_designator' ? { name: this.text(designator).slice(1).trim(), value } : { value }
  }
}

/** A node without brackets and stars around it. */
export function unwrapped(node: SyntaxNode): SyntaxNode {
  let at = node
  for (let i = 0; i < 8 && /^(?:parenthesized|pointer)_expression$/.test(at.type); i += 1) {
    at = at.kids.at(-1) ?? at
  }
  return at
}

/** The last name of a qualified one: the line that a reader would mark. */
export function lastPart(node: SyntaxNode): SyntaxNode {
  const name = /^(?:qualified_identifier|dependent_name|dependent_type)$/.test(node.type)
    ? (field(node, 'name') ?? node.kids.at(-1))
    : undefined
  return name === undefined ? node : lastPart(name)
}
