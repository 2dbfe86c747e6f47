import { ExpressionReader } from '../expression-reader.ts'
import type { ClassIr, Expression, FunctionIr, ParameterIr, PickedMember, Statement } from '../ir.ts'
import { statement, unquote } from '../reader.ts'
import { field, fields, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'

/** Nodes that are functions. */
export const FUNCTIONS = new Set([
  'arrow_function',
  'function_expression',
  'function',
  'generator_function',
  'method_definition',
])

/** The functions and classes of JavaScript and TypeScript, with their parameters and types. */
export abstract class JavaScriptFunctions extends ExpressionReader {
  abstract statements(node: SyntaxNode): readonly Statement[]

  /** A function that is given a name by what it is assigned to. */
  named(node: SyntaxNode, name: string): Expression {
    if (FUNCTIONS.has(node.type)) return { k: 'lambda', fn: this.function(node, name) }
    if (node.type === 'class')
      return { k: 'class', cls: name === '' ? this.class(node) : { ...this.class(node), name } }
    return this.expression(node)
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
      if (one.type === 'rest_pattern') return [{ member: '', name: this.text(one.kids[0]), isRest: true }]
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
    const returnType = this.#resultType(field(node, 'return_type'))
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
    return this.source.slice(Math.max(node.start, part.start - 60), part.start)
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
    if (inner.type === 'union_type') return this.#onlyNamed(inner)
    return /^(?:nested_)?type_identifier$|^nested_identifier$/.test(inner.type) ? this.text(inner) : ''
  }

  /** Of a union the type that is named, if no other is. */
  #onlyNamed(union: SyntaxNode): string {
    const names = union.kids.map((one) => this.type(one)).filter((name) => name !== '')
    return names.length === 1 ? (names[0] ?? '') : ''
  }

  /** Of several kinds of parameters of the web, any says as much of what a function gives as the others. */
  #resultType(node: SyntaxNode | undefined): string {
    const [, first = ''] = /^:\s*(?:Promise<)?\s*\|?\s*([A-Z]\w+Params)\s*\|/.exec(this.text(node).slice(0, 200)) ?? []
    return first === '' ? this.type(node) : first
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
