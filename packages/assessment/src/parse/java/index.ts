import { branchesOf } from '../conditions.ts'
import { enumMembers } from '../enum-members.ts'
import type { ClassIr, Expression, FunctionIr, ModuleIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { dotted, statement } from '../reader.ts'
import { field, fields, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { JavaExpressions } from './expressions.ts'

/** Reads Java. */
export function readJava(root: SyntaxNode, source: string): ModuleIr {
  const reader = new JavaReader(source)
  const named = kid(root, 'package_declaration')
  const name = named === undefined ? undefined : kid(named, 'scoped_identifier', 'identifier')
  const body = root.kids.flatMap((node) => reader.statements(node))
  return { ...(name === undefined ? {} : { package: reader.text(name) }), body, usesConstantsLater: true }
}

const CLASS_TYPES = new Set([
  'class_declaration',
  'interface_declaration',
  'enum_declaration',
  'record_declaration',
  'annotation_type_declaration',
])

class JavaReader extends JavaExpressions {
  statements(node: SyntaxNode): readonly Statement[] {
    if (CLASS_TYPES.has(node.type)) return [{ k: 'class', cls: this.#class(node) }]
    switch (node.type) {
      case 'import_declaration':
        return this.#import(node)
      case 'local_variable_declaration':
      case 'field_declaration':
      case 'constant_declaration':
        return this.#variables(node)
      case 'method_declaration':
        return [{ k: 'func', fn: this.#function(node) }]
      case 'block':
      case 'constructor_body':
      case 'program':
        return node.kids.flatMap((inner) => this.statements(inner))
      case 'return_statement':
      case 'yield_statement':
        return [{ k: 'return', e: node.kids[0] ? this.expression(node.kids[0]) : NOTHING }]
      case 'expression_statement':
        return node.kids.map((inner) => statement(this.expression(inner)))
      case 'enhanced_for_statement':
        return this.#each(node)
      case 'resource':
        return this.#resource(node)
      case 'if_statement':
        return this.#if(node)
      case 'switch_expression':
        return [statement(this.expression(node))]
      default:
        return this.#other(node)
    }
  }

  #other(node: SyntaxNode): readonly Statement[] {
    if (/statement|clause|switch|block|labeled|resource|finally/.test(node.type)) {
      const body = node.kids.flatMap((inner) => this.statements(inner))
      const runsAlways = /^try|^synchronized|^labeled|^resource|^finally/.test(node.type)
      if (/^(?:while|do|for)_statement$/.test(node.type)) return [{ k: 'branch', body, isLoop: true }]
      return runsAlways ? body : [{ k: 'branch', body }]
    }
    if (/modifiers|package|identifier$|catch_formal/.test(node.type)) return []
    return [statement(this.expression(node))]
  }

  #if(node: SyntaxNode): readonly Statement[] {
    const condition = field(node, 'condition')
    const [then, otherwise] = node.kids.filter((inner) => inner.field !== 'condition')
    return branchesOf(
      condition && this.expression(condition),
      then ? this.statements(then) : [],
      otherwise && this.statements(otherwise),
    )
  }

  #import(node: SyntaxNode): readonly Statement[] {
    const path = this.text(kid(node, 'scoped_identifier', 'identifier'))
    if (kid(node, 'asterisk')) return [{ k: 'import', of: { path } }]
    return [{ k: 'import', of: { local: path.slice(path.lastIndexOf('.') + 1), path } }]
  }

  #variables(node: SyntaxNode): readonly Statement[] {
    const type = this.type(field(node, 'type'))
    const isStatic = /\bstatic\b/.test(this.text(kid(node, 'modifiers'))) || node.type === 'constant_declaration'
    return fields(node, 'declarator').map((declarator) => {
      const value = field(declarator, 'value')
      return {
        k: 'let',
        name: this.text(field(declarator, 'name')),
        type,
        isStatic,
        ...(value ? { value: this.expression(value) } : {}),
      }
    })
  }

  #each(node: SyntaxNode): readonly Statement[] {
    const name = field(node, 'name')
    const of = field(node, 'value')
    const body = field(node, 'body')
    return [
      {
        k: 'each',
        target: { k: 'name', id: this.text(name), at: name?.start ?? node.start },
        of: of ? this.expression(of) : NOTHING,
        body: body ? this.statements(body) : [],
      },
    ]
  }

  #resource(node: SyntaxNode): readonly Statement[] {
    const value = field(node, 'value')
    const name = field(node, 'name')
    if (!name || !value) return node.kids.map((inner) => statement(this.expression(inner)))
    return [{ k: 'let', name: this.text(name), type: this.type(field(node, 'type')), value: this.expression(value) }]
  }

  #class(node: SyntaxNode): ClassIr {
    const supers = ['superclass', 'super_interfaces', 'extends_interfaces'].flatMap((type) => {
      const clause = kid(node, type)
      return clause ? this.#typeNames(clause) : []
    })
    const record = field(node, 'parameters')
    return this.classBody(node, this.text(field(node, 'name')), supers, field(node, 'body'), record)
  }

  classBody(
    node: SyntaxNode,
    name: string,
    supers: readonly string[],
    body: SyntaxNode | undefined,
    record?: SyntaxNode,
  ): ClassIr {
    const nested = body === undefined ? [] : kidsOf(body, 'enum_body_declarations').flatMap(({ kids }) => kids)
    const members = [...(body?.kids ?? []), ...nested]
    const constructors = members.filter(({ type }) => /^(?:compact_)?constructor_declaration$/.test(type))
    const recordConstructor: FunctionIr[] = record
      ? [{ name, at: node.start, params: this.parameters(record).map((one) => ({ ...one, isField: true })), body: [] }]
      : []
    const methods = members.filter(({ type }) => type === 'method_declaration').map((member) => this.#function(member))
    const components = (recordConstructor[0]?.params ?? []).filter(
      (one) => !methods.some((own) => own.name === one.name),
    )
    const accessors = components.map((one, i) => accessor(one.name, node.start + 1 + i))
    return {
      name,
      at: node.start,
      supers,
      fields: members
        .filter(({ type }) => /^(?:field|constant)_declaration$|^static_initializer$|^block$/.test(type))
        .flatMap((member) => (member.type === 'static_initializer' ? this.#inside(member) : this.statements(member))),
      methods: [
        ...methods,
        ...accessors,
        ...(node.type === 'enum_declaration' ? enumMembers(name, node.start + 1) : []),
      ],
      constructors: [...recordConstructor, ...constructors.map((member) => this.#function(member))],
      constants: members.filter(({ type }) => type === 'enum_constant').map((member) => this.#constant(member)),
      inner: members.filter(({ type }) => CLASS_TYPES.has(type)).map((member) => this.#class(member)),
    }
  }

  #inside(node: SyntaxNode): readonly Statement[] {
    return node.kids.flatMap((inner) => this.statements(inner))
  }

  #constant(node: SyntaxNode): ClassIr['constants'][number] {
    const name = this.text(field(node, 'name'))
    const body = field(node, 'body')
    const args = this.arguments(field(node, 'arguments'))
    return body ? { name, args, body: this.classBody(node, name, [], body) } : { name, args }
  }

  #function(node: SyntaxNode): FunctionIr {
    const body = field(node, 'body')
    const parameters = field(node, 'parameters')
    return {
      name: this.text(field(node, 'name')),
      at: field(node, 'name')?.start ?? node.start,
      params: parameters ? this.parameters(parameters) : [],
      body: body ? this.statements(body) : [],
      returnType: this.type(field(node, 'type')),
      isStatic: /\bstatic\b/.test(this.text(kid(node, 'modifiers'))),
      annotations: this.#annotations(node),
    }
  }

  #annotations(node: SyntaxNode): readonly Expression[] {
    const modifiers = kid(node, 'modifiers')
    return modifiers ? kidsOf(modifiers, 'annotation').map((one) => this.#annotation(one)) : []
  }

  #annotation(node: SyntaxNode): Expression {
    const name = field(node, 'name')
    const args = field(node, 'arguments')
    const callee = dotted(this.text(name), name?.start ?? node.start)
    return { k: 'call', callee, isNew: true, at: node.start, args: this.arguments(args) }
  }

  #typeNames(node: SyntaxNode): readonly string[] {
    if (/type_identifier$|generic_type/.test(node.type)) return [this.type(node)]
    return node.kids.flatMap((inner) => this.#typeNames(inner))
  }
}

/** The method that reads a component of a record. */
function accessor(name: string, at: number): FunctionIr {
  const e: Expression = { k: 'member', of: { k: 'this' }, name, at }
  return { name, at, params: [], body: [{ k: 'return', e }] }
}
