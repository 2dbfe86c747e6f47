import { valuesOf } from '../conditions.ts'
import { ExpressionReader } from '../expression-reader.ts'
import type { Argument, Case, ClassIr, Expression, ParameterIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, compound, dotted, numberOf, statement, truthOf, unquote } from '../reader.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { standardCall } from './standard-calls.ts'

/** The expressions of Java. */
export abstract class JavaExpressions extends ExpressionReader {
  abstract statements(node: SyntaxNode): readonly Statement[]

  abstract classBody(
    node: SyntaxNode,
    name: string,
    supers: readonly string[],
    body: SyntaxNode | undefined,
    record?: SyntaxNode,
  ): ClassIr

  arguments(node: SyntaxNode | undefined): readonly Argument[] {
    return (node?.kids ?? []).map((one) => {
      const at = one.start
      if (one.type !== 'element_value_pair') return { value: this.expression(one), at }
      const value = field(one, 'value')
      return { name: this.text(field(one, 'key')), value: this.optional(value), at }
    })
  }

  parameters(node: SyntaxNode): readonly ParameterIr[] {
    if (node.type === 'identifier') return [{ name: this.text(node) }]
    return node.kids.flatMap((one): ParameterIr[] => {
      if (one.type === 'identifier') return [{ name: this.text(one) }]
      if (one.type === 'spread_parameter') {
        const declarator = kid(one, 'variable_declarator')
        return [{ name: this.text(declarator && field(declarator, 'name')), isRest: true }]
      }
      if (one.type !== 'formal_parameter') return []
      return [{ name: this.text(field(one, 'name')), type: this.type(field(one, 'type')) }]
    })
  }

  /** A type's name without its arguments; arrays lose their brackets. */
  type(node: SyntaxNode | undefined): string {
    if (node === undefined) return ''
    if (node.type === 'generic_type' || node.type === 'annotated_type') {
      return this.type(node.kids.find(({ type }) => /type_identifier$|generic_type/.test(type)))
    }
    if (node.type === 'array_type') return `${this.type(field(node, 'element'))}[]`
    return this.text(node).replaceAll(/\s/g, '')
  }

  expression(node: SyntaxNode): Expression {
    switch (node.type) {
      case 'string_literal':
        return { k: 'str', v: unquote(this.text(node)) }
      case 'character_literal':
        return { k: 'str', v: unquote(this.text(node)) }
      case 'true':
      case 'false':
        return truthOf(this.text(node))
      case 'decimal_integer_literal':
      case 'hex_integer_literal':
      case 'octal_integer_literal':
      case 'binary_integer_literal':
        return numberOf(this.text(node))
      case 'identifier':
      case 'type_identifier':
        return { k: 'name', id: this.text(node), at: node.start }
      case 'scoped_type_identifier':
      case 'scoped_identifier':
        return dotted(this.text(node).replaceAll(/\s/g, ''), node.start)
      case 'this':
        return { k: 'this' }
      case 'super':
        return { k: 'super' }
      case 'method_invocation':
      case 'explicit_constructor_invocation':
        return this.#call(node)
      case 'object_creation_expression':
        return this.#creation(node)
      case 'field_access':
      case 'method_reference':
        return this.#member(node)
      case 'instanceof_expression':
        return { k: 'other', of: [this.#typeTest(node, this.inField(node, 'left'))] }
      default:
        return this.#compound(node)
    }
  }

  /** `key instanceof RSAPublicKey rsa`, `case RSAPublicKey rsa`: as a cast, also where no name is given. */
  #typeTest(node: SyntaxNode, of: Expression): Expression {
    const type = field(node, 'right') ?? node.kids[0]
    const name = field(node, 'name') ?? (node.type === 'type_pattern' ? kid(node, 'identifier') : undefined)
    if (type === undefined || !/type|_pattern$/.test(type.type)) return of
    const value: Expression = { k: 'cast', type: this.type(type), of, at: type.start }
    return name ? { k: 'block', body: [{ k: 'let', name: this.text(name), value }], value: [] } : value
  }

  #compound(node: SyntaxNode): Expression {
    const inner = (name: string): Expression => this.inField(node, name)
    switch (node.type) {
      case 'parenthesized_expression':
        return this.first(node)
      case 'binary_expression':
        return binary(this.text(field(node, 'operator')), inner('left'), inner('right'))
      case 'ternary_expression':
        return { k: 'choice', of: valuesOf(inner('condition'), inner('consequence'), inner('alternative')) }
      case 'assignment_expression': {
        const op = this.text(field(node, 'operator'))
        if (op !== '=') return compound(op.slice(0, -1), inner('left'), inner('right'))
        return { k: 'assign', target: inner('left'), value: inner('right') }
      }
      case 'cast_expression':
        return { k: 'cast', type: this.type(field(node, 'type')), of: inner('value'), at: node.start }
      case 'array_access':
        return { k: 'index', of: inner('array'), key: inner('index') }
      case 'array_creation_expression':
        return this.#array(node)
      case 'array_initializer':
      case 'element_value_array_initializer':
        return {
          k: 'list',
          items: node.kids.map((one) => this.expression(one)),
          places: node.kids.map(({ start }) => start),
        }
      case 'lambda_expression':
        return this.#lambda(node)
      case 'switch_expression':
        return this.#switch(node)
      case 'class_literal':
        return this.first(node)
      case 'block':
        return { k: 'block', body: this.statements(node), value: [] }
      default:
        return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    }
  }

  #call(node: SyntaxNode): Expression {
    const object = field(node, 'object')
    const name = field(node, 'name') ?? field(node, 'constructor')
    const at = name?.start ?? node.start
    const id = this.text(name)
    const args = this.arguments(field(node, 'arguments'))
    if (id === 'super' || id === 'this') return { k: 'call', callee: { k: id }, args, isNew: false, at }
    const of = object && this.expression(object)
    const standard = of && standardCall({ object: of, owner: this.text(object), name: id, args })
    if (standard) return standard
    const callee: Expression = of ? { k: 'member', of, name: id, at } : { k: 'name', id, at }
    return { k: 'call', callee, args, isNew: false, at }
  }

  #creation(node: SyntaxNode): Expression {
    const type = field(node, 'type')
    const at = type?.start ?? node.start
    const body = kid(node, 'class_body')
    const callee = dotted(this.type(type), at)
    const args = this.arguments(field(node, 'arguments'))
    if (!body) return { k: 'call', callee, args, isNew: true, at }
    return { k: 'call', callee, args, isNew: true, at, body: this.classBody(node, '', [this.type(type)], body) }
  }

  #member(node: SyntaxNode): Expression {
    const object = field(node, 'object') ?? node.kids[0]
    const name = field(node, 'field') ?? node.kids.at(-1)
    if (!object || !name) return NOTHING
    return { k: 'member', of: this.expression(object), name: this.text(name), at: name.start }
  }

  #array(node: SyntaxNode): Expression {
    const initial = field(node, 'value')
    if (initial) return this.expression(initial)
    const size = kid(node, 'dimensions_expr')?.kids[0]
    const isBytes = this.text(field(node, 'type')) === 'byte'
    if (!size) return NOTHING
    return isBytes ? { k: 'bytes', count: this.expression(size) } : { k: 'other', of: [this.expression(size)] }
  }

  #lambda(node: SyntaxNode): Expression {
    const body = field(node, 'body')
    const parameters = field(node, 'parameters')
    const isBlock = body?.type === 'block'
    const result: readonly Statement[] = body && !isBlock ? [{ k: 'return', e: this.expression(body) }] : []
    return {
      k: 'lambda',
      fn: {
        name: '',
        at: node.start,
        params: parameters ? this.parameters(parameters) : [],
        body: body && isBlock ? this.statements(body) : result,
      },
    }
  }

  /** A switch; its arms' values, and what it does beside them. */
  #switch(node: SyntaxNode): Expression {
    const condition = field(node, 'condition')
    const arms = field(node, 'body')?.kids ?? []
    const value: Expression[] = []
    const subject = condition ? this.expression(condition) : NOTHING
    const isPlain = subject.k === 'name' || condition === undefined
    const name = `of@${node.start}`
    const of: Expression = isPlain ? subject : { k: 'name', id: name, at: node.start }
    const body: Statement[] = [isPlain ? statement(subject) : { k: 'let', name, value: subject }]
    const all = arms.flatMap(constantsOf)
    let open: readonly SyntaxNode[] = []
    for (const arm of arms) {
      const labels = [...open, ...kidsOf(arm, 'switch_label')]
      const rest = arm.kids.filter(({ type }) => type !== 'switch_label')
      // What has no statements goes on in the next one.
      open = rest.length === 0 ? labels : []
      for (const one of typePatterns(arm)) body.push(statement(this.#typeTest(one, of)))
      const inside = rest.flatMap((one) => this.statements(one))
      const yielded = inside.flatMap((one) => (one.k === 'return' ? [one.e] : []))
      const last = arm.type === 'switch_rule' ? inside.flatMap((one) => (one.k === 'expr' ? [one.e] : [])) : []
      const when = this.#caseOf(of, labels, all)
      const given = [...yielded, ...last]
      value.push(...(when ? given.map((one): Expression => ({ k: 'case', when, value: one })) : given))
      // An arm that is only a value is looked at once, as a value.
      if (last.length === 0) body.push(when ? { k: 'branch', body: inside, when } : { k: 'branch', body: inside })
    }
    return { k: 'block', body, value }
  }

  /** The case that a way is for; `default` is for what none of the others is for. */
  #caseOf(of: Expression, labels: readonly SyntaxNode[], all: readonly SyntaxNode[]): Case | undefined {
    const isOthers = labels.some(({ kids }) => kids.length === 0)
    const constants = isOthers ? all : labels.flatMap((label) => label.kids.filter(isConstant))
    const is = constants.map((one) => this.expression(one))
    if (isOthers) return { of, is, isOthers }
    return is.length > 0 ? { of, is } : undefined
  }
}

function isConstant({ type }: SyntaxNode): boolean {
  return /^(?:string_literal|character_literal|decimal_integer_literal|identifier|field_access)$/.test(type)
}

function constantsOf(arm: SyntaxNode): readonly SyntaxNode[] {
  return kidsOf(arm, 'switch_label').flatMap(({ kids }) => kids.filter(isConstant))
}

/** The types that one way of a switch is for. */
function typePatterns(arm: SyntaxNode): readonly SyntaxNode[] {
  const labels = kidsOf(arm, 'switch_label').flatMap((label) => kidsOf(label, 'pattern'))
  return labels.flatMap((pattern) => kidsOf(pattern, 'type_pattern'))
}
