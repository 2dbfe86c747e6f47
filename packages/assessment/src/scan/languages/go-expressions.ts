import { field, fields, kidsOf, type SyntaxNode } from '../syntax/syntax-node.ts'
import type { Argument, Expression, FunctionIr, ParameterIr, Statement } from './ir.ts'
import { NOTHING } from './ir.ts'
import { binary, dotted, numberOf, textOf, unquote } from './reader.ts'

/** The expressions of Go, its types and its functions. */
export abstract class GoExpressions {
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  abstract statements(node: SyntaxNode): readonly Statement[]

  text(node: SyntaxNode | undefined): string {
    return node === undefined ? '' : textOf(node, this.#source)
  }

  expression(node: SyntaxNode): Expression {
    const inner = (name: string): Expression => {
      const found = field(node, name)
      return found ? this.expression(found) : NOTHING
    }
    switch (node.type) {
      case 'interpreted_string_literal':
        return { k: 'str', v: unquote(this.text(node)) }
      case 'raw_string_literal':
        return { k: 'str', v: this.text(node).slice(1, -1) }
      case 'int_literal':
        return numberOf(this.text(node))
      case 'identifier':
      case 'type_identifier':
      case 'field_identifier':
      case 'package_identifier':
        return { k: 'name', id: this.text(node), at: node.start }
      case 'qualified_type':
        return dotted(this.text(node), node.start)
      case 'selector_expression': {
        const name = field(node, 'field')
        return { k: 'member', of: inner('operand'), name: this.text(name), at: name?.start ?? node.start }
      }
      case 'call_expression':
        return this.#call(node)
      case 'binary_expression':
        return binary(this.text(field(node, 'operator')), inner('left'), inner('right'))
      case 'composite_literal':
        return this.#literal(node)
      case 'literal_value':
        return this.#elements(node)
      default:
        return this.#other(node, inner)
    }
  }

  #other(node: SyntaxNode, inner: (name: string) => Expression): Expression {
    switch (node.type) {
      case 'unary_expression':
        return inner('operand')
      case 'parenthesized_expression':
      case 'literal_element':
        return node.kids[0] ? this.expression(node.kids[0]) : NOTHING
      case 'type_conversion_expression':
        return inner('operand')
      case 'type_assertion_expression':
        return { k: 'cast', type: this.type(field(node, 'type')), of: inner('operand'), at: node.start }
      case 'index_expression':
        return { k: 'index', of: inner('operand'), key: inner('index') }
      case 'slice_expression':
        return { k: 'other', of: [inner('operand')] }
      case 'func_literal':
        return { k: 'lambda', fn: this.function(node) }
      default:
        return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    }
  }

  #call(node: SyntaxNode): Expression {
    const callee = field(node, 'function')
    const list = field(node, 'arguments')?.kids ?? []
    const name = this.text(callee)
    if (name === 'make' && /^\[\]\s*(?:byte|uint8)$/.test(this.text(list[0]))) {
      return { k: 'bytes', count: list[1] ? this.expression(list[1]) : NOTHING }
    }
    if (name === 'new' && list[0]) {
      const type = this.type(list[0])
      return { k: 'call', callee: dotted(type, list[0].start), args: [], isNew: true, at: list[0].start }
    }
    const of = callee ? this.expression(callee) : NOTHING
    const at = of.k === 'member' ? of.at : node.start
    return {
      k: 'call',
      callee: of,
      args: list.map((one) => ({ value: this.expression(one), at: one.start })),
      isNew: false,
      at,
    }
  }

  /** A struct literal is a construction with named arguments; other literals are lists and maps. */
  #literal(node: SyntaxNode): Expression {
    const type = field(node, 'type')
    const body = field(node, 'body')
    const name = this.type(type)
    if (!body) return NOTHING
    if (name === '') return this.#elements(body)
    const args = body.kids.map((element): Argument => {
      if (element.type !== 'keyed_element') return { value: this.expression(element) }
      const value = field(element, 'value')
      return {
        name: this.text(field(element, 'key')),
        value: value ? this.expression(value) : NOTHING,
        at: element.start,
      }
    })
    return {
      k: 'call',
      callee: dotted(name, type?.start ?? node.start),
      args,
      isNew: true,
      at: type?.start ?? node.start,
    }
  }

  #elements(body: SyntaxNode): Expression {
    const keyed = kidsOf(body, 'keyed_element')
    if (keyed.length === 0) return { k: 'list', items: body.kids.map((one) => this.expression(one)) }
    return {
      k: 'map',
      entries: keyed.map((element) => {
        const key = field(element, 'key')
        const value = field(element, 'value')
        return { key: key ? this.expression(key) : NOTHING, value: value ? this.expression(value) : NOTHING }
      }),
    }
  }

  function(node: SyntaxNode): FunctionIr {
    const name = field(node, 'name')
    const body = field(node, 'body')
    const parameters = field(node, 'parameters')
    const [self] = field(node, 'receiver')?.kids ?? []
    const receiver = self && {
      name: this.text(field(self, 'name')),
      type: this.type(field(self, 'type')),
    }
    return {
      name: this.text(name),
      at: name?.start ?? node.start,
      params: parameters ? this.#parameters(parameters) : [],
      body: body ? this.statements(body) : [],
      ...(receiver ? { receiver } : {}),
    }
  }

  #parameters(node: SyntaxNode): readonly ParameterIr[] {
    return node.kids.flatMap((one): ParameterIr[] => {
      const type = this.type(field(one, 'type'))
      const isRest = one.type === 'variadic_parameter_declaration'
      return fields(one, 'name').map((name) => ({ name: this.text(name), type, isRest }))
    })
  }

  /** The name of a type, without pointers. */
  type(node: SyntaxNode | undefined): string {
    if (node === undefined) return ''
    if (node.type === 'pointer_type' || node.type === 'parenthesized_type') return this.type(node.kids[0])
    if (node.type === 'generic_type') return this.type(field(node, 'type'))
    return /type_identifier|qualified_type/.test(node.type) ? this.text(node) : ''
  }
}
