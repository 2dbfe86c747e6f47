import { branchesOf } from '../conditions.ts'
import type { Case, Expression, ModuleIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { compound, statement, unquote } from '../reader.ts'
import { field, fields, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { folded, spellings } from './calls.ts'
import { GoExpressions } from './expressions.ts'

/** Reads Go. A pointer counts as what it points to; an error beside a result is left out. */
export function readGo(root: SyntaxNode, source: string): ModuleIr {
  const reader = new GoReader(source, root)
  const named = kid(root, 'package_clause')
  const body = root.kids.flatMap((node) => reader.statements(node))
  const module: ModuleIr = { body, usesConstantsLater: 'any' }
  return named?.kids[0] ? { ...module, package: reader.text(named.kids[0]) } : module
}

class GoReader extends GoExpressions {
  statements(node: SyntaxNode): readonly Statement[] {
    switch (node.type) {
      case 'import_declaration':
      case 'import_spec_list':
        return node.kids.flatMap((inner) => this.statements(inner))
      case 'import_spec':
        return this.#import(node)
      case 'const_declaration':
      case 'var_declaration':
      case 'var_spec_list':
      case 'block':
      case 'statement_list':
      case 'labeled_statement':
        return node.kids.flatMap((inner) => this.statements(inner))
      case 'const_spec':
      case 'var_spec':
        return this.#variables(node)
      case 'short_var_declaration':
      case 'assignment_statement':
        return [this.#assignment(node)]
      case 'function_declaration':
      case 'method_declaration':
        return [{ k: 'func', fn: this.function(node) }]
      case 'type_declaration':
        return kidsOf(node, 'type_spec').map((spec): Statement => ({ k: 'class', cls: this.#struct(spec) }))
      case 'return_statement':
        return [{ k: 'return', e: node.kids[0] ? this.#firstOf(node.kids[0]) : NOTHING }]
      default:
        return this.#control(node)
    }
  }

  #control(node: SyntaxNode): readonly Statement[] {
    const inside = (): readonly Statement[] => node.kids.flatMap((inner) => this.statements(inner))
    switch (node.type) {
      case 'for_statement':
        return this.#for(node)
      case 'expression_switch_statement':
        return this.#switch(node)
      case 'if_statement':
        return this.#if(node)
      case 'default_case':
      case 'type_case':
      case 'communication_case':
        return [{ k: 'branch', body: inside() }]
      case 'type_switch_statement':
        return this.#typeSwitch(node)
      case 'select_statement':
        return inside()
      case 'expression_statement':
      case 'go_statement':
      case 'defer_statement':
      case 'send_statement':
        return node.kids.map((inner) => statement(this.expression(inner)))
      case 'package_clause':
      case 'inc_statement':
      case 'dec_statement':
        return []
      default:
        return /type|identifier/.test(node.type) ? [] : [statement(this.expression(node))]
    }
  }

  /** What a switch compares with is no use of it, but says who chooses what is in it. */
  #if(node: SyntaxNode): readonly Statement[] {
    const condition = field(node, 'condition')
    const then = field(node, 'consequence')
    const otherwise = field(node, 'alternative')
    const before = node.kids.filter((one) => one !== condition && one !== then && one !== otherwise)
    const ways = branchesOf(
      condition && this.expression(condition),
      then ? this.statements(then) : [],
      otherwise && this.statements(otherwise),
    )
    return [{ k: 'branch', body: [...before.flatMap((one) => this.statements(one)), ...ways] }]
  }

  #switch(node: SyntaxNode): readonly Statement[] {
    const value = field(node, 'value')
    const { of, isFolded } = folded(value ? this.expression(value) : NOTHING)
    const labelsOf = (one: SyntaxNode): readonly Expression[] => {
      const labels = (field(one, 'value')?.kids ?? []).map((label) => this.expression(label))
      return isFolded ? spellings(labels) : labels
    }
    const all = node.kids.flatMap(labelsOf)
    const before = field(node, 'initializer')
    const cases = node.kids.filter(({ type }) => type === 'expression_case' || type === 'default_case')
    return [
      ...(before ? this.statements(before) : []),
      ...(value && of.k === 'call' ? [statement(of)] : []),
      ...cases.map((one): Statement => {
        const body = one.kids.flatMap((inner) => (inner.field === 'value' ? [] : this.statements(inner)))
        if (!value) return { k: 'branch', body }
        const when: Case = one.type === 'default_case' ? { of, is: all, isOthers: true } : { of, is: labelsOf(one) }
        return { k: 'branch', body, when }
      }),
    ]
  }

  /** Each case tests for types as an assertion does, and knows what it found. */
  #typeSwitch(node: SyntaxNode): readonly Statement[] {
    const value = field(node, 'value')
    const of = value ? this.expression(value) : NOTHING
    const alias = field(node, 'alias')?.kids[0]
    const before = field(node, 'initializer')
    const cases = node.kids.filter(({ type }) => type === 'type_case' || type === 'default_case')
    return [
      ...(before ? this.statements(before) : []),
      ...(of.k === 'call' ? [statement(of)] : []),
      ...cases.map((one): Statement => {
        const tests = fields(one, 'type').flatMap((type): Expression[] => {
          const name = this.type(type)
          return name.includes('.') ? [{ k: 'cast', type: name, of: NOTHING, at: type.start }] : []
        })
        const inside = one.kids.flatMap((inner) => (inner.field === 'type' ? [] : this.statements(inner)))
        const [only] = tests
        const isKnown = alias !== undefined && only !== undefined && tests.length === 1
        const known: Statement[] = isKnown ? [{ k: 'let', name: this.text(alias), value: only }] : tests.map(statement)
        return { k: 'branch', body: [...known, ...inside] }
      }),
    ]
  }

  #import(node: SyntaxNode): readonly Statement[] {
    const path = unquote(this.text(field(node, 'path')))
    const name = field(node, 'name')
    if (name?.type === 'dot') return [{ k: 'import', of: { path } }]
    // A last part such as `v5` is a version (go.dev/ref/mod); the package is named before it.
    const parts = path.split('/')
    const own = /^v\d+$/.test(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1)
    const local = name ? this.text(name) : (own ?? path).replace(/^go-|\.v\d+$|-go$/g, '')
    return [{ k: 'import', of: { local, path } }]
  }

  #variables(node: SyntaxNode): readonly Statement[] {
    const names = fields(node, 'name')
    const values = field(node, 'value')?.kids ?? []
    const type = this.type(field(node, 'type'))
    if (values.length === 1 && names.length > 1) {
      const targets = names.map((name): Expression => ({ k: 'name', id: this.text(name), at: name.start }))
      return [{ k: 'unpack', targets, value: values[0] ? this.expression(values[0]) : NOTHING }]
    }
    const array = this.bytesOfArray(field(node, 'type'))
    return names.map((name, i) => {
      const value = values[i] ? this.expression(values[i]) : array
      return { k: 'let', name: this.text(name), type, ...(value ? { value } : {}) }
    })
  }

  #assignment(node: SyntaxNode): Statement {
    const left = field(node, 'left')?.kids ?? []
    const right = field(node, 'right')?.kids ?? []
    const isNew = node.type === 'short_var_declaration'
    const targets = left.map((one) => this.expression(one))
    const [target] = targets
    if (right.length === 1 && targets.length > 1) {
      return { k: 'unpack', targets, value: right[0] ? this.expression(right[0]) : NOTHING }
    }
    if (right.length === 1 && target?.k === 'name' && isNew) {
      return { k: 'let', name: target.id, value: right[0] ? this.expression(right[0]) : NOTHING }
    }
    const op = this.text(field(node, 'operator'))
    const values = right.map((one) => this.expression(one))
    if (/^[^:=]+=$/.test(op) && target && values[0]) return statement(compound(op.slice(0, -1), target, values[0]))
    return { k: 'unpack', targets, value: { k: 'list', items: values } }
  }

  #for(node: SyntaxNode): readonly Statement[] {
    const range = kid(node, 'range_clause')
    const body = field(node, 'body')
    const inside = body ? this.statements(body) : []
    if (!range) {
      const all = node.kids.flatMap((inner) => (inner === body ? inside : this.statements(inner)))
      return [{ k: 'branch', body: all, isLoop: true }]
    }
    const target = field(range, 'left')?.kids.at(-1)
    const of = field(range, 'right')
    return [
      {
        k: 'each',
        target: target ? this.expression(target) : NOTHING,
        of: of ? this.expression(of) : NOTHING,
        body: inside,
      },
    ]
  }

  #struct(spec: SyntaxNode): Extract<Statement, { k: 'class' }>['cls'] {
    const struct = field(spec, 'type')
    const list = struct && kid(struct, 'field_declaration_list')
    const members = list ? kidsOf(list, 'field_declaration') : []
    return {
      name: this.text(field(spec, 'name')),
      at: spec.start,
      supers: members.filter((one) => !field(one, 'name')).map((one) => this.type(field(one, 'type'))),
      fields: members.flatMap((one) => {
        const value = this.bytesOfArray(field(one, 'type'))
        return fields(one, 'name').map(
          (name): Statement => ({
            k: 'let',
            name: this.text(name),
            type: this.type(field(one, 'type')),
            ...(value ? { value } : {}),
          }),
        )
      }),
      methods: [],
      constructors: [],
      constants: [],
      inner: [],
    }
  }

  #firstOf(node: SyntaxNode): Expression {
    if (node.type !== 'expression_list') return this.expression(node)
    const [first, ...others] = node.kids.map((one) => this.expression(one))
    if (first === undefined) return NOTHING
    const rest: Statement[] = others.map(statement)
    return others.length === 0 ? first : { k: 'block', body: rest, value: [first] }
  }
}
