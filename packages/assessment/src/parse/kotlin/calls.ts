import { ExpressionReader } from '../expression-reader.ts'
import { type Argument, type Expression, NOTHING, type ParameterIr, type Statement } from '../ir.ts'
import { joined, numberOf } from '../reader.ts'
import { kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'

/** Functions that run a block on an object: how the block names it, and whether they give it back. */
const SCOPED: Readonly<Record<string, { readonly names: 'this' | 'it'; readonly gives: 'object' | 'result' }>> = {
  apply: { names: 'this', gives: 'object' },
  run: { names: 'this', gives: 'result' },
  runCatching: { names: 'this', gives: 'result' },
  also: { names: 'it', gives: 'object' },
  onSuccess: { names: 'it', gives: 'object' },
  takeIf: { names: 'it', gives: 'object' },
  takeUnless: { names: 'it', gives: 'object' },
  let: { names: 'it', gives: 'result' },
  use: { names: 'it', gives: 'result' },
}
/** Functions that run a block once and give what it gives. */
const RUNNING = new Set(
  'run runCatching lazy synchronized withContext runBlocking coroutineScope async remember withLock'.split(' '),
)
/** Functions that run a block for each of several. */
const EACH = new Set('forEach onEach map mapNotNull flatMap associateWith associateBy forEachIndexed'.split(' '))
/** Methods that give back what they are called on, whatever it is. */
const SAME = new Set('await getOrThrow getOrNull orEmpty trimIndent toList copyOf clone'.split(' '))
/** Functions that give one of several. */
const FINDING = new Set('first firstOrNull find single singleOrNull last lastOrNull random'.split(' '))
const FINDS = /\.(?:first|find|single|last|random|getValue)/
const NOT_NULL = new Set(['requireNotNull', 'checkNotNull'])
const QUESTIONS = new Set(['equals', 'contentEquals'])

type Call = Extract<Expression, { k: 'call' }>

/** The calls of Kotlin, and its functions that run a block on an object. */
export abstract class KotlinCalls extends ExpressionReader {
  /** What a bare name may be a member of: the object of `apply { ... }`, or of an extension. */
  receiver: Expression | undefined
  /** What `this` is, where it is not the class's object. */
  self: Expression | undefined
  /** Names of blocks' objects, which must not meet those around them. */
  #names: ReadonlyMap<string, string> = new Map()

  abstract type(node: SyntaxNode | undefined): string
  /** The statements of a block, and what its last one gives. */
  abstract block(kids: readonly SyntaxNode[]): Expression
  abstract lambda(node: SyntaxNode): Expression

  name(node: SyntaxNode): Expression {
    const text = this.text(node).replaceAll('`', '')
    const id = this.#names.get(text)
    if (id !== undefined) return { k: 'name', id, at: node.start }
    const on = this.receiver
    return on ? { k: 'name', id: text, at: node.start, on } : { k: 'name', id: text, at: node.start }
  }

  /** Reads something in which some names stand for others, and the bare receiver is another. */
  within<T>(names: Readonly<Record<string, string | undefined>>, receiver: Expression | undefined, read: () => T): T {
    const [beforeNames, beforeReceiver] = [this.#names, this.receiver]
    const inner = new Map(beforeNames)
    for (const [name, id] of Object.entries(names)) {
      if (id === undefined) inner.delete(name)
      else inner.set(name, id)
    }
    this.#names = inner
    this.receiver = receiver
    const result = read()
    this.#names = beforeNames
    this.receiver = beforeReceiver
    return result
  }

  call(node: SyntaxNode): Expression {
    const { callee, list, block, generic } = this.#partsOf(node)
    if (callee === undefined) return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    const isMember = callee.type === 'navigation_expression'
    const nameNode = isMember ? callee.kids.at(-1) : callee
    const name = this.text(nameNode).replaceAll('`', '')
    const of = isMember ? callee.kids[0] : undefined
    const scoped = block && this.#scopeFunction(name, of, list, block)
    if (scoped) return scoped
    const args = [...this.arguments(list), ...(block ? [{ value: this.lambda(block) }] : [])]
    if (of && SAME.has(name) && args.length === 0) return this.expression(of)
    const [first] = args
    if (!of && first && NOT_NULL.has(name)) return first.value
    if (!of) {
      const built = this.#built(name, list, args)
      if (built) return built
    }
    const made: Call = {
      k: 'call',
      callee: this.expression(callee),
      args: QUESTIONS.has(name) ? args.filter(({ value }) => value.k !== 'name' && value.k !== 'member') : args,
      isNew: false,
      at: nameNode?.start ?? callee.start,
    }
    // Once in a chain: what is before it is read twice.
    if (of && FINDING.has(name) && !FINDS.test(this.text(of))) {
      return { k: 'choice', of: [{ k: 'index', of: this.expression(of), key: NOTHING }, made], as: 'readings' }
    }
    // Of a map its entry; of anything else a method of its own.
    if (of && name === 'getValue' && first && args.length === 1) {
      return { k: 'choice', of: [{ k: 'index', of: this.expression(of), key: first.value }, made], as: 'readings' }
    }
    return generic ? { ...made, typeArguments: generic.kids.map((one) => this.type(one.kids.at(-1) ?? one)) } : made
  }

  /** A block behind the arguments stands around the call. */
  #partsOf(node: SyntaxNode): {
    readonly callee: SyntaxNode | undefined
    readonly list: SyntaxNode | undefined
    readonly block: SyntaxNode | undefined
    readonly generic: SyntaxNode | undefined
  } {
    const block = kid(node, 'annotated_lambda')
    const [head] = node.kids
    const inner = block && head?.type === 'call_expression' && !kid(node, 'value_arguments') ? head : undefined
    const isWhole = inner && kid(inner, 'value_arguments') && !kid(inner, 'annotated_lambda')
    const from = isWhole ? inner : node
    return {
      callee: from.kids[0],
      list: kid(from, 'value_arguments'),
      generic: kid(from, 'type_arguments'),
      block: block && (kid(block, 'lambda_literal') ?? block),
    }
  }

  arguments(node: SyntaxNode | undefined): readonly Argument[] {
    return (node ? kidsOf(node, 'value_argument') : []).map((one) => {
      const [first] = one.kids
      const last = one.kids.at(-1)
      const value = this.optional(last)
      const isNamed = first !== last && first?.type === 'identifier'
      const at = one.start
      return isNamed ? { name: this.text(first), value, at } : { value, at }
    })
  }

  #scopeFunction(
    name: string,
    of: SyntaxNode | undefined,
    list: SyntaxNode | undefined,
    block: SyntaxNode,
  ): Expression | undefined {
    const { body, params } = blockParts(block)
    const how = of && Object.hasOwn(SCOPED, name) ? SCOPED[name] : undefined
    if (of && how) return this.#scope(this.expression(of), block, how)
    const isWith = name === 'with' && !of
    if (isWith || (RUNNING.has(name) && (!of || name === 'withLock'))) {
      const values = this.arguments(list).map(({ value }) => value)
      const [first] = values
      if (isWith && first) return this.#scope(first, block, { names: 'this', gives: 'result' })
      return { k: 'block', body: values.map((e) => ({ k: 'expr', e })), value: [this.block(body)] }
    }
    return of && EACH.has(name) && params.length <= 1 ? this.#each(name, this.expression(of), block) : undefined
  }

  #each(name: string, given: Expression, block: SyntaxNode): Expression {
    const { body, params } = blockParts(block)
    const id = `it@${block.start}`
    const result = this.within({ [this.#parameterName(params[0])]: id }, this.receiver, () => this.block(body))
    const target: Expression = { k: 'name', id, at: block.start }
    // For each of them once; what all of it gives is a list of what the block gives.
    const each: Statement = { k: 'each', target, of: given, body: [{ k: 'let', name: `${id}=`, value: result }] }
    const items: Expression = { k: 'name', id: `${id}=`, at: block.start }
    return { k: 'block', body: [each], value: [name.endsWith('ach') ? target : { k: 'list', items: [items] }] }
  }

  #scope(given: Expression, block: SyntaxNode, how: { names: 'this' | 'it'; gives: 'object' | 'result' }): Expression {
    const { body, params } = blockParts(block)
    const id = `it@${block.start}`
    const object: Expression = { k: 'name', id, at: block.start }
    const isReceiver = how.names === 'this'
    const names = isReceiver ? {} : { [this.#parameterName(params[0])]: id }
    const before = this.self
    if (isReceiver) this.self = object
    const result = this.within(names, isReceiver ? object : this.receiver, () => this.block(body))
    this.self = before
    const first: Statement = { k: 'let', name: id, value: given }
    return how.gives === 'object'
      ? { k: 'block', body: [first, { k: 'expr', e: result }], value: [object] }
      : { k: 'block', body: [first], value: [result] }
  }

  #parameterName(node: SyntaxNode | undefined): string {
    return node ? this.text(kid(node, 'identifier') ?? node) : 'it'
  }

  /** The parameters of a lambda; `it` where none is named. */
  lambdaParameters(block: SyntaxNode): readonly ParameterIr[] {
    const { params } = blockParts(block)
    if (params.length === 0) return [{ name: 'it' }]
    return params.map((one) => ({ name: this.#parameterName(one), type: this.type(one.kids.at(-1)) }))
  }

  /** Collections and arrays of the standard library. */
  #built(name: string, list: SyntaxNode | undefined, args: readonly Argument[]): Expression | undefined {
    const values = args.map(({ value }) => value)
    const [first] = values
    switch (name) {
      case 'ByteArray':
        return first ? { k: 'bytes', count: first } : undefined
      case 'byteArrayOf':
      case 'ubyteArrayOf':
        return { k: 'bytes', count: numberOf(String(values.length)) }
      case 'listOf':
      case 'setOf':
      case 'arrayOf':
      case 'mutableListOf':
      case 'mutableSetOf':
      case 'linkedSetOf':
      case 'listOfNotNull':
        return { k: 'list', items: values }
      case 'mapOf':
      case 'mutableMapOf':
      case 'hashMapOf':
      case 'linkedMapOf':
        return { k: 'map', entries: values.flatMap(pairOf) }
      case 'buildString':
        return list ? joined({ k: 'str', v: '' }, first ?? NOTHING) : undefined
      default:
        return undefined
    }
  }
}

function pairOf(value: Expression): readonly { readonly key: Expression; readonly value: Expression }[] {
  const [key, of] = value.k === 'list' ? value.items : []
  return key && of ? [{ key, value: of }] : []
}

/** What a lambda's block takes and does. */
export function blockParts(block: SyntaxNode): {
  readonly params: readonly SyntaxNode[]
  readonly body: readonly SyntaxNode[]
} {
  const list = kid(block, 'lambda_parameters')
  return { params: list?.kids ?? [], body: block.kids.filter((one) => one !== list) }
}
