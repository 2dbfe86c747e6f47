import { asking, valuesOf } from '../conditions.ts'
import type { Argument, Case, ClassIr, Expression, FunctionIr, ParameterIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, compound, dotted, numberOf, statement, truthOf, unescapeText } from '../reader.ts'
import { countsBits } from '../size-text.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { calledByName } from './calls-by-name.ts'
import { PhpNames } from './names.ts'

const ANY_FILE = '?'
const COMPARISONS = new Set(['==', '!=', '===', '!==', '<>', '<', '>', '<=', '>=', '<=>', 'instanceof'])
const CONSTANTS = /^(?:name|qualified_name|class_constant_access_expression|relative_scope)$/

/** The expressions of PHP. A variable keeps its `$`, so that it is no function. */
export abstract class PhpExpressions extends PhpNames {
  abstract statements(node: SyntaxNode): readonly Statement[]

  abstract classOf(node: SyntaxNode): ClassIr

  expression(node: SyntaxNode): Expression {
    switch (node.type) {
      case 'variable_name': {
        const id = this.text(node)
        return id === '$this' ? { k: 'this' } : { k: 'name', id, at: node.start }
      }
      case 'name':
        return { k: 'name', id: this.text(node), at: node.start }
      case 'qualified_name':
        return this.qualified(node)
      case 'relative_scope':
        return this.scope(node)
      case 'boolean':
        return truthOf(this.text(node))
      case 'integer':
        return numberOf(this.text(node))
      case 'string':
      case 'encapsed_string':
      case 'heredoc_body':
      case 'nowdoc_body':
        return this.#string(node)
      case 'heredoc':
      case 'nowdoc':
        return this.#inner(node, 'value')
      case 'array_creation_expression':
      case 'list_literal':
        return this.#array(node)
      case 'binary_expression':
        return this.#binary(node)
      case 'assignment_expression':
      case 'reference_assignment_expression':
      case 'augmented_assignment_expression':
        return this.#assignment(node)
      default:
        return this.#access(node)
    }
  }

  #inner(node: SyntaxNode, name: string): Expression {
    const found = field(node, name)
    return found ? this.expression(found) : NOTHING
  }

  #access(node: SyntaxNode): Expression {
    const name = field(node, 'name')
    const at = name?.start ?? node.start
    switch (node.type) {
      case 'member_access_expression':
      case 'nullsafe_member_access_expression':
        return { k: 'member', of: this.#inner(node, 'object'), name: this.text(name), at }
      case 'scoped_property_access_expression': {
        const of = field(node, 'scope')
        return { k: 'member', of: of ? this.owner(of) : NOTHING, name: this.text(name).replace(/^\$/, ''), at }
      }
      case 'class_constant_access_expression': {
        const [of, constant] = node.kids
        if (!of || !constant) return NOTHING
        if (this.text(constant) === 'class') return this.owner(of)
        return { k: 'member', of: this.owner(of), name: this.text(constant), at: constant.start }
      }
      case 'subscript_expression': {
        const [of, key] = node.kids
        return {
          k: 'index',
          of: of ? this.expression(of) : NOTHING,
          key: key ? this.expression(key) : NOTHING,
          at: node.start,
        }
      }
      case 'member_call_expression':
      case 'nullsafe_member_call_expression': {
        const callee: Expression = { k: 'member', of: this.#inner(node, 'object'), name: this.text(name), at }
        return { k: 'call', callee, args: this.arguments(field(node, 'arguments')), isNew: false, at }
      }
      case 'scoped_call_expression':
        return this.#staticCall(node, at)
      case 'function_call_expression':
        return this.#functionCall(node)
      case 'object_creation_expression':
        return this.#creation(node)
      default:
        return this.#compound(node)
    }
  }

  #compound(node: SyntaxNode): Expression {
    switch (node.type) {
      case 'conditional_expression': {
        const body = field(node, 'body')
        const condition = this.deciding(() => this.#inner(node, 'condition'))
        // `a ?: b` is a or b.
        const other = this.#inner(node, 'alternative')
        if (body === undefined) return { k: 'choice', of: [condition, other], as: 'fallback' }
        return { k: 'block', body: [statement(condition)], value: valuesOf(condition, this.expression(body), other) }
      }
      case 'match_expression':
        return this.#match(node)
      case 'arrow_function':
      case 'anonymous_function':
        return { k: 'lambda', fn: this.closure(node) }
      case 'cast_expression':
        return this.#inner(node, 'value')
      case 'parenthesized_expression':
      case 'clone_expression':
      case 'error_suppression_expression':
      case 'variadic_unpacking':
      case 'argument': {
        const last = node.kids.at(-1)
        return last ? this.expression(last) : NOTHING
      }
      case 'include_expression':
      case 'include_once_expression':
      case 'require_expression':
      case 'require_once_expression':
        return this.#included(node)
      case 'null':
      case 'float':
        return NOTHING
      default:
        return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    }
  }

  #string(node: SyntaxNode): Expression {
    const parts = node.kids.map((part): Expression => {
      if (part.type === 'string_content' || part.type === 'nowdoc_string') return { k: 'str', v: this.text(part) }
      if (part.type === 'escape_sequence') return { k: 'str', v: unescapeText(this.text(part)) }
      return this.expression(part)
    })
    if (parts.length === 0) return { k: 'str', v: '' }
    return parts.length === 1 && parts[0]?.k === 'str' ? parts[0] : { k: 'add', parts }
  }

  #array(node: SyntaxNode): Expression {
    const elements = kidsOf(node, 'array_element_initializer')
    if (node.type === 'list_literal') return { k: 'list', items: node.kids.map((one) => this.expression(one)) }
    if (elements.every(({ kids }) => kids.length < 2 && kids[0]?.type !== 'variadic_unpacking')) {
      return { k: 'list', items: elements.map(({ kids }) => (kids[0] ? this.expression(kids[0]) : NOTHING)) }
    }
    return {
      k: 'map',
      entries: elements.map(({ kids }, i) => {
        const [first, second] = kids
        if (!first) return { key: NOTHING, value: NOTHING }
        if (first.type === 'variadic_unpacking') return { key: NOTHING, value: this.expression(first) }
        if (!second) return { key: { k: 'num', v: i }, value: this.expression(first) }
        return { key: this.expression(first), value: this.expression(second), at: first.start }
      }),
    }
  }

  #binary(node: SyntaxNode): Expression {
    const op = this.text(field(node, 'operator'))
    if (op === 'instanceof' && this.isDeciding) return this.#typeTest(node)
    if (COMPARISONS.has(op)) {
      const sides = [field(node, 'left'), field(node, 'right')].map((one) => ({
        isConstant: one === undefined || CONSTANTS.test(one.type),
        read: one ? this.expression(one) : NOTHING,
      }))
      const of = sides.filter(({ isConstant }) => !isConstant).map(({ read }) => read)
      if (this.isDeciding) of.push(...this.keyTypes([field(node, 'left'), field(node, 'right')]))
      return asking(op, of, sides[0]?.read ?? NOTHING, sides[1]?.read ?? NOTHING)
    }
    const l = this.#inner(node, 'left')
    const r = this.#inner(node, 'right')
    const last = field(node, 'right')
    if (op === '.' && last?.type === 'parenthesized_expression' && countsBits(this.text(last))) return l
    return /^(?:\|\||or|\|)$/.test(op) ? { k: 'other', of: [l, r] } : binary(op, l, r)
  }

  /** A type that decides what is done is the type of a cast. */
  #typeTest(node: SyntaxNode): Expression {
    const right = field(node, 'right')
    const of = this.#inner(node, 'left')
    const type = right && /^(?:qualified_)?name$/.test(right.type) ? this.namedType(right) : ''
    return { k: 'other', of: type === '' ? [of] : [of, { k: 'cast', type, of, at: right?.start ?? node.start }] }
  }

  #assignment(node: SyntaxNode): Expression {
    const target = this.#inner(node, 'left')
    const value = this.#inner(node, 'right')
    const op = this.text(field(node, 'operator')).replace(/=$/, '')
    return op === '' ? { k: 'assign', target, value } : compound(op, target, value)
  }

  /** What another file returns: `include 'config/app.php'`. */
  #included(node: SyntaxNode): Expression {
    const file = /(?:^|[/\\'"])(?<name>[\w-]+)\.php['"]?\)?$/.exec(this.text(node).slice(-100))?.groups?.name
    // Where the name of the file is not written, any file that returns settings may be meant.
    return dotted(`${file ?? ANY_FILE}.return`, node.start)
  }

  #functionCall(node: SyntaxNode): Expression {
    const fn = field(node, 'function')
    const args = this.arguments(field(node, 'arguments'))
    const [first] = args
    // Laravel: `config('app.cipher')` is what config/app.php returns by that name.
    if (this.text(fn) === 'config' && first?.value.k === 'str' && /^[\w-]+(?:\.[\w-]+)+$/.test(first.value.v)) {
      return dotted(first.value.v.replace('.', '.return.'), node.start)
    }
    const callee = fn ? this.calledFunction(fn) : NOTHING
    return calledByName({ k: 'call', callee, args, isNew: false, at: fn?.start ?? node.start })
  }

  #staticCall(node: SyntaxNode, at: number): Expression {
    const scope = field(node, 'scope')
    const name = this.text(field(node, 'name'))
    const args = this.arguments(field(node, 'arguments'))
    if (this.text(scope) === 'parent' && name === '__construct') {
      return { k: 'call', callee: { k: 'super' }, args, isNew: false, at }
    }
    const of = scope ? this.owner(scope) : NOTHING
    return { k: 'call', callee: { k: 'member', of, name, at }, args, isNew: false, at }
  }

  #creation(node: SyntaxNode): Expression {
    const [type] = node.kids
    if (!type) return NOTHING
    const at = type.start
    if (type.type === 'anonymous_class') {
      const body = this.classOf(type)
      const callee: Expression = dotted(body.supers[0] ?? '', at)
      return { k: 'call', callee, args: this.arguments(kid(type, 'arguments')), isNew: true, at, body }
    }
    const callee = this.text(type) === 'static' ? { k: 'name' as const, id: this.className, at } : this.owner(type)
    return { k: 'call', callee, args: this.arguments(kid(node, 'arguments')), isNew: true, at }
  }

  arguments(list: SyntaxNode | undefined): readonly Argument[] {
    return (list ? kidsOf(list, 'argument') : []).map((one): Argument => {
      const name = field(one, 'name')
      const value = this.expression(one)
      return name ? { name: this.text(name), value, at: one.start } : { value, at: one.start }
    })
  }

  /** The arms' results; what they are compared with is no use of it. */
  #match(node: SyntaxNode): Expression {
    const arms = field(node, 'body')?.kids ?? []
    const of = this.#inner(node, 'condition')
    const labels = arms.map((arm) =>
      (field(arm, 'conditional_expressions')?.kids ?? []).map((one) => this.expression(one)),
    )
    const all = labels.flat()
    const value = arms.map((arm, i): Expression => {
      const is = labels[i] ?? []
      const when: Case = is.length === 0 ? { of, is: all, isOthers: true } : { of, is }
      return { k: 'case', when, value: this.#inner(arm, 'return_expression') }
    })
    const types = arms.flatMap((arm) => this.keyTypes(field(arm, 'conditional_expressions')?.kids ?? []))
    return { k: 'block', body: [of, ...types].map(statement), value }
  }

  closure(node: SyntaxNode): FunctionIr {
    const body = field(node, 'body')
    const inside: readonly Statement[] =
      body === undefined
        ? []
        : body.type === 'compound_statement'
          ? this.statements(body)
          : [{ k: 'return', e: this.expression(body) }]
    return { name: '', at: node.start, params: this.parameters(field(node, 'parameters')), body: inside }
  }

  parameters(list: SyntaxNode | undefined): readonly ParameterIr[] {
    return (list?.kids ?? []).map((one): ParameterIr => {
      const fallback = field(one, 'default_value')
      const type = this.type(field(one, 'type'))
      return {
        name: this.text(field(one, 'name')),
        label: this.text(field(one, 'name')).replace(/^\$/, ''),
        isRest: one.type === 'variadic_parameter',
        ...(type === '' ? {} : { type }),
        ...(fallback && fallback.type !== 'null' ? { fallback: this.expression(fallback) } : {}),
      }
    })
  }
}
