import type { Argument, Expression, FunctionIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { positional, statement } from '../reader.ts'
import { field, type SyntaxNode } from '../syntax-node.ts'
import { RubyAssignments } from './assignments.ts'

/** Methods whose block gets the elements of their object one by one. */
const ITERATORS = new Set(
  'each map collect flat_map each_pair each_with_index each_with_object select filter filter_map find detect any? to_h reverse_each each_value each_key'.split(
    ' ',
  ),
)
/** Methods whose block gets the object itself. */
const HANDERS_ON = new Set(['tap', 'then', 'yield_self'])

const TYPE_TESTS = new Set(['is_a?', 'kind_of?', 'instance_of?'])

/** Methods that call the method that their first argument names. */
const SENDERS = new Set(['send', 'public_send', '__send__'])

function calledBy(of: Expression, name: string, args: readonly Argument[], at: number): Expression {
  const callee: Expression = name === 'new' ? of : { k: 'member', of, name, at }
  return { k: 'call', callee, args, isNew: name === 'new', at }
}

/** `OpenSSL.const_get(:Cipher)` is `OpenSSL::Cipher`; what `Object` is asked for has its whole name. */
function constantOf(of: Expression, path: string, at: number): Expression {
  const [first = '', ...others] = path.replace(/^::/, '').split('::')
  const isWhole = of.k === 'name' && /^(?:Object|Kernel)$/.test(of.id)
  const start: Expression = isWhole ? { k: 'name', id: first, at } : { k: 'member', of, name: first, at }
  return others.reduce((owner: Expression, name): Expression => ({ k: 'member', of: owner, name, at }), start)
}

/** The calls of Ruby, with what their blocks do. */
export abstract class RubyCalls extends RubyAssignments {
  call(node: SyntaxNode): Expression {
    const method = field(node, 'method')
    const block = field(node, 'block')
    const name = this.text(method)
    const receiver = field(node, 'receiver')
    if (method?.type === 'super') return this.superCall(method, field(node, 'arguments'))
    if (block && !receiver && /^(?:lambda|proc)$/.test(name)) {
      return { k: 'lambda', fn: this.closure(block, field(block, 'parameters'), field(block, 'body')) }
    }
    if (this.isDeciding && receiver && TYPE_TESTS.has(name)) {
      const of = this.expression(receiver)
      return { k: 'other', of: [of, ...this.typeTests(field(node, 'arguments')?.kids ?? [], of)] }
    }
    const call = this.#plainCall(node, name, method?.start ?? node.start)
    if (!block) return call
    const parameters = field(block, 'parameters')
    if (receiver && ITERATORS.has(name)) return this.#iteration(receiver, block, name)
    if (receiver && HANDERS_ON.has(name)) return this.#handedOn(receiver, block, name)
    const fn = this.closure(block, parameters, field(block, 'body'))
    return { k: 'block', body: [statement({ k: 'lambda', fn })], value: [call] }
  }

  #plainCall(node: SyntaxNode, name: string, at: number): Expression {
    const receiver = field(node, 'receiver')
    const args = this.arguments(field(node, 'arguments')?.kids ?? [])
    if (!receiver) {
      // Within a class, `new` alone makes one of its own.
      if (name === 'new') return { k: 'call', callee: { k: 'name', id: this.className, at }, args, isNew: true, at }
      return { k: 'call', callee: { k: 'name', id: name, at }, args, isNew: false, at }
    }
    const of = this.expression(receiver)
    if (name === 'new') {
      const made: Expression = of.k === 'this' ? { k: 'name', id: this.className, at } : of
      return { k: 'call', callee: made, args, isNew: true, at: of.k === 'member' || of.k === 'name' ? of.at : at }
    }
    const [first, ...others] = args
    const meant = first?.value.k === 'str' ? first.value.v : undefined
    if (meant !== undefined && SENDERS.has(name)) return calledBy(of, meant, others, at)
    if (meant !== undefined && name === 'const_get') return constantOf(of, meant, at)
    // `f.(x)` is short for `f.call(x)`.
    return { k: 'call', callee: { k: 'member', of, name: name === '' ? 'call' : name, at }, args, isNew: false, at }
  }

  superCall(node: SyntaxNode, list: SyntaxNode | undefined): Expression {
    const all = this.parameterNames.map((id): Expression => ({ k: 'name', id, at: node.start }))
    const args = list ? this.arguments(list.kids) : positional(all)
    return { k: 'call', callee: { k: 'super' }, args, isNew: false, at: node.start }
  }

  arguments(nodes: readonly SyntaxNode[]): readonly Argument[] {
    return nodes.flatMap((one): Argument[] => {
      if (one.type === 'block_argument') return []
      if (one.type === 'hash_splat_argument') {
        return [{ name: '**', value: one.kids[0] ? this.expression(one.kids[0]) : NOTHING }]
      }
      const at = one.start
      if (one.type !== 'pair') return [{ value: this.expression(one), at }]
      const key = this.inner(one, 'key')
      return key.k === 'str' ? [{ name: key.v, value: this.pairValue(one), at }] : [{ value: this.hash([one]), at }]
    })
  }

  #iteration(receiver: SyntaxNode, block: SyntaxNode, method: string): Expression {
    const names = this.#blockNames(block)
    const of = this.expression(receiver)
    const [first, second] = names
    const target: Expression = first ? { k: 'name', id: first, at: block.start } : NOTHING
    // Of a map, the second name is the value.
    const takesValue: readonly Statement[] =
      second && first && !method.includes('_with_')
        ? [{ k: 'let', name: second, value: { k: 'index', of, key: target } }]
        : []
    const nodes = field(block, 'body')?.kids ?? []
    const last = nodes.at(-1)
    const body = nodes.flatMap((one) => this.statements(one))
    const isMapping = /map|collect/.test(method)
    const items = isMapping && last ? [this.expression(last)] : []
    const each: Statement = { k: 'each', target, of, body: [...takesValue, ...body] }
    return { k: 'block', body: [each], value: [isMapping ? { k: 'list', items } : of] }
  }

  #handedOn(receiver: SyntaxNode, block: SyntaxNode, method: string): Expression {
    const [first] = this.#blockNames(block)
    const value = this.expression(receiver)
    const nodes = field(block, 'body')?.kids ?? []
    const last = nodes.at(-1)
    const given: readonly Statement[] = first ? [{ k: 'let', name: first, value }] : [statement(value)]
    const name: Expression = first ? { k: 'name', id: first, at: block.start } : value
    const body = [...given, ...nodes.flatMap((one) => this.statements(one))]
    return { k: 'block', body, value: [method === 'tap' || !last ? name : this.expression(last)] }
  }

  #blockNames(block: SyntaxNode): readonly string[] {
    const parameters = field(block, 'parameters')
    const names = parameters ? this.parameters(parameters).map(({ name }) => name) : ['it', '_1']
    for (const name of names) this.locals.add(name)
    return names
  }

  closure(node: SyntaxNode, parameters: SyntaxNode | undefined, body: SyntaxNode | undefined): FunctionIr {
    const params = parameters ? this.parameters(parameters) : []
    for (const { name } of params) this.locals.add(name)
    const inside = body && /^(?:block|do_block)$/.test(body.type) ? field(body, 'body') : body
    return { name: '', at: node.start, params, body: inside ? this.returning(inside.kids) : [] }
  }
}
