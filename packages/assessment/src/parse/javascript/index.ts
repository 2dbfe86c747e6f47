import { branchesOf } from '../conditions.ts'
import type { Case, Expression, ModuleIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { compound, moduleOfFile, statement, unquote } from '../reader.ts'
import { field, fields, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { JavaScriptExpressions } from './expressions.ts'

/** Reads JavaScript and TypeScript, with JSX or without. */
export function readJavaScript(root: SyntaxNode, source: string): ModuleIr {
  const reader = new JavaScriptReader(source)
  return { body: root.kids.flatMap((node) => reader.statements(node)), namesMembersByOwner: true }
}

const BLOCKS = new Set(['statement_block', 'try_statement', 'finally_clause', 'labeled_statement', 'program'])
const BRANCHES = new Set(['else_clause', 'while_statement', 'do_statement', 'for_statement', 'catch_clause'])
const LOOPS = new Set(['while_statement', 'do_statement', 'for_statement'])
const NOTHING_TO_RUN =
  /^(?:interface|type_alias|ambient|import_alias|empty|break|continue|debugger|comment|hash_bang|function_signature)/

class JavaScriptReader extends JavaScriptExpressions {
  statements(node: SyntaxNode): readonly Statement[] {
    if (BLOCKS.has(node.type)) return node.kids.flatMap((inner) => this.statements(inner))
    if (BRANCHES.has(node.type)) {
      const body = node.kids.flatMap((inner) => this.statements(inner))
      return [LOOPS.has(node.type) ? { k: 'branch', body, isLoop: true } : { k: 'branch', body }]
    }
    switch (node.type) {
      case 'if_statement':
        return this.#if(node)
      case 'import_statement':
        return this.#import(node)
      case 'export_statement':
        return this.#export(node)
      case 'lexical_declaration':
      case 'variable_declaration':
        return node.kids.flatMap((inner) => this.#declarator(inner))
      case 'function_declaration':
      case 'generator_function_declaration':
        return [{ k: 'func', fn: this.function(node, this.text(field(node, 'name'))) }]
      case 'class_declaration':
      case 'abstract_class_declaration':
        return [...this.decorators(node), { k: 'class', cls: this.class(node) }]
      case 'enum_declaration':
        return [this.#enum(node)]
      case 'return_statement':
        return [{ k: 'return', e: node.kids[0] ? this.expression(node.kids[0]) : NOTHING }]
      case 'switch_statement':
        return this.#switch(node)
      case 'for_in_statement':
        return this.#each(node)
      case 'expression_statement':
        return node.kids.flatMap((inner) => this.#expressionStatement(inner))
      case 'internal_module':
      case 'module':
        return (field(node, 'body')?.kids ?? []).flatMap((inner) => this.statements(inner))
      default:
        return NOTHING_TO_RUN.test(node.type) ? [] : [statement(this.expression(node))]
    }
  }

  #if(node: SyntaxNode): readonly Statement[] {
    const condition = field(node, 'condition')
    const then = field(node, 'consequence')
    const otherwise = field(node, 'alternative')
    return branchesOf(
      condition && this.expression(condition),
      then ? this.statements(then) : [],
      otherwise?.kids.flatMap((one) => this.statements(one)),
    )
  }

  /** What a switch compares with is no use of it, but says who chooses what is in it. */
  #switch(node: SyntaxNode): readonly Statement[] {
    const value = field(node, 'value')
    const of = value ? this.expression(value) : NOTHING
    const cases = field(node, 'body')?.kids ?? []
    const all = cases.flatMap((one) => fields(one, 'value').map((label) => this.expression(label)))
    let open: Expression[] = []
    return cases.flatMap((one): Statement[] => {
      open.push(...fields(one, 'value').map((label) => this.expression(label)))
      const body = one.kids.filter((inner) => inner.field !== 'value').flatMap((inner) => this.statements(inner))
      // A case without a body goes on in the next one.
      if (body.length === 0) return []
      const when: Case =
        one.type === 'switch_default'
          ? { of, is: all.filter((label) => !open.includes(label)), isOthers: true }
          : { of, is: open }
      open = []
      return [{ k: 'branch', body, when }]
    })
  }

  #import(node: SyntaxNode): readonly Statement[] {
    const required = kid(node, 'import_require_clause')
    const path = modulePath(unquote(this.text(field(required ?? node, 'source'))))
    if (required) return [{ k: 'import', of: { local: this.text(kid(required, 'identifier')), path } }]
    const clause = kid(node, 'import_clause')
    return (clause?.kids ?? []).flatMap((one): Statement[] => {
      if (one.type === 'identifier') return [defaultImport(this.text(one), path)]
      if (one.type === 'namespace_import') return [{ k: 'import', of: { local: this.text(one.kids[0]), path } }]
      return kidsOf(one, 'import_specifier').map((specifier): Statement => {
        const name = this.text(field(specifier, 'name'))
        const local = this.text(field(specifier, 'alias') ?? field(specifier, 'name'))
        return name === 'default' ? defaultImport(local, path) : { k: 'import', of: { local, path: `${path}.${name}` } }
      })
    })
  }

  #export(node: SyntaxNode): readonly Statement[] {
    const declaration = field(node, 'declaration')
    if (declaration) {
      const name = field(declaration, 'name')
      const isDefault = name !== undefined && /^export\s+default\b/.test(this.text(node).slice(0, 40))
      const given: Statement[] = isDefault ? [{ k: 'export', name: 'default', value: this.expression(name) }] : []
      return [...this.decorators(node), ...this.statements(declaration), ...given]
    }
    const value = field(node, 'value')
    if (value) return [{ k: 'export', name: 'default', value: this.expression(value) }]
    const clause = kid(node, 'export_clause')
    const source = field(node, 'source')
    if (source) return this.#exportFrom(modulePath(unquote(this.text(source))), clause)
    if (!clause) return []
    return kidsOf(clause, 'export_specifier').flatMap((one): Statement[] => {
      const name = field(one, 'name')
      const alias = field(one, 'alias')
      return name && alias ? [{ k: 'export', name: this.text(alias), value: this.expression(name) }] : []
    })
  }

  /** What a module hands on from another one. */
  #exportFrom(path: string, clause: SyntaxNode | undefined): readonly Statement[] {
    if (!clause) return [{ k: 'import', of: { path } }]
    return kidsOf(clause, 'export_specifier').flatMap((one): Statement[] => {
      const name = this.text(field(one, 'name'))
      const local = `${name} of ${path}`
      return [
        { k: 'import', of: { local, path: `${path}.${name}` } },
        {
          k: 'export',
          name: this.text(field(one, 'alias') ?? field(one, 'name')),
          value: { k: 'name', id: local, at: -1 },
        },
      ]
    })
  }

  #declarator(node: SyntaxNode): readonly Statement[] {
    if (node.type !== 'variable_declarator') return []
    const name = field(node, 'name')
    const value = field(node, 'value')
    if (!name) return []
    if (name.type === 'object_pattern') {
      return [{ k: 'pick', members: this.members(name), value: value ? this.expression(value) : NOTHING }]
    }
    if (name.type === 'array_pattern') {
      const targets = name.kids.map((one) => this.expression(one))
      return [{ k: 'unpack', targets, value: value ? this.expression(value) : NOTHING }]
    }
    const type = this.type(field(node, 'type'))
    const required = /^require\((['"])(?<path>\.[^'"]*)\1\)$/.exec(value ? this.text(value).slice(0, 300) : '')?.groups
      ?.path
    if (required !== undefined && /^[A-Z]/.test(this.text(name))) {
      return [defaultImport(this.text(name), modulePath(required))]
    }
    const given = value && this.named(value, this.text(name))
    return [{ k: 'let', name: this.text(name), ...(type === '' ? {} : { type }), ...(given ? { value: given } : {}) }]
  }

  #enum(node: SyntaxNode): Statement {
    const name = this.text(field(node, 'name'))
    const members = field(node, 'body')?.kids ?? []
    return {
      k: 'let',
      name,
      value: {
        k: 'map',
        entries: members.map((one) => {
          const own = unquote(this.text(field(one, 'name') ?? one))
          const value = field(one, 'value')
          return { key: { k: 'str', v: own }, value: value ? this.expression(value) : { k: 'str', v: own } }
        }),
      },
    }
  }

  #each(node: SyntaxNode): readonly Statement[] {
    const left = field(node, 'left')
    const right = field(node, 'right')
    const body = field(node, 'body')
    const of = right ? this.expression(right) : NOTHING
    const inside = body ? this.statements(body) : []
    if (left?.type === 'object_pattern') {
      const pick: Statement = { k: 'pick', members: this.members(left), value: { k: 'index', of, key: NOTHING } }
      return [{ k: 'branch', body: [pick, ...inside] }]
    }
    return [{ k: 'each', target: left ? this.expression(left) : NOTHING, of, body: inside }]
  }

  /** What a module gives away is known by its own name. */
  #expressionStatement(node: SyntaxNode): readonly Statement[] {
    const target = node.type === 'assignment_expression' ? this.text(field(node, 'left')) : ''
    const right = field(node, 'right')
    const exported = /^(?:module\.)?exports\.(\w+)$/.exec(target)?.[1]
    if (exported !== undefined && right) return [{ k: 'export', name: exported, value: this.named(right, exported) }]
    if (target === 'module.exports' && right?.type === 'object') {
      const value = this.expression(right)
      const entries = value.k === 'map' ? value.entries : []
      return entries.flatMap((one): Statement[] =>
        one.key.k === 'str' ? [{ k: 'export', name: one.key.v, value: one.value }] : [statement(one.value)],
      )
    }
    if (target === 'module.exports' && right) return [{ k: 'export', name: 'default', value: this.named(right, '') }]
    if (node.type === 'augmented_assignment_expression') {
      const left = field(node, 'left')
      if (!left || !right) return []
      const op = this.text(field(node, 'operator')).replace(/=$/, '')
      const to = this.expression(left)
      return [statement(compound(op, to, this.expression(right)))]
    }
    return [statement(this.expression(node))]
  }
}

/**
 * A package's default export is the package itself. Of a file of the project, a name with a capital is taken for a
 * class of that name.
 */
function defaultImport(local: string, path: string): Statement {
  const own = path.startsWith('.') ? `${path}.${/^[A-Z]/.test(local) ? local : 'default'}` : path
  return { k: 'import', of: { local, path: own } }
}

/**
 * A file of the project without its suffix, as other languages name modules. A package that is fetched by its address
 * (Deno, browsers) is the package itself: `npm:jose@5`, `https://esm.sh/jose@5.2`, `https://deno.land/x/jose@v5/index.ts`.
 */
function modulePath(path: string): string {
  if (path.startsWith('.')) return moduleOfFile(path)
  const fetched = FETCHED.exec(path)?.groups?.name
  return fetched ?? path
}

const FETCHED =
  /^(?:npm:|jsr:|https:\/\/(?:esm\.sh|cdn\.skypack\.dev|esm\.run|deno\.land\/x|cdn\.jsdelivr\.net\/npm|unpkg\.com)\/)(?<name>(?:@[\w.-]{1,80}\/)?[\w.-]{1,80})/
