import { type ClassIr, type Expression, type FunctionIr, NOTHING, type Statement } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, fields, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { CSharpExpressions } from './expressions.ts'

export const CLASS_TYPES: ReadonlySet<string> = new Set([
  'class_declaration',
  'struct_declaration',
  'record_declaration',
  'record_struct_declaration',
  'interface_declaration',
  'enum_declaration',
])
const FUNCTION_TYPES = new Set([
  'method_declaration',
  'operator_declaration',
  'conversion_operator_declaration',
  'destructor_declaration',
])
/** What a preprocessor chooses between is looked at in full. */
export const CONDITIONAL = /^preproc_(?:if|elif|else)/
const FACTORY = /^(?:System\.)?Func\b/

/** Classes, functions and properties of C#. */
export abstract class CSharpClasses extends CSharpExpressions {
  /** Of the function that is being read, for `return new(...)`. */
  returnType = ''

  variables(node: SyntaxNode): readonly Statement[] {
    const declaration = node.type === 'variable_declaration' ? node : kid(node, 'variable_declaration')
    if (!declaration) return []
    const type = this.type(field(declaration, 'type'))
    return kidsOf(declaration, 'variable_declarator').map((one): Statement => {
      const name = field(one, 'name')
      const pattern = kid(one, 'tuple_pattern')
      const last = one.kids.at(-1)
      const hasValue =
        last !== undefined && last !== name && last !== pattern && last.type !== 'bracketed_argument_list'
      const given = hasValue ? this.expression(last, type) : undefined
      // A factory is handed on here: it is no constant, which counts where it is read.
      const value: Expression | undefined = given && FACTORY.test(type) ? { k: 'choice', of: [given] } : given
      if (pattern) {
        const targets = pattern.kids.map((part) => this.expression(part))
        return { k: 'unpack', targets, value: value ?? NOTHING }
      }
      return { k: 'let', name: this.text(name), type, ...(value ? { value } : {}) }
    })
  }

  function(node: SyntaxNode): FunctionIr {
    const before = this.returnType
    this.returnType = this.type(field(node, 'returns') ?? field(node, 'type'))
    const parameters = field(node, 'parameters')
    const body = field(node, 'body')
    const [first] = parameters?.kids ?? []
    const isExtension = first !== undefined && this.text(kid(first, 'modifier')) === 'this'
    const params = this.parameters(parameters)
    const [self] = params
    // What an extension is called on is no argument of the call.
    const own: Statement[] =
      isExtension && self ? [{ k: 'let', name: self.name, ...(self.type ? { type: self.type } : {}) }] : []
    const fn: FunctionIr = {
      name: this.text(field(node, 'name')),
      at: field(node, 'name')?.start ?? node.start,
      params: isExtension ? params.slice(1) : params,
      body: [...own, ...this.#bodyOf(body)],
      returnType: this.returnType,
    }
    this.returnType = before
    return fn
  }

  #bodyOf(body: SyntaxNode | undefined): readonly Statement[] {
    if (body?.type !== 'arrow_expression_clause') return body ? this.statements(body) : []
    return body.kids.map((one) => ({ k: 'return', e: this.expression(one, this.returnType) }))
  }

  #maker(node: SyntaxNode): FunctionIr {
    const initial = kid(node, 'constructor_initializer')
    const args = this.arguments(initial && kid(initial, 'argument_list'))
    const k = initial && this.text(initial).startsWith(':') && /^:\s*this\b/.test(this.text(initial)) ? 'this' : 'super'
    const first: Statement[] = initial
      ? [statement({ k: 'call', callee: { k }, args, isNew: false, at: initial.start })]
      : []
    const fn = this.function(node)
    return { ...fn, body: [...first, ...fn.body] }
  }

  class(node: SyntaxNode): ClassIr {
    const name = this.text(field(node, 'name'))
    const body = field(node, 'body')
    const members = body ? membersOf(body) : []
    const bases = kid(node, 'base_list')?.kids ?? []
    const made = members.filter(({ type }) => type === 'constructor_declaration')
    const isStatic = (one: SyntaxNode): boolean => kidsOf(one, 'modifier').some((word) => this.text(word) === 'static')
    const properties = members.filter(({ type }) => type === 'property_declaration')
    return {
      name,
      at: node.start,
      supers: bases.filter(({ type }) => type !== 'argument_list').map((one) => this.type(one)),
      fields: [
        ...members.filter(({ type }) => type === 'field_declaration').flatMap((one) => this.variables(one)),
        ...properties.flatMap((one) => this.#property(one)),
        ...made.filter(isStatic).flatMap((one) => this.function(one).body),
      ],
      methods: [
        ...members.filter(({ type }) => FUNCTION_TYPES.has(type)).map((one) => this.function(one)),
        ...members.filter(({ type }) => type === 'indexer_declaration').map((one) => this.#indexer(one)),
        ...properties.flatMap((one) => this.#setter(one)),
        ...members.filter(({ type }) => type === 'field_declaration').flatMap((one) => this.#fieldSetters(one)),
      ],
      constructors: [
        ...this.#primaryConstructor(node, bases),
        ...made.filter((one) => !isStatic(one)).map((one) => this.#maker(one)),
      ],
      constants: members
        .filter(({ type }) => type === 'enum_member_declaration')
        .map((one) => ({ name: this.text(field(one, 'name')), args: [] })),
      inner: members.filter(({ type }) => CLASS_TYPES.has(type)).map((one) => this.class(one)),
    }
  }

  /** The parameters behind the class's name, which all members see. */
  #primaryConstructor(node: SyntaxNode, bases: readonly SyntaxNode[]): readonly FunctionIr[] {
    const list = kid(node, 'parameter_list')
    if (list === undefined) return []
    const passed = bases.find(({ type }) => type === 'argument_list')
    const call = { k: 'call', callee: { k: 'super' }, args: this.arguments(passed), isNew: false } as const
    const body = passed ? [statement({ ...call, at: passed.start })] : []
    const params = this.parameters(list).map((one) => ({ ...one, isField: true }))
    return [{ name: this.text(field(node, 'name')), at: list.start, params, body }]
  }

  #indexer(node: SyntaxNode): FunctionIr {
    const value = field(node, 'value')
    const params = this.parameters(field(node, 'parameters'))
    const accessors = field(node, 'accessors')?.kids ?? []
    const body = value ? this.#bodyOf(value) : accessors.flatMap((one) => this.#bodyOf(field(one, 'body')))
    return { name: 'this[]', at: node.start, params, body }
  }

  /** A property is a field whose value is what its getter gives back. */
  #property(node: SyntaxNode): readonly Statement[] {
    const type = this.type(field(node, 'type'))
    const name = this.text(field(node, 'name'))
    const value = field(node, 'value')
    const before = this.returnType
    this.returnType = type
    const getter = this.#accessor(node, 'get')
    const given: Expression[] = value
      ? [this.expression(value.type === 'arrow_expression_clause' ? (value.kids[0] ?? value) : value, type)]
      : []
    const got = getter ? [valueOfBody(this.#bodyOf(field(getter, 'body')))] : []
    this.returnType = before
    const [first] = [...given, ...got]
    return [{ k: 'let', name, type, ...(first ? { value: first } : {}) }]
  }

  #accessor(node: SyntaxNode, ...names: readonly string[]): SyntaxNode | undefined {
    const list = field(node, 'accessors')
    return list?.kids.find((one) => names.includes(this.text(field(one, 'name'))))
  }

  #setter(node: SyntaxNode): readonly FunctionIr[] {
    const setter = this.#accessor(node, 'set', 'init')
    if (setter === undefined) return []
    const name = this.text(field(node, 'name'))
    const type = this.type(field(node, 'type'))
    const body = field(setter, 'body')
    const params = body ? [{ name: 'value', type }] : [{ name, type, isField: true }]
    return [{ name: `${name}=`, at: setter.start, params, body: body ? this.#settingBody(body) : [] }]
  }

  #settingBody(body: SyntaxNode): readonly Statement[] {
    if (body.type !== 'arrow_expression_clause') return this.statements(body)
    return body.kids.map((one) => statement(this.expression(one)))
  }

  #fieldSetters(node: SyntaxNode): readonly FunctionIr[] {
    const words = kidsOf(node, 'modifier').map((one) => this.text(one))
    if (words.some((word) => word === 'const' || word === 'readonly')) return []
    const declaration = kid(node, 'variable_declaration')
    const type = this.type(declaration && field(declaration, 'type'))
    return (declaration ? kidsOf(declaration, 'variable_declarator') : []).flatMap((one) =>
      fields(one, 'name').map((word): FunctionIr => {
        const name = this.text(word)
        return { name: `${name}=`, at: word.start, params: [{ name, type, isField: true }], body: [] }
      }),
    )
  }
}

function membersOf(body: SyntaxNode): readonly SyntaxNode[] {
  return body.kids.flatMap((one) => (CONDITIONAL.test(one.type) ? membersOf(one) : [one]))
}

/** What a body gives back, and the rest of it. */
function valueOfBody(body: readonly Statement[]): Expression {
  const value: Expression[] = []
  const rest = withoutReturns(body, value)
  return { k: 'block', body: rest, value }
}

function withoutReturns(body: readonly Statement[], value: Expression[]): readonly Statement[] {
  return body.flatMap((one): readonly Statement[] => {
    if (one.k === 'return') {
      value.push(one.e)
      return []
    }
    return one.k === 'branch' ? [{ k: 'branch', body: withoutReturns(one.body, value) }] : [one]
  })
}
