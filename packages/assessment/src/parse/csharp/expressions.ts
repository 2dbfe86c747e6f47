import { asking, valuesOf } from '../conditions.ts'
import { type Argument, type Expression, NOTHING, type ParameterIr, type Statement } from '../ir.ts'
import { binary, compound, handedOut, numberOf, statement, truthOf } from '../reader.ts'
import { field, fields, kid, type SyntaxNode } from '../syntax-node.ts'
import { CSharpPatterns } from './patterns.ts'
import { csharpTemplate, csharpText } from './text.ts'

/** Properties that give what their object holds: options, results of tasks, lazy values. */
const HOLDING = new Set(['Value', 'Result', 'CurrentValue'])

/** The expressions of C#. */
export abstract class CSharpExpressions extends CSharpPatterns {
  /** What `?.` stands behind. */
  #bound: Expression = NOTHING

  abstract statements(node: SyntaxNode): readonly Statement[]

  arguments(node: SyntaxNode | undefined): readonly Argument[] {
    return (node?.kids ?? []).map((one) => {
      const name = field(one, 'name')
      const last = one.type === 'argument' ? one.kids.at(-1) : one
      const given = last && last !== name ? this.expression(last) : NOTHING
      const value = /^(?:ref|out)\s/.test(this.text(one)) ? handedOut(given) : given
      const at = last?.start ?? one.start
      return name ? { name: this.text(name), value, at } : { value, at }
    })
  }

  parameters(node: SyntaxNode | undefined): readonly ParameterIr[] {
    if (node === undefined) return []
    if (node.type === 'implicit_parameter' || node.type === 'identifier') return [{ name: this.text(node) }]
    return node.kids.flatMap((one): ParameterIr[] => {
      // The grammar leaves `params T[] rest` without a node of its own.
      if (one.field === 'name') return [{ name: this.text(one), isRest: true }]
      if (one.type !== 'parameter') return []
      const name = field(one, 'name')
      const type = field(one, 'type')
      const last = one.kids.at(-1)
      const isDefault = last !== undefined && last.field === undefined && !/modifier|attribute/.test(last.type)
      return [
        {
          name: this.text(name),
          type: this.type(type),
          ...(isDefault ? { fallback: this.expression(last, this.type(type)) } : {}),
        },
      ]
    })
  }

  expression(node: SyntaxNode, type = ''): Expression {
    switch (node.type) {
      case 'string_literal':
      case 'verbatim_string_literal':
      case 'raw_string_literal':
      case 'character_literal':
        return csharpText(node, this.source)
      case 'interpolated_string_expression':
        return csharpTemplate(node, this.source, (inner) => this.expression(inner))
      case 'boolean_literal':
        return truthOf(this.text(node))
      case 'integer_literal':
        return numberOf(this.text(node))
      case 'identifier':
        return { k: 'name', id: this.text(node), at: node.start }
      case 'this_expression':
      case 'this':
        return { k: 'this' }
      case 'base_expression':
      case 'base':
        return { k: 'super' }
      case 'member_access_expression':
      case 'qualified_name':
        return this.#member(field(node, 'expression') ?? field(node, 'qualifier'), field(node, 'name'))
      case 'alias_qualified_name':
      case 'generic_name':
        return this.#plainName(node)
      case 'invocation_expression':
        return this.#call(node)
      case 'conditional_access_expression':
        return this.#conditionalAccess(node)
      case 'member_binding_expression': {
        const name = field(node, 'name')
        return name ? this.#memberOf(this.#bound, name) : NOTHING
      }
      default:
        return this.#creating(node, type)
    }
  }

  #creating(node: SyntaxNode, type: string): Expression {
    switch (node.type) {
      case 'object_creation_expression':
      case 'implicit_object_creation_expression':
        return this.creation(node, type)
      case 'element_binding_expression':
        if (this.#bound !== NOTHING) return { k: 'index', of: this.#bound, key: this.#firstArgument(node) }
        return this.array(node, type)
      case 'array_creation_expression':
      case 'implicit_array_creation_expression':
      case 'stackalloc_expression':
      case 'implicit_stackalloc_expression':
      case 'initializer_expression':
        return this.array(node, type)
      case 'collection_expression':
        return { k: 'list', items: node.kids.map((one) => this.expression(one.kids[0] ?? one)) }
      case 'anonymous_object_creation_expression':
        return this.anonymous(node)
      case 'with_expression':
        return this.changed(node)
      case 'tuple_expression':
        return { k: 'list', items: this.arguments(node).map(({ value }) => value) }
      case 'lambda_expression':
      case 'anonymous_method_expression':
        return this.#lambda(node)
      default:
        return this.#compound(node, type)
    }
  }

  #compound(node: SyntaxNode, type: string): Expression {
    const inner = (name: string, wanted = ''): Expression => {
      const found = field(node, name)
      return found ? this.expression(found, wanted) : NOTHING
    }
    switch (node.type) {
      case 'parenthesized_expression':
      case 'await_expression':
      case 'checked_expression':
      case 'ref_expression':
      case 'postfix_unary_expression':
      case 'argument':
        return node.kids[0] ? this.expression(node.kids.at(-1) ?? node.kids[0], type) : NOTHING
      case 'binary_expression':
        return this.#binary(this.text(field(node, 'operator')), inner('left', type), inner('right', type))
      case 'conditional_expression': {
        const condition = inner('condition')
        const value = valuesOf(condition, inner('consequence', type), inner('alternative', type))
        return { k: 'block', body: [statement(condition)], value }
      }
      case 'assignment_expression':
        return this.#assignment(node)
      case 'cast_expression': {
        const to = field(node, 'type')
        return { k: 'cast', type: this.type(to), of: inner('value'), at: to?.start ?? node.start }
      }
      case 'as_expression': {
        const to = field(node, 'right')
        return { k: 'cast', type: this.type(to), of: inner('left'), at: to?.start ?? node.start }
      }
      case 'is_pattern_expression': {
        const pattern = field(node, 'pattern')
        const { of, body } = this.subject(field(node, 'expression'))
        return { k: 'block', body: [...body, ...(pattern ? this.pattern(pattern, of) : [])], value: [] }
      }
      case 'declaration_expression': {
        const name = this.text(field(node, 'name'))
        return { k: 'block', body: [{ k: 'let', name, type: this.type(field(node, 'type')) }], value: [] }
      }
      case 'element_access_expression':
        return { k: 'index', of: inner('expression'), key: this.#firstArgument(field(node, 'subscript')) }
      case 'switch_expression':
        return this.switchOf(node, type)
      case 'typeof_expression':
      case 'default_expression':
      case 'sizeof_expression':
        return NOTHING
      default:
        return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    }
  }

  /** Whether two things are the same is asked, not used. */
  #binary(op: string, l: Expression, r: Expression): Expression {
    if (op !== '==' && op !== '!=') return binary(op, l, r)
    const of = [l, r].filter(({ k }) => k !== 'name' && k !== 'member')
    return asking(op, of, l, r)
  }

  #assignment(node: SyntaxNode): Expression {
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (!left || !right) return NOTHING
    const op = this.text(field(node, 'operator'))
    const target = this.expression(left)
    const value = this.expression(right)
    if (op === '=') return { k: 'assign', target, value }
    if (value.k === 'lambda') return { k: 'other', of: [target, value] }
    return compound(op.slice(0, -1), target, value)
  }

  /** A name whose arguments in angle brackets, or alias before `::`, do not count. */
  #plainName(node: SyntaxNode): Expression {
    const name = node.type === 'generic_name' ? node.kids[0] : (field(node, 'name') ?? node.kids.at(-1))
    return name ? { k: 'name', id: this.text(name), at: name.start } : NOTHING
  }

  #member(of: SyntaxNode | undefined, name: SyntaxNode | undefined): Expression {
    return of && name ? this.#memberOf(this.expression(of), name) : NOTHING
  }

  #memberOf(of: Expression, node: SyntaxNode): Expression {
    const name = this.text(node.type === 'generic_name' ? node.kids[0] : node)
    if (!HOLDING.has(name)) return { k: 'member', of, name, at: node.start }
    const held = of.k === 'choice' ? (of.of[0] ?? of) : of
    return { k: 'choice', of: [held, { k: 'member', of: held, name, at: node.start }], as: 'readings' }
  }

  #conditionalAccess(node: SyntaxNode): Expression {
    const condition = field(node, 'condition')
    const rest = node.kids.find((one) => one !== condition)
    if (!condition || !rest) return NOTHING
    const of = this.expression(condition)
    const before = this.#bound
    this.#bound = of
    const read = this.expression(rest)
    this.#bound = before
    return read
  }

  #firstArgument(node: SyntaxNode | undefined): Expression {
    return this.arguments(node)[0]?.value ?? NOTHING
  }

  #call(node: SyntaxNode): Expression {
    const callee = field(node, 'function')
    const list = field(node, 'arguments')
    if (!callee) return NOTHING
    if (callee.type === 'identifier' && this.text(callee) === 'nameof') {
      const named = this.text(list)
        .replace(/^\(|\)$/g, '')
        .trim()
      return { k: 'str', v: named.slice(named.lastIndexOf('.') + 1) }
    }
    const name = lastName(callee)
    const args = this.arguments(list)
    const generic = name && kid(name, 'type_argument_list')
    const isQuestion = name !== undefined && /^(?:Equals|SequenceEqual|FixedTimeEquals)$/.test(this.text(name))
    const of = this.expression(callee)
    const call: Expression = {
      k: 'call',
      callee: of.k === 'choice' ? (of.of[1] ?? of) : of,
      args: isQuestion ? args.filter(({ value }) => value.k !== 'name' && value.k !== 'member') : args,
      isNew: false,
      at: (name?.type === 'generic_name' ? name.kids[0]?.start : name?.start) ?? callee.start,
    }
    if (!generic) return call
    // A class that is handed on in angle brackets is used as one that is handed on as an argument.
    const types = generic.kids.filter(({ type }) => type === 'identifier' || type === 'qualified_name')
    const body = types.map((one) => statement(this.expression(one)))
    return { k: 'block', body, value: [{ ...call, typeArguments: generic.kids.map((one) => this.type(one)) }] }
  }

  #lambda(node: SyntaxNode): Expression {
    const body = field(node, 'body') ?? kid(node, 'block')
    const params = fields(node, 'parameters').flatMap((one) => this.parameters(one))
    const isBlock = body?.type === 'block'
    const inside: readonly Statement[] = !body
      ? []
      : isBlock
        ? this.statements(body)
        : [{ k: 'return', e: this.expression(body) }]
    return { k: 'lambda', fn: { name: '', at: node.start, params, body: inside } }
  }
}

/** The node of the name that is called: of the last part. */
function lastName(callee: SyntaxNode): SyntaxNode | undefined {
  if (callee.type === 'identifier' || callee.type === 'generic_name') return callee
  if (callee.type !== 'conditional_access_expression') return field(callee, 'name')
  const rest = callee.kids.at(-1)
  return rest && lastName(rest)
}
