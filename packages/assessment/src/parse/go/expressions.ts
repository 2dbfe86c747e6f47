import type { Argument, Expression, FunctionIr, ParameterIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { binary, dotted, handedOut, numberOf, textOf, truthOf, unquote } from '../reader.ts'
import { field, fields, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { wellKnownCall } from './calls.ts'

/** The expressions of Go, its types and its functions. */
export abstract class GoExpressions {
  readonly #source: string
  /** The fields of the file's structs, in their order. */
  readonly #structs = new Map<string, readonly string[]>()

  constructor(source: string, root: SyntaxNode) {
    this.#source = source
    for (const spec of kidsOf(root, 'type_declaration').flatMap((one) => kidsOf(one, 'type_spec'))) {
      const list = field(spec, 'type')?.kids.find(({ type }) => type === 'field_declaration_list')
      if (list !== undefined) this.#structs.set(this.text(field(spec, 'name')), this.#fieldsOf(list))
    }
  }

  /** An embedded type is a field of its own name. */
  #fieldsOf(list: SyntaxNode): readonly string[] {
    return kidsOf(list, 'field_declaration').flatMap((one) => {
      const names = fields(one, 'name')
      if (names.length > 0) return names.map((name) => this.text(name))
      const type = this.type(field(one, 'type'))
      return [type.slice(type.lastIndexOf('.') + 1)]
    })
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
      case 'true':
      case 'false':
        return truthOf(this.text(node))
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
        return this.#elements(node, undefined)
      default:
        return this.#other(node, inner)
    }
  }

  #other(node: SyntaxNode, inner: (name: string) => Expression): Expression {
    switch (node.type) {
      case 'unary_expression':
        return this.text(field(node, 'operator')) === '&' ? handedOut(inner('operand')) : inner('operand')
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
        return this.#slice(node)
      case 'func_literal':
        return { k: 'lambda', fn: this.function(node) }
      default:
        return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    }
  }

  /** `key[:]` is all of it; `key[:32]` has a length whatever it is cut out of. */
  #slice(node: SyntaxNode): Expression {
    const [start, end] = [field(node, 'start'), field(node, 'end')].map((one) => one && this.expression(one))
    const whole = field(node, 'operand')
    const of = whole ? this.expression(whole) : NOTHING
    if (end === undefined) return start === undefined ? of : { k: 'other', of: [of] }
    const count: Expression = start === undefined ? end : { k: 'arith', op: '-', l: end, r: start }
    return { k: 'bytes', count, of: { k: 'other', of: [of] } }
  }

  /** What a variable of an array's type holds from the start: `var key [32]byte` has 32 bytes, whatever fills it. */
  bytesOfArray(type: SyntaxNode | undefined): Expression | undefined {
    const length = type?.type === 'array_type' ? field(type, 'length') : undefined
    if (length === undefined || !/^(?:byte|uint8)$/.test(this.text(type && field(type, 'element')))) return undefined
    return { k: 'bytes', count: this.expression(length) }
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
    const args = list.map((one): Argument => ({ value: this.expression(one), at: one.start }))
    return wellKnownCall(name, of, args) ?? { k: 'call', callee: of, args, isNew: false, at }
  }

  /** A struct literal is a construction with named arguments; other literals are lists and maps. */
  #literal(node: SyntaxNode): Expression {
    const type = field(node, 'type')
    const body = field(node, 'body')
    const name = this.type(type)
    if (!body) return NOTHING
    return name === '' ? this.#elements(body, elementType(type)) : this.#construction(body, name, type ?? node)
  }

  #construction(body: SyntaxNode, name: string, { start: at }: SyntaxNode): Expression {
    const names = this.#structs.get(name)
    const args = body.kids.map((element, i): Argument => {
      if (element.type !== 'keyed_element') {
        const own = names?.[i]
        return { ...(own ? { name: own } : {}), value: this.expression(element), at: element.start }
      }
      const value = field(element, 'value')
      return {
        name: this.text(field(element, 'key')),
        value: value ? this.expression(value) : NOTHING,
        at: element.start,
      }
    })
    return { k: 'call', callee: dotted(name, at), args, isNew: true, at }
  }

  #elements(body: SyntaxNode, type: SyntaxNode | undefined): Expression {
    const keyed = kidsOf(body, 'keyed_element')
    if (keyed.length === 0) {
      const items = body.kids.map((one) => this.#element(one, type))
      return { k: 'list', items, places: body.kids.map(({ start }) => start) }
    }
    return {
      k: 'map',
      entries: keyed.map((element) => {
        const key = field(element, 'key')
        const value = field(element, 'value')
        return {
          key: key ? this.expression(key) : NOTHING,
          value: value ? this.#element(value, type) : NOTHING,
          at: element.start,
        }
      }),
    }
  }

  /**
   * Within a list or a map an element's type may be left out. What a table of the project's own structs holds is known
   * best by its rows.
   */
  #element(node: SyntaxNode, type: SyntaxNode | undefined): Expression {
    const literal = node.type === 'literal_element' ? node.kids[0] : node
    if (literal?.type !== 'literal_value' || type === undefined) return this.expression(node)
    const name = this.type(type)
    const keyed = kidsOf(literal, 'keyed_element')
    if (name === '') return this.#elements(literal, elementType(type))
    return name.includes('.') || keyed.length === 0 ? this.#construction(literal, name, literal) : this.#row(keyed)
  }

  #row(keyed: readonly SyntaxNode[]): Expression {
    return {
      k: 'map',
      entries: keyed.map((element) => {
        const key = field(element, 'key')
        const member = key?.kids[0]
        const value = field(element, 'value')
        return {
          key:
            member?.type === 'identifier' ? { k: 'str', v: this.text(member) } : key ? this.expression(key) : NOTHING,
          value: value ? this.expression(value) : NOTHING,
          at: element.start,
        }
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

/** What a list or a map of that type holds. */
function elementType(type: SyntaxNode | undefined): SyntaxNode | undefined {
  return type && (field(type, 'element') ?? field(type, 'value'))
}
