import { ExpressionReader } from '../expression-reader.ts'
import { type Argument, type Expression, NOTHING, type Statement } from '../ir.ts'
import { dotted, statement } from '../reader.ts'
import { field, kid, type SyntaxNode } from '../syntax-node.ts'
import { csharpType } from './text.ts'

/** How C# makes objects: `new`, initialisers, arrays and collections, anonymous types, `with`. */
export abstract class CSharpObjects extends ExpressionReader {
  /** Names of the file's own constants, which may be those of types elsewhere. */
  readonly constants: ReadonlySet<string>

  constructor(source: string) {
    super(source)
    this.constants = new Set([...source.matchAll(/\bconst [\w.]+ (\w+) /g)].map(([, name = '']) => name))
  }

  /** `type`: what `new(...)` without a name makes here. */
  abstract override expression(node: SyntaxNode, type?: string): Expression
  abstract arguments(node: SyntaxNode | undefined): readonly Argument[]

  type(node: SyntaxNode | undefined): string {
    return csharpType(node, this.source)
  }

  /** `new T(...) { ... }`; `new(...)` where `wanted` is the type. */
  creation(node: SyntaxNode, wanted: string): Expression {
    const named = field(node, 'type')
    const type = named ? this.type(named) : wanted
    const list = field(node, 'arguments') ?? kid(node, 'argument_list')
    const args = this.arguments(list)
    const at = named?.start ?? node.start
    const made: Expression =
      type === ''
        ? { k: 'other', of: args.map(({ value }) => value) }
        : { k: 'call', callee: dotted(type, at), args, isNew: true, at }
    const initial = field(node, 'initializer') ?? kid(node, 'initializer_expression')
    return initial ? this.#initialised(made, initial) : made
  }

  /** Members that are set behind `new`, as if each stood on its own; a collection is its items. */
  #initialised(made: Expression, initial: SyntaxNode): Expression {
    const entries = initial.kids.flatMap((one) => this.#entry(one))
    if (entries.length > 0) return { k: 'map', entries }
    const items = initial.kids.filter(({ type }) => type !== 'assignment_expression')
    if (items.length > 0) return { k: 'list', items: items.map((one) => this.expression(one)) }
    const id = `new@${initial.start}`
    const self: Expression = { k: 'name', id, at: initial.start }
    return { k: 'block', body: [{ k: 'let', name: id, value: made }, ...this.#members(self, initial)], value: [self] }
  }

  #members(self: Expression, initial: SyntaxNode): readonly Statement[] {
    return initial.kids.flatMap((one) => {
      const left = field(one, 'left')
      const right = field(one, 'right')
      if (!left || !right || left.type !== 'identifier') return [statement(this.expression(one))]
      const target: Expression = { k: 'member', of: self, name: this.text(left), at: left.start }
      if (right.type === 'initializer_expression' && right.kids.some(({ type }) => type === 'assignment_expression')) {
        return this.#members(target, right)
      }
      const value = this.expression(right)
      // Also in a field's initialiser a constant that a member is given is used here.
      const used: Expression = value.k === 'member' ? { k: 'choice', of: [value] } : value
      return [statement({ k: 'assign', target, value: used })]
    })
  }

  /** `["a"] = 1` or `{ "a", 1 }` of a dictionary. */
  #entry(node: SyntaxNode): readonly { readonly key: Expression; readonly value: Expression }[] {
    const left = field(node, 'left')
    const key = left?.type === 'element_binding_expression' ? left.kids[0]?.kids[0] : undefined
    const right = field(node, 'right')
    if (key && right) return [{ key: this.expression(key), value: this.expression(right) }]
    const [first, second] = node.type === 'initializer_expression' ? node.kids : []
    return first && second ? [{ key: this.expression(first), value: this.expression(second) }] : []
  }

  /**
   * `new byte[32]`, `new[] { a, b }`, `stackalloc byte[16]`, `{ a, b }`, `[a, b]`; of bytes only their number counts.
   */
  array(node: SyntaxNode, wanted: string): Expression {
    const type = field(node, 'type')
    const isInner = node.type === 'initializer_expression' || node.type === 'element_binding_expression'
    const initial = isInner ? node : kid(node, 'initializer_expression')
    const element = type
      ? this.type(field(type, 'type'))
      : /^(?:byte\[\]|(?:ReadOnly)?Span)$/.test(wanted)
        ? 'byte'
        : ''
    if (initial) return this.#items(initial, element)
    const size = type && kid(type, 'array_rank_specifier')?.kids[0]
    if (!size) return NOTHING
    return element === 'byte'
      ? { k: 'bytes', count: this.expression(size) }
      : { k: 'other', of: [this.expression(size)] }
  }

  #items(initial: SyntaxNode, element: string): Expression {
    const items = initial.kids.map((one) => (one.type === 'argument' ? (one.kids.at(-1) ?? one) : one))
    const isSpread = items.some(({ type }) => type === 'range_expression' || type === 'spread_element')
    if (element === 'byte' && !isSpread) return { k: 'bytes', count: { k: 'num', v: items.length } }
    return { k: 'list', items: items.map((one) => this.expression(one)) }
  }

  /** `new { A = 1, b }`. */
  anonymous(node: SyntaxNode): Expression {
    const entries: { key: Expression; value: Expression }[] = []
    for (let i = 0; i < node.kids.length; i += 1) {
      const one = node.kids[i]
      const next = node.kids[i + 1]
      if (one === undefined) continue
      const isNamed = next !== undefined && /^\s*=\s*$/.test(this.source.slice(one.end, next.start))
      const name = isNamed ? this.text(one) : this.text(field(one, 'name') ?? one)
      entries.push({ key: { k: 'str', v: name }, value: this.expression(isNamed ? next : one) })
      if (isNamed) i += 1
    }
    return { k: 'map', entries }
  }

  /** `options with { Bits = 3072 }`. */
  changed(node: SyntaxNode): Expression {
    const [of, ...members] = node.kids
    if (of === undefined) return NOTHING
    const id = `new@${node.start}`
    const self: Expression = { k: 'name', id, at: node.start }
    const body = members.flatMap((one): Statement[] => {
      const [name, value] = one.kids
      if (!name || !value) return []
      const target: Expression = { k: 'member', of: self, name: this.text(name), at: name.start }
      return [statement({ k: 'assign', target, value: this.expression(value) })]
    })
    return { k: 'block', body: [{ k: 'let', name: id, value: this.expression(of) }, ...body], value: [self] }
  }
}
