import { enumEntries, enumMembers } from '../enum-members.ts'
import { type ClassIr, type Expression, type FunctionIr, NOTHING, type ParameterIr, type Statement } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { KotlinExpressions } from './expressions.ts'
import { isKotlinType } from './text.ts'
import { kotlinKids } from './tree.ts'

export const CLASS_TYPES: ReadonlySet<string> = new Set(['class_declaration', 'object_declaration', 'companion_object'])

/** The classes, functions and properties of Kotlin. */
export abstract class KotlinClasses extends KotlinExpressions {
  class(node: SyntaxNode): ClassIr {
    const body = kid(node, 'class_body', 'enum_class_body')
    return this.#members(node, this.text(field(node, 'name')), body?.kids ?? delegatedBody(node))
  }

  anonymousClass(node: SyntaxNode): ClassIr {
    return this.#members(node, '', kid(node, 'class_body')?.kids ?? [])
  }

  #members(node: SyntaxNode, name: string, own: readonly SyntaxNode[]): ClassIr {
    // What a companion has is reached by the class's name.
    const members = own.flatMap((one) =>
      one.type === 'companion_object' ? (kid(one, 'class_body')?.kids ?? []) : [one],
    )
    const bases = kidsOf(kid(node, 'delegation_specifiers') ?? node, 'delegation_specifier')
    const primary = kid(node, 'primary_constructor')
    const parameters = primary ? kidsOf(kid(primary, 'class_parameters') ?? primary, 'class_parameter') : []
    const isEnum = name !== '' && kid(node, 'enum_class_body') !== undefined
    // The objects of a sealed class are what an enumeration's constants are.
    const constants = members.filter((one) => name !== '' && this.#isConstantOf(name, one))
    return this.within({}, undefined, () => ({
      name,
      at: node.start,
      supers: bases.flatMap((one) => this.#superOf(one)),
      fields: [...members.flatMap((one) => this.#field(one)), ...(isEnum ? [enumEntries(name)] : [])],
      methods: [
        ...kidsOfAll(members, 'function_declaration').map((one) => this.function(one)),
        ...kidsOfAll(members, 'property_declaration').flatMap((one) => this.#setter(one)),
        ...parameters.flatMap((one) => this.#parameterSetter(one)),
        ...(isEnum ? enumMembers(name, node.start + 1) : []),
      ],
      constructors: [
        ...this.#primaryConstructor(node, name, parameters, bases),
        ...kidsOfAll(members, 'secondary_constructor').map((one) => this.#secondaryConstructor(one, name)),
      ],
      constants: [...kidsOfAll(members, 'enum_entry'), ...constants].map((one) => this.#constant(one, name)),
      inner: members
        .filter((one) => CLASS_TYPES.has(one.type) && !constants.includes(one))
        .map((one) => this.class(one)),
    }))
  }

  #isConstantOf(name: string, node: SyntaxNode): boolean {
    if (node.type !== 'object_declaration') return false
    const bases = kidsOf(kid(node, 'delegation_specifiers') ?? node, 'delegation_specifier')
    return bases.some((one) => this.#superOf(one).includes(name))
  }

  #constant(node: SyntaxNode, owner: string): ClassIr['constants'][number] {
    const name = this.text(kid(node, 'identifier'))
    const inner = kid(node, 'class_body')
    const base = kid(kid(node, 'delegation_specifiers') ?? node, 'delegation_specifier')
    const made = base && kid(base, 'constructor_invocation')
    const args = this.arguments(kid(made ?? node, 'value_arguments'))
    return inner ? { name, args, body: { ...this.#members(inner, name, inner.kids), supers: [owner] } } : { name, args }
  }

  #superOf(node: SyntaxNode): readonly string[] {
    const holder = kid(node, 'constructor_invocation', 'explicit_delegation') ?? node
    const type = this.type(kid(holder, 'user_type'))
    return type === '' ? [] : [type]
  }

  #field(node: SyntaxNode): readonly Statement[] {
    if (node.type === 'property_declaration') return this.property(node)
    if (node.type !== 'anonymous_initializer') return []
    return node.kids.flatMap((one) => this.statements(one))
  }

  #primaryConstructor(
    node: SyntaxNode,
    name: string,
    parameters: readonly SyntaxNode[],
    bases: readonly SyntaxNode[],
  ): readonly FunctionIr[] {
    const body = bases.flatMap((one): Statement[] => {
      const passed = kid(one, 'constructor_invocation')
      if (!passed) return []
      const args = this.arguments(kid(passed, 'value_arguments'))
      return [statement({ k: 'call', callee: { k: 'super' }, args, isNew: false, at: passed.start })]
    })
    const primary = kid(node, 'primary_constructor')
    if (primary === undefined && body.length === 0) return []
    const params = parameters.map((one): ParameterIr => {
      const type = one.kids.find(isKotlinType)
      const value = type && one.kids[one.kids.indexOf(type) + 1]
      return {
        name: this.text(kid(one, 'identifier')),
        type: this.type(type),
        // Initialisers and members see all of them.
        isField: true,
        ...(value ? { fallback: this.expression(value) } : {}),
      }
    })
    return [{ name, at: primary?.start ?? bases[0]?.start ?? node.start, params, body }]
  }

  #secondaryConstructor(node: SyntaxNode, name: string): FunctionIr {
    const delegated = kid(node, 'constructor_delegation_call')
    const k = delegated && this.text(delegated).startsWith('this') ? 'this' : 'super'
    const args = this.arguments(delegated && kid(delegated, 'value_arguments'))
    const first: Statement[] = delegated
      ? [statement({ k: 'call', callee: { k }, args, isNew: false, at: delegated.start })]
      : []
    const body = kid(node, 'block')
    const params = this.parameters(kid(node, 'function_value_parameters'))
    return { name, at: node.start, params, body: [...first, ...(body ? this.statements(body) : [])] }
  }

  parameters(node: SyntaxNode | undefined): readonly ParameterIr[] {
    const params: ParameterIr[] = []
    let isRest = false
    for (const one of node?.kids ?? []) {
      if (one.type === 'parameter_modifiers') isRest = this.text(one).includes('vararg')
      else if (one.type === 'parameter') {
        const type = this.type(one.kids.find(isKotlinType))
        const name = this.text(kid(one, 'identifier'))
        params.push(isRest ? { name, isRest } : { name, type })
        isRest = false
      } else {
        // A default stands behind its parameter.
        const before = params.pop()
        if (before) params.push({ ...before, fallback: this.expression(one) })
      }
    }
    return params
  }

  function(node: SyntaxNode): FunctionIr {
    const list = kid(node, 'function_value_parameters')
    const types = node.kids.filter((one) => isKotlinType(one))
    const extended = types.find((one) => list !== undefined && one.end <= list.start)
    const named = field(node, 'name')
    const isNamed = named !== undefined && named.end > named.start
    // The grammar takes the name of `fun T.name()` for a part of the type.
    const name = isNamed ? named : extended?.kids.at(-1)
    const id = `this@${node.start}`
    const self: Expression = { k: 'name', id, at: node.start }
    const body = kid(node, 'function_body')
    const before = this.self
    if (extended) this.self = self
    else this.self = undefined
    const read = this.within({ it: undefined }, extended ? self : undefined, () => ({
      params: this.parameters(list),
      body: body ? this.statements(body) : [],
    }))
    this.self = before
    const type = extended ? this.extendedType(node) : ''
    const own: Statement[] = extended ? [{ k: 'let', name: id, ...(type === '' ? {} : { type }) }] : []
    const returnType = types.findLast((one) => list !== undefined && one.start >= list.end)
    return {
      name: this.text(name).replaceAll('`', ''),
      at: name?.start ?? node.start,
      params: read.params,
      body: [...own, ...read.body],
      returnType: this.type(returnType),
    }
  }

  /** The type that a function extends; empty where it extends none. */
  extendedType(node: SyntaxNode): string {
    const list = kid(node, 'function_value_parameters')
    const extended = node.kids.find((one) => isKotlinType(one) && list !== undefined && one.end <= list.start)
    const named = field(node, 'name')
    const type = this.type(extended)
    const isWhole = named !== undefined && named.end > named.start
    return isWhole ? type : type.slice(0, Math.max(0, type.lastIndexOf('.')))
  }

  /** A property is a variable whose value is what its initialiser, its delegate or its getter gives. */
  property(node: SyntaxNode): readonly Statement[] {
    const several = kid(node, 'multi_variable_declaration')
    const value = this.#valueOf(node)
    if (several) {
      const targets = kidsOf(several, 'variable_declaration').map((one): Expression | undefined => {
        const name = kid(one, 'identifier')
        return name && this.text(name) !== '_' ? { k: 'name', id: this.text(name), at: name.start } : undefined
      })
      return [{ k: 'unpack', targets, value: value ?? NOTHING }]
    }
    const declared = kid(node, 'variable_declaration')
    if (!declared) return value ? [statement(value)] : []
    const type = this.type(declared.kids.find(isKotlinType))
    const name = this.text(kid(declared, 'identifier')).replaceAll('`', '')
    return [{ k: 'let', name, type, ...(value ? { value } : {}) }]
  }

  #valueOf(node: SyntaxNode): Expression | undefined {
    const delegate = kid(node, 'property_delegate')
    const getter = kid(node, 'getter')
    const got = getter && kid(getter, 'function_body')
    const given = kotlinKids(node).find(
      ({ type }) =>
        !/^(?:modifiers|(?:multi_)?variable_declaration|getter|setter|property_delegate|type_.*|ERROR)$/.test(type) &&
        !/^(?:user|nullable|function|parenthesized)_type$/.test(type),
    )
    if (given) return this.expression(given)
    const [by] = delegate?.kids ?? []
    if (by) return this.expression(by)
    if (!got) return undefined
    const block = kid(got, 'block')
    return block ? this.#getterValue(block) : this.block(got.kids)
  }

  #getterValue(block: SyntaxNode): Expression {
    const body = block.kids.flatMap((one) => this.statements(one))
    const value = body.flatMap((one) => (one.k === 'return' ? [one.e] : []))
    return { k: 'block', body: body.filter(({ k }) => k !== 'return'), value }
  }

  #setter(node: SyntaxNode): readonly FunctionIr[] {
    const declared = kid(node, 'variable_declaration')
    const head = declared && this.source.slice(node.start, declared.start)
    if (!declared || !head || !/\bvar\s+$/.test(head)) return []
    const name = this.text(kid(declared, 'identifier'))
    const type = this.type(declared.kids.find(isKotlinType))
    return [{ name: `${name}=`, at: declared.start, params: [{ name, type, isField: true }], body: [] }]
  }

  #parameterSetter(node: SyntaxNode): readonly FunctionIr[] {
    const named = kid(node, 'identifier')
    if (!named || !/\bvar\s+$/.test(this.source.slice(node.start, named.start))) return []
    const name = this.text(named)
    const type = this.type(node.kids.find(isKotlinType))
    return [{ name: `${name}=`, at: named.start, params: [{ name, type, isField: true }], body: [] }]
  }
}

function kidsOfAll(members: readonly SyntaxNode[], type: string): readonly SyntaxNode[] {
  return members.filter((one) => one.type === type)
}

/** The grammar takes the body behind `: I by x` for a lambda that is passed to `x`. */
function delegatedBody(node: SyntaxNode): readonly SyntaxNode[] {
  const last = kid(node, 'delegation_specifiers')?.kids.at(-1)
  const call = last && kid(kid(last, 'explicit_delegation') ?? last, 'call_expression')
  const block = call && kid(call, 'annotated_lambda')
  return (block && kid(block, 'lambda_literal'))?.kids ?? []
}
