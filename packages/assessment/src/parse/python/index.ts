import { chainOf } from '../conditions.ts'
import type { ClassIr, Expression, FunctionIr, ImportIr, ModuleIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { compound, statement } from '../reader.ts'
import { field, fields, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { PythonExpressions } from './expressions.ts'

/** Reads Python. The first parameter of a method is the object itself. */
export function readPython(root: SyntaxNode, source: string): ModuleIr {
  const reader = new PythonReader(source)
  const body = root.kids.flatMap((node) => [...reader.statements(node), ...reader.settings(node)])
  return { body, usesConstantsLater: true, namesMembersByOwner: true }
}

class PythonReader extends PythonExpressions {
  statements(node: SyntaxNode): readonly Statement[] {
    const inside = (): readonly Statement[] => node.kids.flatMap((inner) => this.statements(inner))
    switch (node.type) {
      case 'import_statement':
      case 'future_import_statement':
        return fields(node, 'name').map((name) => this.#import(name, ''))
      case 'import_from_statement':
        return this.#importFrom(node)
      case 'expression_statement':
        return node.kids.flatMap((inner) => this.#expressionStatement(inner))
      case 'function_definition':
        return [{ k: 'func', fn: this.function(node, false) }]
      case 'class_definition':
        return [{ k: 'class', cls: this.#class(node) }]
      case 'decorated_definition':
        return this.#decorated(node)
      case 'return_statement':
        return [{ k: 'return', e: node.kids[0] ? this.expression(node.kids[0]) : NOTHING }]
      case 'block':
      case 'try_statement':
      case 'with_statement':
      case 'with_clause':
      case 'finally_clause':
        return inside()
      case 'case_pattern':
      case 'union_pattern':
        return inside()
      case 'class_pattern':
        return this.#typeTest(node)
      case 'with_item':
        return this.#withItem(node)
      case 'for_statement':
        return this.#each(node)
      case 'if_statement':
        return chainOf(
          [node, ...fields(node, 'alternative')].map((one) => {
            const condition = field(one, 'condition')
            const body = field(one, 'consequence') ?? field(one, 'body')
            return { condition: condition && this.#decided(condition), body: body ? this.statements(body) : [] }
          }),
        )
      case 'while_statement':
        return [
          {
            k: 'branch',
            body: [...this.#condition(node), ...withoutCondition(node).flatMap((one) => this.statements(one))],
            isLoop: true,
          },
        ]
      case 'else_clause':
      case 'except_clause':
      case 'match_statement':
      case 'case_clause':
        return [{ k: 'branch', body: inside() }]
      default:
        return /pattern$|^identifier$/.test(node.type) ? [] : [statement(this.expression(node))]
    }
  }

  /** What a framework reads from a module's constants, as calls `settings().NAME(value)`; see packs/README.md. */
  settings(node: SyntaxNode): readonly Statement[] {
    const assignment = node.type === 'expression_statement' ? node.kids[0] : undefined
    const left = assignment?.type === 'assignment' ? field(assignment, 'left') : undefined
    const right = assignment && field(assignment, 'right')
    if (left?.type !== 'identifier' || !right || !/^[A-Z][A-Z0-9_]+$/.test(this.text(left))) return []
    const owner: Expression = { k: 'name', id: 'settings()', at: left.start }
    return this.#setting({ k: 'member', of: owner, name: this.text(left), at: left.start }, right, 1)
  }

  #setting(name: Expression, value: SyntaxNode, depth: number): readonly Statement[] {
    const call = (at: number, one: SyntaxNode): Statement =>
      statement({ k: 'call', callee: name, args: [{ value: this.expression(one) }], isNew: false, at })
    if (value.type === 'string') return [call(value.start, value)]
    if (/^(?:list|tuple)$/.test(value.type)) {
      return value.kids.filter(({ type }) => type === 'string').map((one) => call(one.start, one))
    }
    if (value.type !== 'dictionary' || depth > 2) return []
    return kidsOf(value, 'pair').flatMap((pair) => {
      const key = field(pair, 'key')
      const inside = field(pair, 'value')
      if (key?.type !== 'string' || !inside) return []
      const member = this.text(key).replace(/^\w*['"]+|['"]+$/g, '')
      return this.#setting({ k: 'member', of: name, name: member, at: pair.start }, inside, depth + 1)
    })
  }

  #import(name: SyntaxNode, from: string): Statement {
    const alias = field(name, 'alias')
    const path = this.text(field(name, 'name') ?? name)
    const full = from === '' ? path : `${from}.${path}`
    // `import a.b` makes `a` known; `import a.b as c` makes all of it known as c.
    if (from === '' && !alias)
      return { k: 'import', of: { local: path.split('.')[0] ?? path, path: path.split('.')[0] ?? path } }
    return { k: 'import', of: { local: this.text(alias ?? name), path: full } }
  }

  #importFrom(node: SyntaxNode): readonly Statement[] {
    // A path that begins with `./` cannot be a library's.
    const from = this.text(field(node, 'module_name')).replace(/^\.+/, './')
    if (kid(node, 'wildcard_import')) return [{ k: 'import', of: { path: from } satisfies ImportIr }]
    return fields(node, 'name').map((name) => {
      const alias = field(name, 'alias')
      const last = this.text(field(name, 'name') ?? name)
      const path = from === '' || from === './' ? from + last : `${from}.${last}`
      this.imported.set(this.text(alias ?? name), path)
      return { k: 'import', of: { local: this.text(alias ?? name), path } }
    })
  }

  #expressionStatement(node: SyntaxNode): readonly Statement[] {
    if (node.type === 'assignment') return this.#assignment(node)
    if (node.type === 'augmented_assignment') {
      const left = field(node, 'left')
      const right = field(node, 'right')
      if (!left || !right) return []
      const target = this.expression(left)
      const op = this.text(field(node, 'operator')).replace(/=$/, '')
      return [statement(compound(op, target, this.expression(right)))]
    }
    return [statement(this.expression(node))]
  }

  #assignment(node: SyntaxNode): readonly Statement[] {
    const left = field(node, 'left')
    const right = field(node, 'right')
    const type = this.text(field(node, 'type')).replace(/^['"]|['"]$|\[.*$/g, '')
    if (!left) return []
    const value = right ? this.expression(right) : NOTHING
    if (left.type === 'identifier' && type !== '') {
      return [{ k: 'let', name: this.text(left), type, ...(right ? { value } : {}) }]
    }
    if (/^(?:pattern_list|tuple_pattern|list_pattern)$/.test(left.type)) {
      return [{ k: 'unpack', targets: left.kids.map((one) => this.expression(one)), value }]
    }
    if (!right) return []
    const target = this.expression(left)
    return [statement({ k: 'assign', target, value }), ...this.#configured(left, right)]
  }

  /** What is set in a framework's configuration, as calls `config().NAME(value)`; see packs/README.md. */
  #configured(left: SyntaxNode, right: SyntaxNode): readonly Statement[] {
    const key = left.type === 'subscript' ? field(left, 'subscript') : undefined
    const of = key?.type === 'string' ? field(left, 'value') : undefined
    if (!key || !of || !/\bconfig$/.test(this.text(of))) return []
    const name = this.text(key).replace(/^\w*['"]+|['"]+$/g, '')
    if (!/^[A-Z][A-Z0-9_]+$/.test(name)) return []
    const owner: Expression = { k: 'name', id: 'config()', at: left.start }
    return this.#setting({ k: 'member', of: owner, name, at: left.start }, right, 2)
  }

  #condition(node: SyntaxNode): readonly Statement[] {
    const condition = field(node, 'condition')
    return condition ? [statement(this.#decided(condition))] : []
  }

  #decided(condition: SyntaxNode): Expression {
    this.isDeciding = true
    const e = this.expression(condition)
    this.isDeciding = false
    return e
  }

  /** A pattern that a type must fit is the type of a cast. */
  #typeTest(node: SyntaxNode): readonly Statement[] {
    const type = kid(node, 'dotted_name')
    return type ? [statement({ k: 'cast', type: this.text(type), of: NOTHING, at: type.start })] : []
  }

  #withItem(node: SyntaxNode): readonly Statement[] {
    const value = field(node, 'value')
    if (value?.type !== 'as_pattern') return value ? [statement(this.expression(value))] : []
    const [of] = value.kids
    const alias = field(value, 'alias')?.kids[0]
    if (!of || !alias) return []
    return [statement({ k: 'assign', target: this.expression(alias), value: this.expression(of) })]
  }

  #each(node: SyntaxNode): readonly Statement[] {
    const left = field(node, 'left')
    const right = field(node, 'right')
    const body = field(node, 'body')
    return [
      {
        k: 'each',
        target: left ? this.expression(left) : NOTHING,
        of: right ? this.expression(right) : NOTHING,
        body: body ? this.statements(body) : [],
      },
    ]
  }

  #decorated(node: SyntaxNode): readonly Statement[] {
    const definition = field(node, 'definition')
    const annotations = kidsOf(node, 'decorator').flatMap(({ kids }) => kids.map((one) => this.expression(one)))
    const read = definition ? this.statements(definition) : []
    const [only] = read
    if (only?.k === 'func') return [{ k: 'func', fn: { ...only.fn, annotations } }]
    return [...annotations.map(statement), ...read]
  }

  /** The fields that methods set, as far as none is called by that name. */
  #fieldsSet(node: SyntaxNode): ReadonlySet<string> {
    const set = this.text(node).matchAll(/\bself\.(\w+)[ \t]*=[^=]/g)
    return new Set([...set].map(([, name = '']) => name).filter((name) => !this.methodNames.has(name)))
  }

  #class(node: SyntaxNode): ClassIr {
    const members = (field(node, 'body')?.kids ?? []).map((one) => ({
      definition: one.type === 'decorated_definition' ? (field(one, 'definition') ?? one) : one,
      isStatic: one.type === 'decorated_definition' && /@staticmethod/.test(this.text(one).slice(0, 200)),
      isProperty:
        one.type === 'decorated_definition' && /@(?:\w+\.)?(?:cached_)?property/.test(this.text(one).slice(0, 200)),
    }))
    const functions = members.filter(({ definition }) => definition.type === 'function_definition')
    const before = [this.methodNames, this.fieldNames] as const
    this.methodNames = new Set(functions.map(({ definition }) => this.text(field(definition, 'name'))))
    this.fieldNames = this.#fieldsSet(node)
    const methods = functions.map(({ definition, isStatic, isProperty }): FunctionIr => {
      const fn = this.function(definition, !isStatic)
      return isProperty ? { ...fn, isGetter: true } : fn
    })
    ;[this.methodNames, this.fieldNames] = before
    const rest = members.filter(({ definition }) => !/^(?:function|class)_definition$/.test(definition.type))
    return {
      name: this.text(field(node, 'name')),
      at: node.start,
      supers: (field(node, 'superclasses')?.kids ?? [])
        .filter(({ type }) => /identifier|attribute/.test(type))
        .map((one) => this.text(one)),
      fields: rest.flatMap(({ definition }) => this.statements(definition)).map(asField),
      methods: methods.filter(({ name }) => name !== '__init__'),
      constructors: methods.filter(({ name }) => name === '__init__'),
      constants: [],
      inner: members
        .filter(({ definition }) => definition.type === 'class_definition')
        .map(({ definition }) => this.#class(definition)),
    }
  }
}

function withoutCondition(node: SyntaxNode): readonly SyntaxNode[] {
  return node.kids.filter((one) => one.field !== 'condition')
}

/** What is assigned in a class's body is a field. */
function asField(one: Statement): Statement {
  if (one.k === 'let' && one.value) return { ...one, value: defaultOf(one.value) }
  if (one.k !== 'expr' || one.e.k !== 'assign' || one.e.target.k !== 'name') return one
  return { k: 'let', name: one.e.target.id, value: defaultOf(one.e.value) }
}

/** The default of a field that a library's function declares: dataclasses, attrs, pydantic, marshmallow. */
function defaultOf(e: Expression): Expression {
  if (e.k !== 'call') return e
  const name = e.callee.k === 'name' ? e.callee.id : e.callee.k === 'member' ? e.callee.name : ''
  if (!/^(?:field|Field|ib|attrib)$/.test(name)) return e
  const given = e.args.find((one) => /^(?:default|default_factory|factory)$/.test(one.name ?? ''))
  const value = given?.value ?? (name === 'Field' ? e.args.find((one) => one.name === undefined)?.value : undefined)
  if (value?.k !== 'lambda') return value ?? e
  const [first] = value.fn.body
  return first?.k === 'return' ? first.e : e
}
