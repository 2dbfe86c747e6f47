import { field, fields, kid, kidsOf, type SyntaxNode } from '../syntax/syntax-node.ts'
import type { Argument, ClassIr, Expression, FunctionIr, MapEntry, ParameterIr, PickedMember, Statement } from './ir.ts'
import { NOTHING } from './ir.ts'
import { injectedByCall, injectedByObject } from './javascript-injection.ts'
import { binary, numberOf, statement, textOf, unescapeText, unquote } from './reader.ts'

const FUNCTIONS = new Set([
  'arrow_function',
  'function_expression',
  'function',
  'generator_function',
  'method_definition',
])
/** Wrappers that change nothing about a value. */
const TRANSPARENT = new Set([
  'parenthesized_expression',
  'await_expression',
  'as_expression',
  'satisfies_expression',
  'non_null_expression',
  'type_assertion',
  'spread_element',
])

/** The expressions of JavaScript and TypeScript. */
export abstract class JavaScriptExpressions {
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  abstract statements(node: SyntaxNode): readonly Statement[]

  text(node: SyntaxNode | undefined): string {
    return node === undefined ? '' : textOf(node, this.#source)
  }

  expression(node: SyntaxNode): Expression {
    if (FUNCTIONS.has(node.type)) return { k: 'lambda', fn: this.function(node, this.text(field(node, 'name'))) }
    if (TRANSPARENT.has(node.type)) return this.#transparent(node)
    switch (node.type) {
      case 'string':
        return { k: 'str', v: unquote(this.text(node)) }
      case 'template_string':
        return this.#template(node)
      case 'number':
        return numberOf(this.text(node))
      case 'identifier':
      case 'property_identifier':
      case 'shorthand_property_identifier':
      case 'shorthand_property_identifier_pattern':
      case 'type_identifier':
        return { k: 'name', id: this.text(node), at: node.start }
      case 'this':
        return { k: 'this' }
      case 'super':
        return { k: 'super' }
      case 'import':
        return { k: 'name', id: 'import', at: node.start }
      case 'member_expression':
        return this.#member(node)
      case 'call_expression':
      case 'new_expression':
        return this.#call(node)
      default:
        return this.#compound(node)
    }
  }

  #transparent(node: SyntaxNode): Expression {
    const [first] = node.kids
    return first ? this.expression(node.type === 'type_assertion' ? (node.kids.at(-1) ?? first) : first) : NOTHING
  }

  #compound(node: SyntaxNode): Expression {
    const inner = (name: string): Expression => {
      const found = field(node, name)
      return found ? this.expression(found) : NOTHING
    }
    switch (node.type) {
      case 'binary_expression':
        return binary(this.text(field(node, 'operator')), inner('left'), inner('right'))
      case 'ternary_expression':
        return { k: 'choice', of: [inner('consequence'), inner('alternative')] }
      case 'assignment_expression':
        return { k: 'assign', target: inner('left'), value: inner('right') }
      case 'subscript_expression':
        return this.#element(node, inner('object'), inner('index'))
      case 'unary_expression':
        return negated(this.text(field(node, 'operator')), inner('argument'))
      case 'array':
      case 'array_pattern':
        return {
          k: 'list',
          items: node.kids.map((one) => this.expression(one)),
          places: node.kids.map(({ start }) => start),
        }
      case 'object':
        return this.#object(node)
      case 'class':
        return { k: 'class', cls: this.class(node) }
      case 'statement_block':
        return { k: 'block', body: this.statements(node), value: [] }
      default:
        return { k: 'other', of: node.kids.map((one) => this.expression(one)) }
    }
  }

  /** A function that is given a name by what it is assigned to. */
  named(node: SyntaxNode, name: string): Expression {
    if (FUNCTIONS.has(node.type)) return { k: 'lambda', fn: this.function(node, name) }
    if (node.type === 'class')
      return { k: 'class', cls: name === '' ? this.class(node) : { ...this.class(node), name } }
    return this.expression(node)
  }

  #template(node: SyntaxNode): Expression {
    const parts = node.kids.map((part): Expression => {
      if (part.type === 'template_substitution') return part.kids[0] ? this.expression(part.kids[0]) : NOTHING
      return { k: 'str', v: unescapeText(this.text(part)) }
    })
    const [only] = parts
    if (only === undefined) return { k: 'str', v: '' }
    return parts.length === 1 && only.k === 'str' ? only : { k: 'add', parts }
  }

  #member(node: SyntaxNode): Expression {
    const object = field(node, 'object')
    const name = field(node, 'property')
    const of = object ? this.expression(object) : NOTHING
    return { k: 'member', of, name: this.text(name).replace(/^#/, ''), at: name?.start ?? node.start }
  }

  /** `o['a']` is `o.a`. */
  #element(node: SyntaxNode, of: Expression, key: Expression): Expression {
    const at = field(node, 'index')?.start ?? node.start
    const isName = key.k === 'str' && /^[A-Za-z_$][\w$]*$/.test(key.v)
    return isName ? { k: 'member', of, name: key.v, at } : { k: 'index', of, key }
  }

  #call(node: SyntaxNode): Expression {
    const isNew = node.type === 'new_expression'
    const callee = field(node, isNew ? 'constructor' : 'function')
    const of: Expression = callee ? this.expression(callee) : NOTHING
    const at = of.k === 'member' ? of.at : node.start
    const list = field(node, 'arguments')
    const args = (list?.kids ?? []).map((one): Argument => ({ value: this.expression(one), at: one.start }))
    return injectedByCall({ k: 'call', callee: of, args, isNew, at })
  }

  #object(node: SyntaxNode): Expression {
    const map: Extract<Expression, { k: 'map' }> = {
      k: 'map',
      entries: node.kids.map((one) => ({ ...this.#entry(one), at: one.start })),
    }
    return injectedByObject(map)
  }

  #entry(one: SyntaxNode): MapEntry {
    if (one.type === 'pair') {
      const key = field(one, 'key')
      const value = field(one, 'value')
      const name = this.text(key)
      return { key: this.#key(key), value: value ? this.named(value, unquote(name)) : NOTHING }
    }
    if (one.type === 'shorthand_property_identifier') {
      return { key: { k: 'str', v: this.text(one) }, value: this.expression(one) }
    }
    if (one.type === 'method_definition') {
      return { key: this.#key(field(one, 'name')), value: this.expression(one) }
    }
    return { key: NOTHING, value: this.expression(one) }
  }

  #key(node: SyntaxNode | undefined): Expression {
    if (node === undefined) return NOTHING
    if (node.type === 'computed_property_name') return node.kids[0] ? this.expression(node.kids[0]) : NOTHING
    return { k: 'str', v: unquote(this.text(node)) }
  }

  /** The members that a pattern takes out of an object. */
  members(pattern: SyntaxNode): readonly PickedMember[] {
    return pattern.kids.flatMap((one): PickedMember[] => {
      if (one.type === 'shorthand_property_identifier_pattern') {
        return [{ member: this.text(one), name: this.text(one) }]
      }
      if (one.type === 'object_assignment_pattern') {
        const name = this.text(field(one, 'left'))
        const value = field(one, 'right')
        return [{ member: name, name, ...(value ? { fallback: this.expression(value) } : {}) }]
      }
      if (one.type !== 'pair_pattern') return []
      const value = field(one, 'value')
      const target = value?.type === 'assignment_pattern' ? field(value, 'left') : value
      const fallback = value?.type === 'assignment_pattern' ? field(value, 'right') : undefined
      if (target?.type !== 'identifier') return []
      const member = unquote(this.text(field(one, 'key')))
      return [{ member, name: this.text(target), ...(fallback ? { fallback: this.expression(fallback) } : {}) }]
    })
  }

  function(node: SyntaxNode, name: string): FunctionIr {
    const body = field(node, 'body')
    const list = field(node, 'parameters')
    const single = field(node, 'parameter')
    const isBlock = body?.type === 'statement_block'
    const returnType = this.type(field(node, 'return_type'))
    return {
      name,
      at: node.start,
      ...(returnType === '' ? {} : { returnType }),
      ...(/^(?:static\s+)?get\s/.test(this.text(node).slice(0, 20)) && node.type === 'method_definition'
        ? { isGetter: true }
        : {}),
      params: single ? [{ name: this.text(single) }] : (list?.kids ?? []).flatMap((one) => this.#parameter(one)),
      body: body === undefined ? [] : isBlock ? this.statements(body) : [{ k: 'return', e: this.expression(body) }],
    }
  }

  #parameter(node: SyntaxNode): readonly ParameterIr[] {
    const isTyped = /^(?:required|optional)_parameter$/.test(node.type)
    const isDefault = node.type === 'assignment_pattern'
    const pattern = isTyped ? field(node, 'pattern') : isDefault ? field(node, 'left') : node
    const fallback = isTyped ? field(node, 'value') : isDefault ? field(node, 'right') : undefined
    if (!pattern || pattern.type === 'decorator' || pattern.type === 'this') return []
    const type = this.type(field(node, 'type'))
    const given = fallback ? this.expression(fallback) : this.#injected(node)
    const isField =
      kid(node, 'accessibility_modifier') !== undefined || /\breadonly\s/.test(this.#before(node, pattern))
    const common = {
      ...(type === '' ? {} : { type }),
      ...(given ? { fallback: given } : {}),
      ...(isField ? { isField: true } : {}),
    }
    if (pattern.type === 'object_pattern') return [{ name: '', members: this.members(pattern), ...common }]
    if (pattern.type === 'rest_pattern') return [{ name: this.text(pattern.kids[0]), isRest: true }]
    return [{ name: this.text(pattern), ...common }]
  }

  /** What a decorator such as `@Inject(TOKEN)` hands in. */
  #injected(node: SyntaxNode): Expression | undefined {
    const [given] = kidsOf(node, 'decorator').flatMap(({ kids }) => kids.map((one) => this.expression(one)))
    return given?.k === 'member' ? given : undefined
  }

  #before(node: SyntaxNode, part: SyntaxNode): string {
    return this.#source.slice(Math.max(node.start, part.start - 60), part.start)
  }

  type(node: SyntaxNode | undefined): string {
    const inner = node?.type === 'type_annotation' ? node.kids[0] : node
    if (inner === undefined) return ''
    if (inner.type === 'generic_type') {
      const name = this.type(field(inner, 'name') ?? inner.kids[0])
      // What is promised is what counts, and an alias that only changes how it may be used.
      const within = field(inner, 'type_arguments')?.kids[0] ?? kid(inner, 'type_arguments')?.kids[0]
      return /^(?:Promise|Readonly|Partial|Required)$/.test(name) && within ? this.type(within) : name
    }
    return /^(?:nested_)?type_identifier$|^nested_identifier$/.test(inner.type) ? this.text(inner) : ''
  }

  class(node: SyntaxNode): ClassIr {
    const members = field(node, 'body')?.kids ?? []
    const heritage = kid(node, 'class_heritage')
    const methods = members.filter(({ type }) => type === 'method_definition')
    const functions = methods.map((one) => this.function(one, this.text(field(one, 'name')).replace(/^#/, '')))
    const base = heritage && (kid(heritage, 'extends_clause') ?? heritage)
    const supers = base ? (fields(base, 'value').length > 0 ? fields(base, 'value') : base.kids.slice(0, 1)) : []
    return {
      name: this.text(field(node, 'name')),
      at: node.start,
      supers: supers.map((one) => this.text(this.#mixedInto(one))),
      fields: members.flatMap((one) => this.#classField(one)),
      methods: functions.filter(({ name }) => name !== 'constructor'),
      constructors: functions.filter(({ name }) => name === 'constructor'),
      constants: [],
      inner: [],
    }
  }

  /** `extends Mixin(Base)` is mostly a `Base`. */
  #mixedInto(node: SyntaxNode): SyntaxNode {
    if (node.type !== 'call_expression') return node
    return field(node, 'arguments')?.kids.find(({ type }) => /^(?:identifier|member_expression)$/.test(type)) ?? node
  }

  /** `@Module({ ... })` before a class or among its members. */
  decorators(node: SyntaxNode): readonly Statement[] {
    return kidsOf(node, 'decorator').flatMap(({ kids }) => kids.map((one) => statement(this.expression(one))))
  }

  #classField(node: SyntaxNode): readonly Statement[] {
    if (node.type === 'decorator') return node.kids.map((one) => statement(this.expression(one)))
    if (node.type === 'class_static_block') return node.kids.flatMap((one) => this.statements(one))
    if (!/^(?:public_)?field_definition$/.test(node.type)) return []
    const name = this.text(field(node, 'name') ?? field(node, 'property')).replace(/^#/, '')
    const value = field(node, 'value')
    const type = this.type(field(node, 'type'))
    return [{ k: 'let', name, ...(type === '' ? {} : { type }), ...(value ? { value: this.named(value, name) } : {}) }]
  }
}

function negated(operator: string, of: Expression): Expression {
  return operator === '-' && of.k === 'num' ? { k: 'num', v: -of.v } : { k: 'other', of: [of] }
}
