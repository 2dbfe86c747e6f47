import { asking, valuesOf } from '../conditions.ts'
import { type Case, type ClassIr, type Expression, NOTHING, type Statement } from '../ir.ts'
import { binary, compound, numberOf, statement, truthOf } from '../reader.ts'
import { field, fields, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { blockParts, KotlinCalls } from './calls.ts'
import { isKotlinType, kotlinText, kotlinType } from './text.ts'
import { kotlinGenericCall, kotlinKids } from './tree.ts'

/** What stands as a statement but gives nothing. */
const NO_VALUE = /_declaration$|^assignment$|_statement$|^type_alias$/

/** What a way of `when` may be for. */
const CONSTANT = /^(?:string_literal|number_literal|identifier|navigation_expression)$/

/** The expressions of Kotlin. */
export abstract class KotlinExpressions extends KotlinCalls {
  abstract statements(node: SyntaxNode): readonly Statement[]
  abstract anonymousClass(node: SyntaxNode): ClassIr

  type(node: SyntaxNode | undefined): string {
    return kotlinType(node, this.source)
  }

  expression(node: SyntaxNode): Expression {
    switch (node.type) {
      case 'string_literal':
      case 'multiline_string_literal':
        return kotlinText(node, this.source, (inner) =>
          inner.type === 'identifier' ? this.name(inner) : this.expression(inner),
        )
      case 'character_literal':
        return { k: 'str', v: this.text(node).slice(1, -1) }
      case 'boolean_literal':
        return truthOf(this.text(node))
      case 'number_literal':
        return numberOf(this.text(node))
      case 'identifier':
        return this.name(node)
      case 'this_expression':
        return this.self ?? { k: 'this' }
      case 'super_expression':
        return { k: 'super' }
      case 'call_expression':
        return this.call(node)
      case 'navigation_expression':
        return this.#member(node)
      case 'callable_reference':
        return node.kids.at(-1) ? this.#member(node) : NOTHING
      case 'lambda_literal':
      case 'anonymous_function':
        return this.lambda(node)
      case 'annotated_lambda':
        return this.lambda(kid(node, 'lambda_literal') ?? node)
      case 'object_literal':
        return this.#objectLiteral(node)
      case 'is_expression': {
        const of = field(node, 'left')
        return { k: 'other', of: [this.#typeTest(field(node, 'right'), of ? this.expression(of) : NOTHING)] }
      }
      default:
        return this.#compound(node)
    }
  }

  /** What is asked to be of a library's type is treated as such. */
  #typeTest(type: SyntaxNode | undefined, of: Expression): Expression {
    return type ? { k: 'cast', type: this.type(type), of, at: type.start } : of
  }

  #compound(node: SyntaxNode): Expression {
    const inner = (name: string): Expression => this.inField(node, name)
    switch (node.type) {
      case 'parenthesized_expression':
      case 'annotated_expression':
      case 'labeled_expression':
      case 'spread_expression':
      case 'value_argument':
        return node.kids.length > 0 ? this.#last(node) : NOTHING
      case 'unary_expression':
        return this.text(field(node, 'operator')) === '!!' ? inner('argument') : { k: 'other', of: [inner('argument')] }
      case 'binary_expression':
        return this.#binary(node)
      case 'infix_expression':
        return this.#infix(node)
      case 'as_expression': {
        const to = field(node, 'right')
        return { k: 'cast', type: this.type(to), of: inner('left'), at: to?.start ?? node.start }
      }
      case 'index_expression': {
        const [of, key] = node.kids
        return { k: 'index', of: this.optional(of), key: this.optional(key) }
      }
      case 'assignment':
        return this.#assignment(node)
      case 'collection_literal':
        return { k: 'list', items: node.kids.map((one) => this.expression(one)) }
      case 'if_expression':
        return this.#if(node)
      case 'when_expression':
        return this.#when(node)
      case 'try_expression':
        return this.#try(node)
      case 'block':
        return this.block(kotlinKids(node))
      case 'return_expression':
        return { k: 'block', body: this.statements(node), value: [] }
      default:
        return { k: 'other', of: kotlinKids(node).flatMap((one) => (isKotlinType(one) ? [] : [this.expression(one)])) }
    }
  }

  #last(node: SyntaxNode): Expression {
    const last = kotlinKids(node).at(-1)
    return this.optional(last)
  }

  #member(node: SyntaxNode): Expression {
    const [of] = node.kids
    const name = node.kids.at(-1)
    if (!of || !name) return NOTHING
    if (of === name) return this.expression(of)
    const text = this.text(name).replaceAll('`', '')
    // `Cipher::class.java` names the class.
    if (text === 'class' || (text === 'java' && this.text(of).endsWith('::class'))) return this.expression(of)
    // `4096.bits`, `32.bytes`: how cryptography-kotlin writes sizes.
    if (of.type === 'number_literal' && text === 'bits') return this.expression(of)
    if (of.type === 'number_literal' && text === 'bytes') {
      return { k: 'arith', op: '*', l: this.expression(of), r: { k: 'num', v: 8 } }
    }
    return { k: 'member', of: this.expression(of), name: text, at: name.start }
  }

  #binary(node: SyntaxNode): Expression {
    const generic = kotlinGenericCall(node, (one) => this.text(field(one, 'operator')))
    if (generic) return this.call(generic)
    const op = this.text(field(node, 'operator'))
    const left = field(node, 'left')
    const right = field(node, 'right')
    const l = this.optional(left)
    const r = this.optional(right)
    if (!/^[!=]==?$/.test(op)) return binary(op, l, r)
    // Whether two things are the same is asked, not used.
    const of = [l, r].filter(({ k }) => k !== 'name' && k !== 'member')
    return asking(op, of, l, r)
  }

  #infix(node: SyntaxNode): Expression {
    const [left, word, right] = kotlinKids(node)
    if (!left || !word || !right) return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    const name = this.text(word)
    const l = this.expression(left)
    const r = this.expression(right)
    if (name === 'to') return { k: 'list', items: [l, r] }
    if (name === 'shl') return { k: 'arith', op: '<<', l, r }
    if (/^(?:or|and|xor|shr|until|downTo|step)$/.test(name)) return { k: 'other', of: [l, r] }
    const callee: Expression = { k: 'member', of: l, name, at: word.start }
    return { k: 'call', callee, args: [{ value: r }], isNew: false, at: word.start }
  }

  #assignment(node: SyntaxNode): Expression {
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (!left || !right) return NOTHING
    const target = this.expression(left)
    const value = this.expression(right)
    const op = this.text(field(node, 'operator'))
    if (op === '=') return { k: 'assign', target, value }
    return compound(op.slice(0, -1), target, value)
  }

  lambda(node: SyntaxNode): Expression {
    if (node.type === 'anonymous_function') {
      const body = kid(node, 'function_body')
      return { k: 'lambda', fn: { name: '', at: node.start, params: [], body: body ? this.statements(body) : [] } }
    }
    const params = this.lambdaParameters(node)
    const names = Object.fromEntries(params.map(({ name }) => [name, undefined]))
    const value = this.within(names, this.receiver, () => this.block(blockParts(node).body))
    return { k: 'lambda', fn: { name: '', at: node.start, params, body: [{ k: 'return', e: value }] } }
  }

  block(kids: readonly SyntaxNode[]): Expression {
    const last = kids.at(-1)
    if (last === undefined) return NOTHING
    const isValue = !NO_VALUE.test(last.type) && last.type !== 'return_expression'
    const body = (isValue ? kids.slice(0, -1) : kids).flatMap((one) => this.statements(one))
    const value = isValue ? [this.expression(last)] : []
    return body.length === 0 && value[0] ? value[0] : { k: 'block', body, value }
  }

  /** One of several ways that a program may go; what it sets may or may not be set. */
  #branch(node: SyntaxNode): Expression {
    const kids = node.type === 'block' ? kotlinKids(node) : [node]
    const read = this.block(kids)
    if (read.k !== 'block' || read.body.length === 0) return read
    return { k: 'block', body: [{ k: 'branch', body: read.body }], value: read.value }
  }

  #if(node: SyntaxNode): Expression {
    const condition = field(node, 'condition')
    const [then, otherwise] = kotlinKids(node).filter((one) => one !== condition)
    const asked = condition && this.expression(condition)
    return {
      k: 'block',
      body: asked ? [statement(asked)] : [],
      value: then ? valuesOf(asked, this.#branch(then), otherwise && this.#branch(otherwise)) : [],
    }
  }

  #when(node: SyntaxNode): Expression {
    const subject = kid(node, 'when_subject')
    const named = subject && kid(subject, 'variable_declaration')
    const of = subject?.kids.at(-1)
    const value = this.optional(of)
    const body: Statement[] = named
      ? [{ k: 'let', name: this.text(kid(named, 'identifier')), value }]
      : [statement({ k: 'other', of: [value] })]
    const entries = kidsOf(node, 'when_entry')
    const subjectIs: Expression = named
      ? { k: 'name', id: this.text(kid(named, 'identifier')), at: named.start }
      : value
    const ways = entries.map((entry): Expression => {
      const conditions = fields(entry, 'condition')
      const way = kotlinKids(entry).findLast(({ field: name }) => name === undefined)
      const asked = conditions.filter(({ type }) => /^(?:call|binary|infix)_expression$/.test(type))
      const branch = way ? this.#branch(way) : NOTHING
      const when = subject ? this.#caseOf(subjectIs, conditions, entries) : undefined
      const read: Expression = when ? { k: 'case', when, value: branch } : branch
      const types = conditions
        .filter(({ type }) => type === 'type_test')
        .map((one) => this.#typeTest(one.kids[0], value))
      if (asked.length + types.length === 0) return read
      return { k: 'block', body: [...types, ...asked.map((one) => this.expression(one))].map(statement), value: [read] }
    })
    return { k: 'block', body, value: ways }
  }

  /** The case that a way is for; `else` is for what none of the others is for. */
  #caseOf(of: Expression, conditions: readonly SyntaxNode[], entries: readonly SyntaxNode[]): Case | undefined {
    const constants = (nodes: readonly SyntaxNode[]): readonly Expression[] =>
      nodes.filter(({ type }) => CONSTANT.test(type)).map((one) => this.expression(one))
    if (conditions.length === 0) {
      return { of, is: constants(entries.flatMap((one) => fields(one, 'condition'))), isOthers: true }
    }
    const is = constants(conditions)
    return is.length > 0 ? { of, is } : undefined
  }

  #try(node: SyntaxNode): Expression {
    const [first, ...others] = kotlinKids(node)
    const value = first ? [this.expression(first)] : []
    for (const one of others) {
      const inner = kid(one, 'block')
      if (inner) value.push(one.type === 'finally_block' ? this.#quietly(inner) : this.#branch(inner))
    }
    return { k: 'block', body: [], value }
  }

  /** Looked at for what it does. */
  #quietly(node: SyntaxNode): Expression {
    return { k: 'other', of: [this.expression(node)] }
  }

  #objectLiteral(node: SyntaxNode): Expression {
    const body = this.anonymousClass(node)
    const [base = ''] = body.supers
    const made = kid(kid(node, 'delegation_specifiers') ?? node, 'delegation_specifier')
    const passed = made && kid(made, 'constructor_invocation')
    const args = this.arguments(passed && kid(passed, 'value_arguments'))
    const callee: Expression = { k: 'name', id: base === '' ? 'Any' : base, at: node.start }
    return { k: 'call', callee, args, isNew: true, at: node.start, body }
  }
}
