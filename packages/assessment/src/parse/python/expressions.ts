import { caseOfComparison, valuesOf } from '../conditions.ts'
import type { Argument, Expression, FunctionIr, ParameterIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, compared, joined, numberOf, textOf, truthOf, unescapeText } from '../reader.ts'
import { countsBits } from '../size-text.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'

const DESCRIBING = /^(?:block_size|digest_size)$/

/** The expressions of Python, and its functions. */
export abstract class PythonExpressions {
  readonly #source: string
  /** What methods call their own object. */
  #self: string | undefined
  /** Within a condition. */
  protected isDeciding = false

  /** Methods of the class that is read, and what its objects keep that may be called. */
  protected methodNames: ReadonlySet<string> = new Set()
  protected fieldNames: ReadonlySet<string> = new Set()
  /** What the file has imported, by the names that it has here. */
  protected readonly imported = new Map<string, string>()

  constructor(source: string) {
    this.#source = source
  }

  abstract statements(node: SyntaxNode): readonly Statement[]

  text(node: SyntaxNode | undefined): string {
    return node === undefined ? '' : textOf(node, this.#source)
  }

  function(node: SyntaxNode, isMethod: boolean): FunctionIr {
    const name = field(node, 'name')
    const parameters = field(node, 'parameters')
    const body = field(node, 'body')
    const all = parameters ? this.#parameters(parameters) : []
    const before = this.#self
    if (isMethod) this.#self = all[0]?.name
    const fn: FunctionIr = {
      name: this.text(name),
      at: name?.start ?? node.start,
      params: isMethod ? all.slice(1) : all,
      body: body ? (node.type === 'lambda' ? [{ k: 'return', e: this.expression(body) }] : this.statements(body)) : [],
    }
    this.#self = before
    return fn
  }

  #parameters(node: SyntaxNode): readonly ParameterIr[] {
    return node.kids.flatMap((one): ParameterIr[] => {
      const fallback = field(one, 'value')
      const type = this.text(field(one, 'type')).replace(/^['"]|['"]$|\[.*$/g, '')
      const named = one.type === 'identifier' ? one : (field(one, 'name') ?? kid(one, 'identifier'))
      if (named === undefined) return []
      return [
        {
          name: this.text(named),
          isRest: one.type === 'list_splat_pattern',
          ...(type === '' ? {} : { type }),
          ...(fallback ? { fallback: this.expression(fallback) } : {}),
        },
      ]
    })
  }

  expression(node: SyntaxNode): Expression {
    const inner = (name: string): Expression => {
      const found = field(node, name)
      return found ? this.expression(found) : NOTHING
    }
    switch (node.type) {
      case 'string':
        return this.#string(node)
      case 'concatenated_string':
        return node.kids.map((one) => this.expression(one)).reduce(joined)
      case 'true':
      case 'false':
        return truthOf(this.text(node))
      case 'integer':
        return numberOf(this.text(node))
      case 'identifier': {
        const id = this.text(node)
        return id === this.#self ? { k: 'this' } : { k: 'name', id, at: node.start }
      }
      case 'attribute': {
        const name = field(node, 'attribute')
        const object = field(node, 'object')
        // What is made only to be described is no use of it: `hashes.SHA256().digest_size`.
        if (object?.type === 'call' && DESCRIBING.test(this.text(name))) {
          return { k: 'other', of: this.#arguments(field(object, 'arguments')).map(({ value }) => value) }
        }
        return { k: 'member', of: inner('object'), name: this.text(name), at: name?.start ?? node.start }
      }
      case 'call':
        return this.#call(node)
      case 'binary_operator':
      case 'boolean_operator':
        return this.#operation(node, inner)
      case 'comparison_operator':
        return this.#comparison(node)
      default:
        return this.#compound(node, inner)
    }
  }

  #comparison(node: SyntaxNode): Expression {
    const sides = node.kids.filter((one) => one.field !== 'operators').map((one) => this.expression(one))
    const op = this.text(field(node, 'operators')).replace(/^is not$/, '!=')
    const [l, r] = sides
    return compared(sides, l && r && sides.length === 2 ? caseOfComparison(op, l, r) : undefined)
  }

  #operation(node: SyntaxNode, inner: (name: string) => Expression): Expression {
    const op = this.text(field(node, 'operator'))
    const right = inner('right')
    if (op !== '%') return binary(op, inner('left'), right)
    const args: readonly Argument[] = (right.k === 'list' ? right.items : [right]).map((value) => ({ value }))
    const callee: Expression = { k: 'member', of: inner('left'), name: 'format', at: node.start }
    return { k: 'call', callee, args, isNew: false, at: node.start }
  }

  #compound(node: SyntaxNode, inner: (name: string) => Expression): Expression {
    switch (node.type) {
      case 'conditional_expression': {
        const [yes, asked, no] = node.kids
        const [then, condition, otherwise] = [yes, asked, no].map((one) => one && this.expression(one))
        return { k: 'choice', of: then ? valuesOf(condition, then, otherwise) : [] }
      }
      case 'named_expression':
        return { k: 'assign', target: inner('name'), value: inner('value') }
      case 'subscript':
        return this.#subscript(node)
      case 'list':
      case 'tuple':
      case 'set':
      case 'expression_list':
        return { k: 'list', items: node.kids.map((one) => this.expression(one)) }
      case 'dictionary':
        return this.#dictionary(node)
      case 'lambda':
        return { k: 'lambda', fn: this.function(node, false) }
      case 'parenthesized_expression':
      case 'await':
      case 'list_splat':
      case 'keyword_separator':
        return node.kids[0] ? this.expression(node.kids[0]) : NOTHING
      case 'list_comprehension':
      case 'generator_expression':
      case 'set_comprehension':
        return this.#comprehension(node)
      default:
        return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    }
  }

  #string(node: SyntaxNode): Expression {
    const isRaw = /^[a-zA-Z]*r/i.test(this.text(kid(node, 'string_start')))
    const parts = kidsOf(node, 'string_content', 'interpolation').map((part): Expression => {
      if (part.type === 'string_content') {
        return { k: 'str', v: isRaw ? this.text(part) : unescapeText(this.text(part)) }
      }
      const inside = field(part, 'expression')
      if (countsBits(this.text(inside))) return { k: 'str', v: '' }
      return inside ? this.expression(inside) : NOTHING
    })
    if (parts.length === 0) return { k: 'str', v: '' }
    return parts.length === 1 && parts[0]?.k === 'str' ? parts[0] : { k: 'add', parts }
  }

  #call(node: SyntaxNode): Expression {
    const callee = field(node, 'function')
    const list = field(node, 'arguments')
    const of: Expression = callee ? this.#called(callee) : NOTHING
    const at = (callee && field(callee, 'attribute')?.start) ?? node.start
    if (of.k === 'name' && of.id === 'super') return { k: 'super' }
    if (of.k === 'name' && /^(?:isinstance|issubclass)$/.test(of.id)) return this.#asked(list)
    if (of.k === 'name' && of.id === 'getattr') return this.#attributeByName(list, at)
    if (of.k === 'member' && of.of.k === 'super' && of.name === '__init__') {
      return { k: 'call', callee: { k: 'super' }, args: this.#arguments(list), isNew: false, at }
    }
    return { k: 'call', callee: of, args: this.#arguments(list), isNew: false, at }
  }

  /** A bare name is never a method, and a field that is called is none either. */
  #called(callee: SyntaxNode): Expression {
    const e = this.expression(callee)
    const isField = e.k === 'member' && e.of.k === 'this' && this.fieldNames.has(e.name)
    return isField ? { k: 'choice', of: [e] } : e
  }

  /** What is only asked about is no use of it; a type that decides what is done is the type of a cast. */
  #asked(list: SyntaxNode | undefined): Expression {
    const [first, second] = list?.kids ?? []
    const of = first ? this.expression(first) : NOTHING
    if (!this.isDeciding || !second) return { k: 'other', of: [of] }
    const types = second.type === 'tuple' ? second.kids : [second]
    return {
      k: 'other',
      of: [of, ...types.map((one): Expression => ({ k: 'cast', type: this.text(one), of, at: one.start }))],
    }
  }

  /** `getattr(hashes, 'SHA256')` is `hashes.SHA256`, and `getattr(hashes, name)` is `hashes[name]`. */
  #attributeByName(list: SyntaxNode | undefined, at: number): Expression {
    const [object, name, fallback] = (list?.kids ?? []).map((one) => this.expression(one))
    if (object === undefined || name === undefined) return { k: 'other', of: [] }
    const member: Expression =
      name.k === 'str' ? { k: 'member', of: object, name: name.v, at } : { k: 'index', of: object, key: name }
    return fallback === undefined ? member : { k: 'choice', of: [member, fallback], as: 'fallback' }
  }

  #arguments(list: SyntaxNode | undefined): readonly Argument[] {
    if (list === undefined) return []
    if (list.type === 'generator_expression') return [{ value: this.expression(list) }]
    return list.kids.map((one): Argument => {
      const at = one.start
      if (one.type === 'dictionary_splat') {
        return { name: '**', value: one.kids[0] ? this.expression(one.kids[0]) : NOTHING }
      }
      if (one.type !== 'keyword_argument') return { value: this.expression(one), at }
      const value = field(one, 'value')
      return { name: this.text(field(one, 'name')), value: value ? this.expression(value) : NOTHING, at }
    })
  }

  #dictionary(node: SyntaxNode): Expression {
    return {
      k: 'map',
      entries: node.kids.map((one) => {
        const key = field(one, 'key')
        const value = field(one, 'value')
        if (one.type !== 'pair') return { key: NOTHING, value: one.kids[0] ? this.expression(one.kids[0]) : NOTHING }
        return {
          key: key ? this.expression(key) : NOTHING,
          value: value ? this.expression(value) : NOTHING,
          at: one.start,
        }
      }),
    }
  }

  #comprehension(node: SyntaxNode): Expression {
    const body = field(node, 'body')
    const clauses = kidsOf(node, 'for_in_clause')
    const each = clauses.map((clause): Statement => {
      const left = field(clause, 'left')
      const right = field(clause, 'right')
      const target = left ? this.expression(left) : NOTHING
      return { k: 'each', target, of: right ? this.expression(right) : NOTHING, body: [] }
    })
    return { k: 'block', body: each, value: [{ k: 'list', items: body ? [this.expression(body)] : [] }] }
  }

  /** `key[:32]` has a length whatever it is cut out of. */
  #subscript(node: SyntaxNode): Expression {
    const key = field(node, 'subscript')
    const whole = field(node, 'value')
    const of: Expression = {
      k: 'index',
      of: whole ? this.expression(whole) : NOTHING,
      key: key ? this.expression(key) : NOTHING,
      at: node.start,
    }
    const text = this.text(key)
    if (key?.type !== 'slice' || text.split(':').length !== 2 || text.trimEnd().endsWith(':')) return of
    const places = key.kids.map((one) => this.expression(one))
    const [first = NOTHING, end] = places
    if (text.trimStart().startsWith(':')) return { k: 'bytes', count: first, of }
    return end ? { k: 'bytes', count: { k: 'arith', op: '-', l: end, r: first }, of } : of
  }
}
