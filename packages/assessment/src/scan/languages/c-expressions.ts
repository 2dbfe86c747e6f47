import { field, kid, type SyntaxNode } from '../syntax/syntax-node.ts'
import { cast, construct, wellKnownCall, wellKnownMethod } from './c-calls.ts'
import type { MacroTable } from './c-macros.ts'
import { type CType, typeOf } from './c-types.ts'
import type { Argument, Expression, FunctionIr } from './ir.ts'
import { NOTHING } from './ir.ts'
import { binary, dotted, joined, numberOf, statement, textOf, unquote } from './reader.ts'

/** What the reader of a file knows beside the tree. */
export interface CContext {
  readonly source: string
  readonly macros: MacroTable
  /** `using A = B` and `typedef B A`. */
  readonly aliases: Map<string, CType>
  /** How many elements the arrays of a name have, as last declared. */
  readonly sizes: Map<string, Expression>
  /** The members of a struct, in their order. */
  readonly members: Map<string, readonly string[]>
  readonly lambda: (node: SyntaxNode) => FunctionIr
}

/** Reads expressions of C and C++. A pointer counts as what it points to. */
export class CExpressions {
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

  read(node: SyntaxNode | undefined): Expression {
    if (node === undefined) return NOTHING
    const inner = (name: string): Expression => this.read(field(node, name))
    switch (node.type) {
      case 'string_literal':
      case 'raw_string_literal':
      case 'concatenated_string':
        return this.#string(node)
      case 'number_literal':
        return numberOf(this.text(node))
      case 'identifier':
      case 'type_identifier':
      case 'namespace_identifier':
        return this.name(this.text(node), node.start)
      case 'this':
        return { k: 'this' }
      case 'qualified_identifier':
      case 'dependent_name':
      case 'template_function':
        return dotted(this.type(node).path, lastPart(node).start)
      case 'field_expression': {
        const name = field(node, 'field')
        return { k: 'member', of: inner('argument'), name: this.#memberName(name), at: name?.start ?? node.start }
      }
      case 'call_expression':
        return this.#call(node)
      case 'binary_expression':
        return this.#binary(node)
      case 'assignment_expression':
        return this.#assignment(node)
      case 'conditional_expression':
        return this.#conditional(node)
      case 'new_expression':
        return construct(this.context, this.type(field(node, 'type')), this.arguments(field(node, 'arguments')), {
          at: lastPart(field(node, 'type') ?? node).start,
        })
      default:
        return this.#other(node, inner)
    }
  }

  #other(node: SyntaxNode, inner: (name: string) => Expression): Expression {
    switch (node.type) {
      case 'pointer_expression':
      case 'unary_expression':
      case 'update_expression':
        return inner('argument')
      case 'cast_expression':
        return cast(this.type(field(node, 'type')).path, inner('value'), { at: node.start })
      case 'co_await_expression':
        return inner('value')
      case 'parenthesized_expression':
      case 'condition_clause':
      case 'parenthesized_declarator':
      case 'pointer_declarator':
      case 'reference_declarator':
        return this.read(node.kids.at(-1))
      case 'comma_expression':
        return { k: 'block', body: [statement(inner('left'))], value: [inner('right')] }
      case 'subscript_expression':
        return { k: 'index', of: inner('argument'), key: this.read(field(node, 'indices')?.kids[0]) }
      case 'sizeof_expression':
        return this.#sizeof(node)
      case 'compound_literal_expression': {
        const type = this.type(field(node, 'type'))
        const list = field(node, 'value')
        if (this.context.members.has(type.path)) return this.initializer(list, type.path)
        return construct(this.context, type, this.arguments(list), { at: node.start })
      }
      case 'initializer_list':
        return this.initializer(node, '')
      case 'lambda_expression':
        return { k: 'lambda', fn: this.context.lambda(node) }
      case 'user_defined_literal':
        return this.read(node.kids[0])
      case 'char_literal':
      case 'null':
      case 'true':
      case 'false':
      case 'field_identifier':
      case 'primitive_type':
        return NOTHING
      default:
        return { k: 'other', of: this.many(node.kids) }
    }
  }

  /** Nodes side by side. In what the parser could not read, a name before arguments is a call. */
  many(nodes: readonly SyntaxNode[]): readonly Expression[] {
    const all: Expression[] = []
    for (let i = 0; i < nodes.length; i += 1) {
      const node = nodes[i]
      const next = nodes[i + 1]
      if (node === undefined) continue
      const isCall =
        /identifier$|^template_function$/.test(node.type) && /^(?:argument|parameter)_list$/.test(next?.type ?? '')
      if (isCall && next) {
        all.push(this.callOf(node, this.arguments(next), this.#argumentTexts(next)))
        i += 1
      } else all.push(this.read(node))
    }
    return all
  }

  /** What a variable is given: a constant's name alone is a use only where the variable is used. */
  handedOn(node: SyntaxNode | undefined): Expression {
    const inner = node && unwrapped(node)
    if (inner === undefined || !/^(?:qualified_)?identifier$/.test(inner.type)) return this.read(node)
    const at = -1 - inner.start
    return inner.type === 'identifier' ? this.name(this.text(inner), at) : dotted(this.type(inner).path, at)
  }

  /** The key of a table's row: of an enumeration's constant its own name. */
  key(node: SyntaxNode | undefined): Expression {
    if (node?.type !== 'qualified_identifier') return this.read(node)
    return { k: 'str', v: this.text(lastPart(node)) }
  }

  /** `KIND` in `[KIND] = ...`. */
  rowName(node: SyntaxNode): string | undefined {
    const designator = node.type === 'initializer_pair' ? field(node, 'designator') : undefined
    const name = designator?.type === 'subscript_designator' ? designator.kids[0] : undefined
    return name?.type === 'identifier' || name?.type === 'qualified_identifier' ? this.text(lastPart(name)) : undefined
  }

  /** A name that stands for itself, or for what a macro says. */
  name(id: string, at: number): Expression {
    return this.context.macros.expand(id, at) ?? { k: 'name', id, at }
  }

  #memberName(node: SyntaxNode | undefined): string {
    return node?.type === 'field_identifier' ? this.text(node) : this.type(node).path
  }

  #string(node: SyntaxNode): Expression {
    if (node.type !== 'concatenated_string') {
      if (node.type === 'raw_string_literal')
        return { k: 'str', v: this.text(node.kids.find(({ type }) => type === 'raw_string_content')) }
      return { k: 'str', v: unquote(this.text(node)) }
    }
    const [first = NOTHING, ...rest] = node.kids.filter(({ type }) => type !== 'comment').map((one) => this.read(one))
    return rest.reduce<Expression>(joined, first)
  }

  /** Tests for equality use nothing that they name. */
  #binary(node: SyntaxNode): Expression {
    const op = this.text(field(node, 'operator'))
    // `(PBYTE)&bits` reads like a conjunction.
    const isCast =
      op === '&' && /^\(\s*(?:P[A-Z]\w*|LP[A-Z]\w*|\w+_t)\s*\)$/.test(this.text(field(node, 'left')).slice(0, 80))
    if (isCast) return this.read(field(node, 'right'))
    const sides = [this.read(field(node, 'left')), this.read(field(node, 'right'))]
    if (/^(?:[=!]=|[<>]=?|<=>)$/.test(op)) {
      return { k: 'other', of: sides.filter(({ k }) => !/^(?:name|member|str|num)$/.test(k)) }
    }
    const [l = NOTHING, r = NOTHING] = sides
    return op === '||' && !isValue(l) ? { k: 'other', of: sides } : binary(op, l, r)
  }

  #assignment(node: SyntaxNode): Expression {
    const target = this.read(field(node, 'left'))
    const op = this.text(field(node, 'operator'))
    const right = field(node, 'right')
    const isEmpty = right?.type === 'null' || isZero(this.text(right))
    const value = isEmpty ? NOTHING : target.k === 'name' ? this.handedOn(right) : this.read(right)
    if (op === '+=') return { k: 'assign', target, value: joined(target, value) }
    if (op !== '=') return { k: 'other', of: [value] }
    return { k: 'assign', target, value }
  }

  #conditional(node: SyntaxNode): Expression {
    const condition = this.read(field(node, 'condition'))
    const chosen = [field(node, 'consequence'), field(node, 'alternative')].filter((one) => one !== undefined)
    const of = chosen.map((one) => this.read(one))
    if (of.length === 1) return { k: 'choice', of: [condition, ...of] }
    const choice: Expression = { k: 'choice', of }
    return condition.k === 'call' || condition.k === 'other'
      ? { k: 'block', body: [statement(condition)], value: [choice] }
      : choice
  }

  #sizeof(node: SyntaxNode): Expression {
    const of = field(node, 'value') ?? field(node, 'type') ?? kid(node, 'parenthesized_expression')
    return this.#sizeOf(this.text(of))
  }

  #sizeOf(text: string): Expression {
    return this.context.sizes.get(/(\w+)\W*$/.exec(text.slice(-200))?.[1] ?? '') ?? NOTHING
  }

  #call(node: SyntaxNode): Expression {
    const callee = field(node, 'function')
    const list = field(node, 'arguments')
    if (callee === undefined) return NOTHING
    const args = this.arguments(list)
    return this.callOf(callee, args, this.#argumentTexts(list))
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

  #argumentTexts(list: SyntaxNode | undefined): readonly string[] {
    return list?.kids.map((one) => this.text(one)) ?? []
  }

  /** Arguments, also those that the grammar took for the parameters of a function. */
  arguments(list: SyntaxNode | undefined): readonly Argument[] {
    return (list?.kids ?? []).map((one) => ({
      value: one.type === 'parameter_declaration' ? this.#misread(one) : this.read(one),
    }))
  }

  /** `T x(a, f())` reads like the declaration of a function. */
  #misread(node: SyntaxNode): Expression {
    const type = field(node, 'type')
    const declarator = field(node, 'declarator')
    if (type === undefined) return NOTHING
    if (declarator?.type === 'abstract_function_declarator' || declarator?.type === 'function_declarator') {
      const list = field(declarator, 'parameters')
      if (this.text(type) === 'sizeof') return this.#sizeOf(this.text(list))
      return this.callOf(type, this.arguments(list), this.#argumentTexts(list))
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

function unwrapped(node: SyntaxNode): SyntaxNode {
  let at = node
  for (let i = 0; i < 8 && /^(?:parenthesized|pointer)_expression$/.test(at.type); i += 1) {
    at = at.kids.at(-1) ?? at
  }
  return at
}

/** The last name of a qualified one: the line that a reader would mark. */
function lastPart(node: SyntaxNode): SyntaxNode {
  const name = /^(?:qualified_identifier|dependent_name|dependent_type)$/.test(node.type)
    ? (field(node, 'name') ?? node.kids.at(-1))
    : undefined
  return name === undefined ? node : lastPart(name)
}

function isZero(text: string): boolean {
  return /^(?:0|NULL|nullptr|\{\s*0?\s*\})$/.test(text)
}

function isValue({ k }: Expression): boolean {
  return k === 'call' || k === 'str' || k === 'name' || k === 'choice' || k === 'num'
}
