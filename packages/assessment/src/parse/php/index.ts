import { chainOf } from '../conditions.ts'
import type { Case, ClassIr, Expression, FunctionIr, ModuleIr, PickedMember, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { statement, textOf, unquote } from '../reader.ts'
import { field, fields, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { PhpSettings } from './settings.ts'

/** Reads PHP; what stands outside of `<?php` is left out. What a file returns counts as calls, see packs/README.md. */
export function readPhp(root: SyntaxNode, source: string): ModuleIr {
  const reader = new PhpReader(source)
  const named = kid(root, 'namespace_definition')
  const space = named ? textOf(field(named, 'name') ?? named, source).replaceAll('\\', '.') : ''
  reader.begin(space, root)
  const body = root.kids.flatMap((node) => reader.topLevel(node))
  const imports = [...reader.imports].map(([local, path]): Statement => ({ k: 'import', of: { local, path } }))
  return { ...(space === '' ? {} : { package: space }), body: [...imports, ...body], usesConstantsLater: true }
}

class PhpReader extends PhpSettings {
  /** The imports come first: a name that is imported later is not of the own namespace. */
  begin(space: string, root: SyntaxNode): void {
    this.namespace = space
    const bodies = kidsOf(root, 'namespace_definition').flatMap((node) => field(node, 'body')?.kids ?? [])
    for (const node of [...root.kids, ...bodies]) if (node.type === 'namespace_use_declaration') this.#use(node)
  }

  #use(node: SyntaxNode): void {
    const group = field(node, 'body')
    const prefix = group ? `${this.text(kid(node, 'namespace_name'))}\\` : ''
    for (const clause of kidsOf(group ?? node, 'namespace_use_clause')) {
      const named = clause.kids.find(({ type }) => /^(?:name|qualified_name|namespace_name)$/.test(type))
      const path = (prefix + this.text(named)).replace(/^\\/, '').replaceAll('\\', '.')
      const alias = field(clause, 'alias')
      this.imports.set(alias ? this.text(alias) : path.slice(path.lastIndexOf('.') + 1), path)
    }
  }

  topLevel(node: SyntaxNode): readonly Statement[] {
    const [value] = node.kids
    if (node.type === 'namespace_definition') {
      return (field(node, 'body')?.kids ?? []).flatMap((one) => this.topLevel(one))
    }
    if (node.type !== 'return_statement' || value?.type !== 'array_creation_expression') return this.statements(node)
    const root: Expression = { k: 'name', id: 'return', at: node.start }
    return [...this.settings(value, root, 1), { k: 'export', name: 'return', value: this.expression(value) }]
  }

  statements(node: SyntaxNode): readonly Statement[] {
    switch (node.type) {
      case 'expression_statement':
        return node.kids.flatMap((one) => this.#expressionStatement(one))
      case 'function_definition':
        return [{ k: 'func', fn: this.#function(node) }]
      case 'class_declaration':
      case 'interface_declaration':
      case 'trait_declaration':
      case 'enum_declaration':
        return [{ k: 'class', cls: this.classOf(node) }]
      case 'const_declaration':
        return this.#constants(node)
      case 'return_statement':
        return this.returned(node)
      case 'function_static_declaration':
      case 'static_variable_declaration':
        return kidsOf(node, 'static_variable_declaration').map((one) => {
          const value = field(one, 'value')
          return { k: 'let', name: this.text(field(one, 'name')), ...(value ? { value: this.expression(value) } : {}) }
        })
      default:
        return this.#control(node)
    }
  }

  #all(nodes: readonly SyntaxNode[]): readonly Statement[] {
    return nodes.flatMap((node) => this.statements(node))
  }

  #control(node: SyntaxNode): readonly Statement[] {
    switch (node.type) {
      case 'compound_statement':
      case 'colon_block':
      case 'try_statement':
      case 'finally_clause':
        return this.#all(node.kids)
      case 'foreach_statement':
        return this.#each(node)
      case 'if_statement':
        return chainOf(
          [node, ...fields(node, 'alternative')].map((one) => {
            const condition = field(one, 'condition')
            return {
              condition: condition && this.deciding(() => this.expression(condition)),
              body: this.#all(fields(one, 'body').filter((inner) => inner !== condition)),
            }
          }),
        )
      case 'else_if_clause':
        return [{ k: 'branch', body: [...this.#asked(node), ...this.#all(withoutCondition(node))] }]
      case 'while_statement':
        return [{ k: 'branch', body: [...this.#asked(node), ...this.#all(withoutCondition(node))], isLoop: true }]
      case 'else_clause':
        return [{ k: 'branch', body: this.#all(node.kids) }]
      case 'do_statement':
      case 'for_statement':
        return [{ k: 'branch', body: this.#all(node.kids), isLoop: true }]
      case 'catch_clause':
        return [{ k: 'branch', body: this.#all(fields(node, 'body')) }]
      case 'switch_statement':
        return this.#switch(node)
      case 'text':
      case 'text_interpolation':
      case 'php_tag':
      case 'declare_statement':
      case 'namespace_use_declaration':
      case 'global_declaration':
      case 'unset_statement':
      case 'variable_name':
      case 'name':
      case 'break_statement':
      case 'continue_statement':
        return []
      default:
        return [statement(this.expression(node))]
    }
  }

  /** The ways of a switch; labels that follow each other share what stands behind the last of them. */
  #switch(node: SyntaxNode): readonly Statement[] {
    const condition = field(node, 'condition')
    const of = condition ? this.expression(condition) : NOTHING
    const ways = field(node, 'body')?.kids ?? []
    const all = ways.flatMap((way) => field(way, 'value') ?? [])
    let labels: Expression[] = []
    const branches = ways.map((way): Statement => {
      const label = field(way, 'value')
      if (label) labels.push(this.expression(label))
      const body = this.#all(way.kids.filter((one) => one !== label))
      const is = way.type === 'default_statement' ? all.map((one) => this.expression(one)) : labels
      const when: Case = { of, is, ...(way.type === 'default_statement' ? { isOthers: true } : {}) }
      if (body.length > 0) labels = []
      return { k: 'branch', body, ...(is.length > 0 ? { when } : {}) }
    })
    return [statement(of), ...this.keyTypes(all).map(statement), ...branches]
  }

  #expressionStatement(node: SyntaxNode): readonly Statement[] {
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (node.type === 'assignment_expression' && left?.type === 'list_literal' && right) {
      return [this.#takenApart(left, this.expression(right))]
    }
    const called = node.type === 'function_call_expression' ? this.text(field(node, 'function')) : ''
    if (/^\\?define$/.test(called)) {
      const [name, value] = this.arguments(field(node, 'arguments'))
      if (name?.value.k === 'str' && value) return [{ k: 'let', name: name.value.v, value: value.value }]
    }
    return [statement(this.expression(node))]
  }

  /** `[$a, $b] = ...` or `['x' => $a] = ...`. */
  #takenApart(left: SyntaxNode, value: Expression): Statement {
    const isKeyed = /^\[\s*['"\w]+\s*=>/.test(this.text(left).slice(0, 80))
    if (!isKeyed) {
      const targets = left.kids.map((one) => (one.type === 'variable_name' ? this.expression(one) : undefined))
      return { k: 'unpack', targets, value }
    }
    const members: PickedMember[] = []
    for (let i = 0; i + 1 < left.kids.length; i += 2) {
      members.push({ member: unquote(this.text(left.kids[i])), name: this.text(left.kids[i + 1]) })
    }
    return { k: 'pick', members, value }
  }

  #asked(node: SyntaxNode): readonly Statement[] {
    const condition = field(node, 'condition')
    return condition ? this.deciding(() => this.statements(condition)) : []
  }

  #each(node: SyntaxNode): readonly Statement[] {
    const [of, second] = node.kids
    const body = field(node, 'body')
    const items: Expression = of ? this.expression(of) : NOTHING
    const [key, value] = second?.type === 'pair' ? second.kids : [undefined, second]
    const inside = body ? this.statements(body) : []
    const target: Expression = value ? this.expression(value) : NOTHING
    const keys: readonly Statement[] = key ? [{ k: 'each', target: this.expression(key), of: items, body: [] }] : []
    // Of a map, the second name is a value; of a list both ways give the elements.
    const element: Expression = { k: 'index', of: items, key: NOTHING }
    const taken: readonly Statement[] = [statement({ k: 'assign', target, value: element })]
    return [...keys, { k: 'branch', body: [...taken, ...inside] }]
  }

  #constants(node: SyntaxNode): readonly Statement[] {
    return kidsOf(node, 'const_element').map(({ kids }) => {
      const [name, value] = kids
      return {
        k: 'let',
        name: this.text(name),
        ...(value ? { value: this.expression(value) } : {}),
        isStatic: true,
      }
    })
  }

  #function(node: SyntaxNode): FunctionIr {
    const name = field(node, 'name')
    const body = field(node, 'body')
    const list = field(node, 'parameters')
    const promoted = (list ? kidsOf(list, 'property_promotion_parameter') : []).map((one): Statement => {
      const own = this.text(field(one, 'name'))
      const target: Expression = { k: 'member', of: { k: 'this' }, name: own.replace(/^\$/, ''), at: one.start }
      return statement({ k: 'assign', target, value: { k: 'name', id: own, at: one.start } })
    })
    const annotations = this.#attributes(node)
    return {
      name: this.text(name),
      at: name?.start ?? node.start,
      params: this.parameters(list),
      body: [...promoted, ...(body ? this.statements(body) : [])],
      ...(kid(node, 'static_modifier') ? { isStatic: true } : {}),
      ...(annotations.length > 0 ? { annotations } : {}),
    }
  }

  #attributes(node: SyntaxNode): readonly Expression[] {
    const groups = fields(node, 'attributes').flatMap((list) => kidsOf(list, 'attribute_group'))
    return groups.flatMap((group) =>
      kidsOf(group, 'attribute').flatMap((one): Expression[] => {
        const [name] = one.kids
        if (!name) return []
        const args = this.arguments(field(one, 'parameters'))
        return [{ k: 'call', callee: this.owner(name), args, isNew: true, at: name.start }]
      }),
    )
  }

  classOf(node: SyntaxNode): ClassIr {
    const before = [this.className, this.baseName, this.methodNames] as const
    const name = this.text(field(node, 'name'))
    const members = field(node, 'body')?.kids ?? []
    const bases = kidsOf(node, 'base_clause', 'class_interface_clause').flatMap(({ kids }) => kids)
    const traits = members.filter(({ type }) => type === 'use_declaration').flatMap(({ kids }) => kids)
    const supers = [...bases, ...traits].flatMap((one) =>
      /name$/.test(one.type) ? [this.text(one).replace(/^\\/, '').replaceAll('\\', '.')] : [],
    )
    for (const one of supers) this.typeName(one)
    this.className = name
    this.baseName = supers[0] ?? ''
    const declared = members.filter(({ type }) => type === 'method_declaration')
    this.methodNames = new Set(declared.map((one) => this.text(field(one, 'name'))))
    const methods = declared.map((one) => this.#function(one))
    const isEnum = node.type === 'enum_declaration'
    const made: ClassIr = {
      name,
      at: node.start,
      supers,
      fields: [...this.#attributes(node).map(statement), ...members.flatMap((one) => this.#fields(one))],
      methods: methods.filter((one) => one.name !== '__construct'),
      constructors: isEnum ? [enumMaker(node.start)] : methods.filter((one) => one.name === '__construct'),
      constants: members
        .filter(({ type }) => type === 'enum_case')
        .map((one) => {
          const value = field(one, 'value')
          return { name: this.text(field(one, 'name')), args: value ? [{ value: this.expression(value) }] : [] }
        }),
      inner: [],
    }
    ;[this.className, this.baseName, this.methodNames] = before
    return made
  }

  #fields(node: SyntaxNode): readonly Statement[] {
    if (node.type === 'const_declaration') return this.#constants(node)
    if (node.type !== 'property_declaration') return []
    const type = this.type(field(node, 'type'))
    return kidsOf(node, 'property_element').map((one) => {
      const value = field(one, 'default_value')
      return {
        k: 'let',
        name: this.text(field(one, 'name')).replace(/^\$/, ''),
        ...(type === '' ? {} : { type }),
        ...(value && value.type !== 'null' ? { value: this.expression(value) } : {}),
      }
    })
  }
}

/** What the cases of an enumeration stand for is their property `value`. */
function enumMaker(at: number): FunctionIr {
  return { name: '__construct', at, params: [{ name: 'value', isField: true }], body: [] }
}

function withoutCondition(node: SyntaxNode): readonly SyntaxNode[] {
  return node.kids.filter((one) => one.field !== 'condition')
}
