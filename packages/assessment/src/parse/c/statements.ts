import { branchesOf } from '../conditions.ts'
import type { Expression, FunctionIr, ImportIr, Statement } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, fields, kid, type SyntaxNode } from '../syntax-node.ts'
import type { CClasses } from './classes.ts'
import type { CDeclarations } from './declarations.ts'
import type { CExpressions } from './expressions.ts'
import { waysOf } from './switch.ts'
import { declared } from './types.ts'

const NOTHING_IN_IT =
  /^(?:comment|access_specifier|break_statement|continue_statement|goto_statement|static_assert_declaration|concept_definition|friend_declaration|template_instantiation|template_parameter_list|requires_clause|attribute\w*|ms_\w+|storage_class_specifier|type_qualifier|statement_identifier|preproc_(?:include|call|def|function_def))$/

/** Reads statements of C and C++. */
export class CStatements {
  readonly #expressions: CExpressions
  readonly #declarations: CDeclarations
  readonly #classes: CClasses

  constructor(expressions: CExpressions, declarations: CDeclarations, classes: CClasses) {
    this.#expressions = expressions
    this.#declarations = declarations
    this.#classes = classes
  }

  /** What stands outside of functions. */
  top(node: SyntaxNode): readonly Statement[] {
    switch (node.type) {
      case 'namespace_definition':
      case 'linkage_specification': {
        const body = field(node, 'body')
        return body === undefined
          ? []
          : body.type === 'declaration_list'
            ? body.kids.flatMap((one) => this.top(one))
            : this.top(body)
      }
      case 'template_declaration':
        return withTypes(
          this.#typeParameters(node),
          node.kids.flatMap((one) => this.top(one)),
        )
      case 'declaration_list':
      case 'preproc_if':
      case 'preproc_ifdef':
      case 'preproc_elif':
      case 'preproc_else':
        return node.kids.filter((one) => one.field !== 'condition').flatMap((one) => this.top(one))
      case 'declaration':
        return [...this.#types(node), ...this.#declarations.variables(node, false)]
      default:
        return this.read(node)
    }
  }

  #typeParameters(node: SyntaxNode): readonly string[] {
    const list = field(node, 'parameters')
    const typed = (list?.kids ?? []).map((one) =>
      /^(?:optional_)?type_parameter_declaration$/.test(one.type)
        ? this.#expressions.text(field(one, 'name') ?? kid(one, 'type_identifier'))
        : '',
    )
    return typed
  }

  /** The statements of a body. */
  body(node: SyntaxNode | undefined): readonly Statement[] {
    return node === undefined ? [] : this.read(node)
  }

  read(node: SyntaxNode): readonly Statement[] {
    switch (node.type) {
      case 'compound_statement':
      case 'labeled_statement':
        return this.#sequence(node.kids)
      case 'ERROR':
        return this.#unreadable(node)
      case 'expression_statement':
        return this.#expressions.many(node.kids).map(statement)
      case 'declaration':
        return [...this.#types(node), ...this.#declarations.variables(node, true)]
      case 'function_definition':
      case 'inline_method_definition':
        return this.#function(node)
      case 'struct_specifier':
      case 'class_specifier':
      case 'union_specifier':
      case 'enum_specifier':
      case 'type_definition':
      case 'alias_declaration':
        return this.#types(node)
      case 'template_declaration':
      case 'namespace_definition':
      case 'linkage_specification':
      case 'declaration_list':
        return this.top(node)
      case 'using_declaration':
      case 'namespace_alias_definition':
        return this.#import(node)
      case 'return_statement':
      case 'co_return_statement':
        return node.kids.map((one): Statement => ({ k: 'return', e: this.#expressions.read(one) }))
      default:
        return this.#control(node)
    }
  }

  #control(node: SyntaxNode): readonly Statement[] {
    switch (node.type) {
      case 'if_statement':
        return this.#if(node)
      case 'else_clause':
        return node.kids.flatMap((one) => this.read(one))
      case 'switch_statement':
        return [...this.#condition(node), ...waysOf(node, this.#expressions, (inner) => this.#sequence(inner))]
      case 'case_statement':
        return [{ k: 'branch', body: this.#sequence(node.kids.filter((one) => one.field !== 'value')) }]
      case 'while_statement':
      case 'do_statement':
        return [...this.#condition(node), ...this.#loop([], field(node, 'body'))]
      case 'for_statement':
        return this.#for(node)
      case 'for_range_loop':
        return this.#each(node)
      case 'try_statement':
        return node.kids.flatMap((one) =>
          one.type === 'catch_clause' ? this.#branches(field(one, 'body')) : this.read(one),
        )
      case 'preproc_if':
      case 'preproc_ifdef':
        return this.#alternatives(node)
      case 'throw_statement':
      case 'init_statement':
        return node.kids.flatMap((one) => this.read(one))
      default:
        if (NOTHING_IN_IT.test(node.type)) return []
        if (node.type.endsWith('_statement')) return node.kids.flatMap((one) => this.read(one))
        return [statement(this.#expressions.read(node))]
    }
  }

  /** Statements side by side; where the parser found none, a name before arguments is a call. */
  #sequence(nodes: readonly SyntaxNode[]): readonly Statement[] {
    return nodes.flatMap((one) => this.read(one))
  }

  #unreadable(node: SyntaxNode): readonly Statement[] {
    const isStatement = ({ type }: SyntaxNode): boolean =>
      /_(?:statement|definition|declaration|specification|specifier)$|^(?:declaration|ERROR|preproc_if|preproc_ifdef)$/.test(
        type,
      )
    const all: Statement[] = []
    let plain: SyntaxNode[] = []
    const flush = (): void => {
      all.push(...this.#expressions.many(plain).map(statement))
      plain = []
    }
    for (const one of node.kids) {
      if (!isStatement(one)) {
        if (!NOTHING_IN_IT.test(one.type)) plain.push(one)
        continue
      }
      flush()
      all.push(...this.read(one))
    }
    flush()
    return all
  }

  #if(node: SyntaxNode): readonly Statement[] {
    const ways = [field(node, 'consequence'), field(node, 'alternative')].flatMap((one) =>
      one ? [this.read(one).filter((inner) => !isIdle(inner))] : [],
    )
    const set = ways.length === 2 ? setInEach(ways) : undefined
    const asked = this.#condition(node)
    const last = asked.at(-1)
    if (set || last?.k !== 'expr') return [...asked, ...(set ? [set] : [])]
    const [then = [], otherwise] = ways
    return [...asked.slice(0, -1), ...branchesOf(last.e, then, otherwise)]
  }

  #condition(node: SyntaxNode): readonly Statement[] {
    const condition = field(node, 'condition')
    if (condition === undefined) return []
    if (condition.type !== 'condition_clause') return [statement(this.#expressions.read(condition))]
    return condition.kids.flatMap((one) =>
      one.type === 'declaration' || one.type === 'init_statement'
        ? this.read(one)
        : [statement(this.#expressions.read(one))],
    )
  }

  #branches(...nodes: readonly (SyntaxNode | undefined)[]): readonly Statement[] {
    const filled = nodes.filter((one) => one !== undefined)
    return filled.length === 0 ? [] : filled.map((one): Statement => ({ k: 'branch', body: this.read(one) }))
  }

  #for(node: SyntaxNode): readonly Statement[] {
    const body = field(node, 'body')
    const before = node.kids.filter((one) => one !== body).flatMap((one) => this.read(one))
    return this.#loop(before, body)
  }

  #loop(before: readonly Statement[], body: SyntaxNode | undefined): readonly Statement[] {
    return [{ k: 'branch', body: [...before, ...(body ? this.read(body) : [])], isLoop: true }]
  }

  #each(node: SyntaxNode): readonly Statement[] {
    const { name } = declared(field(node, 'declarator'))
    const target: Expression = { k: 'name', id: this.#expressions.text(name), at: name?.start ?? node.start }
    const of = this.#expressions.read(field(node, 'right'))
    return [{ k: 'each', target, of, body: this.body(field(node, 'body')) }]
  }

  /**
   * The branches of `#if` are all possible. Where there is an `#else`, the first one surely takes the place of what
   * was.
   */
  #alternatives(node: SyntaxNode): readonly Statement[] {
    const parts: (readonly Statement[])[] = []
    let at: SyntaxNode | undefined = node
    let hasElse = false
    for (let i = 0; at !== undefined && i < 64; i += 1) {
      const next: SyntaxNode | undefined = field(at, 'alternative')
      hasElse ||= at.type === 'preproc_else'
      parts.push(
        at.kids
          .filter((one) => one !== next && one.field !== 'condition' && one.field !== 'name')
          .flatMap((one) => this.read(one)),
      )
      at = next
    }
    const [first = [], ...others] = parts
    const names = new Set(parts.flat().flatMap((one) => (one.k === 'let' ? one.name : [])))
    const rest = others.map((body): Statement => ({ k: 'branch', body: body.map((one) => asAssignment(one, names)) }))
    return hasElse ? [...first, ...rest] : [{ k: 'branch', body: first }, ...rest]
  }

  #function(node: SyntaxNode): readonly Statement[] {
    const { name, parameters } = declared(field(node, 'declarator'))
    const fn = this.#classes.function(node)
    if (name?.type === 'qualified_identifier') {
      const owner = this.#expressions.type(name).path.split('.').slice(0, -1).at(-1) ?? ''
      this.#classes.add(owner, fn, node)
      return []
    }
    if (parameters === undefined || fn.name === '') return this.body(field(node, 'body'))
    return [{ k: 'func', fn }]
  }

  lambda(node: SyntaxNode): FunctionIr {
    const declarator = field(node, 'declarator')
    return {
      name: '',
      at: node.start,
      params: this.#declarations.parameters(declarator && field(declarator, 'parameters')),
      body: this.body(field(node, 'body')),
    }
  }

  /** Classes and enumerations, also those that a declaration of something else brings along. */
  #types(node: SyntaxNode): readonly Statement[] {
    if (node.type === 'declaration' || node.type === 'type_definition' || node.type === 'field_declaration') {
      const type = field(node, 'type')
      const other = fields(node, 'declarator').map((one) => this.#expressions.text(declared(one).name))[0]
      return type === undefined ? [] : this.#classes.read(type, other ?? '')
    }
    return this.#classes.read(node, '')
  }

  #import(node: SyntaxNode): readonly Statement[] {
    const target = node.kids.at(-1)
    if (target === undefined) return []
    const path = this.#expressions.type(target).path
    const name = field(node, 'name')
    const isWhole = /^using\s+namespace\b/.test(this.#expressions.text(node))
    const own = name === undefined ? path.slice(path.lastIndexOf('.') + 1) : this.#expressions.text(name)
    const of: ImportIr = isWhole ? { path } : { local: own, path }
    return kid(node, 'ERROR') === undefined && path !== '' ? [{ k: 'import', of }] : []
  }
}

function asAssignment(one: Statement, names: ReadonlySet<string>): Statement {
  if (one.k !== 'let' || one.value === undefined || !names.has(one.name)) return one
  return statement({ k: 'assign', target: { k: 'name', id: one.name, at: 0 }, value: one.value })
}

/** Where each way gives the same variable a value and does nothing else, it surely is one of these. */
function setInEach(ways: readonly (readonly Statement[])[]): Statement | undefined {
  const values: Expression[] = []
  let target: Extract<Expression, { k: 'name' }> | undefined
  for (const [only, ...others] of ways) {
    if (others.length > 0 || only?.k !== 'expr' || only.e.k !== 'assign' || only.e.target.k !== 'name') return undefined
    target ??= only.e.target
    if (target.id !== only.e.target.id) return undefined
    values.push(only.e.value)
  }
  return target && statement({ k: 'assign', target, value: { k: 'choice', of: values } })
}

function isIdle(one: Statement): boolean {
  return one.k === 'expr' && one.e.k === 'other' && one.e.of.length === 0
}

/** The types that a function template is given are parameters behind the others; callers name them by their place. */
function withTypes(types: readonly string[], body: readonly Statement[]): readonly Statement[] {
  const params = types.flatMap((name, i) => (name === '' ? [] : [{ name, label: `<${i}>` }]))
  return params.length === 0
    ? body
    : body.map((one) => (one.k === 'func' ? { ...one, fn: { ...one.fn, params: [...one.fn.params, ...params] } } : one))
}
