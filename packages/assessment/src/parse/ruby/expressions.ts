import { asking } from '../conditions.ts'
import type { Argument, Expression, FunctionIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, joined, numberOf, positional, statement, textOf, truthOf, unescapeText } from '../reader.ts'
import { countsBits } from '../size-text.ts'
import { field, type SyntaxNode } from '../syntax-node.ts'
import { heredocsOf } from './heredocs.ts'

const COMPARISONS = new Set(['==', '!=', '===', '=~', '!~', '<', '>', '<=', '>=', '<=>', 'eql?'])
/** Names of libraries that projects also give to classes of their own. */
const LIBRARIES = new Set(
  'OpenSSL Digest JWT JOSE JSON Net RbNaCl Aws BCrypt SCrypt Argon2 Ed25519 X25519 ActiveSupport Lockbox'.split(' '),
)

/** The expressions of Ruby. A symbol counts as a string, and a variable of an object as a field `@name`. */
export abstract class RubyExpressions {
  protected readonly source: string
  /** Names that are variables here; every other small name is a call. */
  protected locals = new Set<string>()
  /** Of the class that is read; empty outside of classes. */
  protected className = ''
  /** Of the method that is read, for a `super` that hands them all on. */
  protected parameterNames: readonly string[] = []
  /** Libraries that are named from outside of all modules. */
  readonly outermost = new Set<string>()
  /** Within a condition. */
  protected isDeciding = false
  readonly #heredocs: ReadonlyMap<number, SyntaxNode>

  constructor(root: SyntaxNode, source: string) {
    this.source = source
    this.#heredocs = heredocsOf(root)
  }

  abstract statements(node: SyntaxNode): readonly Statement[]

  /** As `statements`, where the last value is the result. */
  abstract returning(nodes: readonly SyntaxNode[]): readonly Statement[]

  abstract assignment(node: SyntaxNode): Expression

  abstract operatorAssignment(node: SyntaxNode): Expression

  abstract call(node: SyntaxNode): Expression

  abstract superCall(node: SyntaxNode, list: SyntaxNode | undefined): Expression

  abstract arguments(nodes: readonly SyntaxNode[]): readonly Argument[]

  /** A block or a lambda. */
  abstract closure(node: SyntaxNode, parameters: SyntaxNode | undefined, body: SyntaxNode | undefined): FunctionIr

  /** The values that a conditional, a `case` or a `begin` may have. */
  abstract branchValues(node: SyntaxNode): Expression

  /** What is read as a condition. */
  protected condition(node: SyntaxNode): Expression {
    this.isDeciding = true
    const e = this.expression(node)
    this.isDeciding = false
    return e
  }

  /** A type that decides what is done is the type of a cast. */
  protected typeTests(types: readonly SyntaxNode[], of: Expression): readonly Expression[] {
    return types
      .filter(({ type }) => type === 'constant' || type === 'scope_resolution')
      .map((one) => ({ k: 'cast', type: this.text(one).replaceAll('::', '.'), of, at: one.start }))
  }

  text(node: SyntaxNode | undefined): string {
    return node === undefined ? '' : textOf(node, this.source)
  }

  expression(node: SyntaxNode): Expression {
    switch (node.type) {
      case 'identifier':
        return this.#identifier(node)
      case 'constant':
      case 'global_variable':
        return { k: 'name', id: this.text(node), at: node.start }
      case 'scope_resolution':
        return this.#scope(node)
      case 'self':
        return { k: 'this' }
      case 'instance_variable':
      case 'class_variable':
        return this.#ownVariable(node)
      case 'true':
      case 'false':
        return truthOf(this.text(node))
      case 'integer':
        return numberOf(this.text(node))
      case 'call':
        return this.call(node)
      case 'super':
        return this.superCall(node, undefined)
      case 'element_reference':
        return this.#element(node)
      case 'binary':
        return this.#binary(node)
      case 'assignment':
        return this.assignment(node)
      case 'operator_assignment':
        return this.operatorAssignment(node)
      default:
        return this.#literal(node)
    }
  }

  inner(node: SyntaxNode, name: string): Expression {
    const found = field(node, name)
    return found ? this.expression(found) : NOTHING
  }

  #literal(node: SyntaxNode): Expression {
    switch (node.type) {
      case 'string':
      case 'bare_string':
      case 'bare_symbol':
      case 'delimited_symbol':
      case 'heredoc_body':
      case 'chained_string':
        return this.#joinedText(node)
      case 'heredoc_beginning': {
        const body = this.#heredocs.get(node.start)
        return body ? this.#joinedText(body) : NOTHING
      }
      case 'simple_symbol':
        return { k: 'str', v: this.text(node).slice(1) }
      case 'hash_key_symbol':
        return { k: 'str', v: this.text(node) }
      case 'array':
      case 'string_array':
      case 'symbol_array':
      case 'right_assignment_list':
        return { k: 'list', items: node.kids.map((one) => this.expression(one)) }
      case 'hash':
        return this.hash(node.kids)
      default:
        return this.#compound(node)
    }
  }

  #compound(node: SyntaxNode): Expression {
    switch (node.type) {
      case 'lambda':
        return { k: 'lambda', fn: this.closure(node, field(node, 'parameters'), field(node, 'body')) }
      case 'conditional': {
        const asked = field(node, 'condition')
        const body = asked ? [statement(this.condition(asked))] : []
        return { k: 'block', body, value: [this.inner(node, 'consequence'), this.inner(node, 'alternative')] }
      }
      case 'rescue_modifier':
        return { k: 'choice', of: [this.inner(node, 'body'), this.inner(node, 'handler')] }
      case 'if':
      case 'unless':
      case 'case':
      case 'case_match':
      case 'begin':
      case 'parenthesized_statements':
        return this.branchValues(node)
      case 'argument_list': {
        const [first] = node.kids
        return first && node.kids.length === 1 ? this.expression(first) : this.#listOf(node.kids)
      }
      case 'splat_argument':
        return node.kids[0] ? this.expression(node.kids[0]) : NOTHING
      case 'unary':
        return { k: 'other', of: [this.inner(node, 'operand')] }
      case 'nil':
      case 'block_argument':
      case 'regex':
        return NOTHING
      case 'method':
      case 'singleton_method':
      case 'while':
      case 'until':
      case 'return':
        return { k: 'block', body: this.statements(node), value: [] }
      default:
        return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    }
  }

  #listOf(nodes: readonly SyntaxNode[]): Expression {
    return { k: 'list', items: nodes.map((one) => this.expression(one)) }
  }

  /** A name that nothing was assigned to is a method. */
  #identifier(node: SyntaxNode): Expression {
    const name: Expression = { k: 'name', id: this.text(node), at: node.start }
    if (this.locals.has(name.id)) return name
    return { k: 'call', callee: name, args: [], isNew: false, at: node.start }
  }

  #ownVariable(node: SyntaxNode): Expression {
    const id = this.text(node)
    if (this.className === '') return { k: 'name', id, at: node.start }
    return { k: 'member', of: { k: 'this' }, name: id, at: node.start }
  }

  #scope(node: SyntaxNode): Expression {
    const name = field(node, 'name')
    const scope = field(node, 'scope')
    const at = name?.start ?? node.start
    if (!scope) return { k: 'name', id: this.#outermost(this.text(name)), at }
    return { k: 'member', of: this.expression(scope), name: this.text(name), at }
  }

  /** `::OpenSSL` is the library's, also within a class of that name. */
  #outermost(id: string): string {
    if (!LIBRARIES.has(id)) return id
    this.outermost.add(id)
    return `::${id}`
  }

  #joinedText(node: SyntaxNode): Expression {
    const parts = node.kids.flatMap((part): Expression[] => {
      if (part.type === 'string_content' || part.type === 'heredoc_content') return [{ k: 'str', v: this.text(part) }]
      if (part.type === 'escape_sequence') return [{ k: 'str', v: unescapeText(this.text(part)) }]
      if (part.type === 'interpolation' && countsBits(this.text(part))) return []
      if (part.type === 'interpolation') return part.kids[0] ? [this.expression(part.kids[0])] : []
      return part.type === 'heredoc_end' ? [] : [this.expression(part)]
    })
    if (parts.length === 0) return { k: 'str', v: '' }
    return parts.length === 1 && parts[0]?.k === 'str' ? parts[0] : { k: 'add', parts }
  }

  hash(nodes: readonly SyntaxNode[]): Expression {
    return {
      k: 'map',
      entries: nodes.map((one) => {
        if (one.type !== 'pair') return { key: NOTHING, value: one.kids[0] ? this.expression(one.kids[0]) : NOTHING }
        return { key: this.inner(one, 'key'), value: this.pairValue(one), at: one.start }
      }),
    }
  }

  /** `{ name: }` stands for `{ name: name }`. */
  pairValue(pair: SyntaxNode): Expression {
    const value = field(pair, 'value')
    const key = field(pair, 'key')
    if (value) return this.expression(value)
    return key ? this.#identifier(key) : NOTHING
  }

  /** `X[...]` of a constant may also be a call: `OpenSSL::Cipher['aes-256-cbc']`. */
  #element(node: SyntaxNode): Expression {
    const object = field(node, 'object') ?? node.kids[0]
    if (!object) return NOTHING
    const of = this.expression(object)
    const keys = node.kids.filter((one) => one !== object)
    const [first] = keys
    const key = first ? this.expression(first) : NOTHING
    const index: Expression = { k: 'index', of, key }
    if (object.type !== 'constant' && object.type !== 'scope_resolution') return index
    const at = of.k === 'member' || of.k === 'name' ? of.at : object.start
    const callee: Expression = { k: 'member', of, name: '[]', at }
    return {
      k: 'choice',
      of: [index, { k: 'call', callee, args: this.arguments(keys), isNew: false, at }],
      as: 'readings',
    }
  }

  #binary(node: SyntaxNode): Expression {
    const op = this.text(field(node, 'operator'))
    const left = field(node, 'left')
    if (COMPARISONS.has(op)) {
      const sides = [left, field(node, 'right')].map((one) => ({
        isConstant: one === undefined || /^constant|^scope/.test(one.type),
        read: one ? this.expression(one) : NOTHING,
      }))
      const of = sides.filter(({ isConstant }) => !isConstant).map(({ read }) => read)
      return asking(op, of, sides[0]?.read ?? NOTHING, sides[1]?.read ?? NOTHING)
    }
    const l = this.inner(node, 'left')
    const r = this.inner(node, 'right')
    if (op === '&&' || op === 'and') return { k: 'block', body: [statement(l)], value: [r] }
    if (op === '<<' && left?.type !== 'integer') return joined(l, r)
    if (op !== '%') return binary(op, l, r)
    const callee: Expression = { k: 'member', of: l, name: 'format', at: node.start }
    return { k: 'call', callee, args: positional(r.k === 'list' ? r.items : [r]), isNew: false, at: node.start }
  }
}
