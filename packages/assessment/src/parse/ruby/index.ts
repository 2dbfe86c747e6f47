import { branchesOf, valuesOf } from '../conditions.ts'
import type { Case, Expression, ModuleIr, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, fields, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { RubyClasses } from './classes.ts'

/** Reads Ruby. The last value of a method is its result; a module counts as a class. */
export function readRuby(root: SyntaxNode, source: string): ModuleIr {
  const reader = new RubyReader(root, source)
  const body = root.kids.flatMap((node) => reader.statements(node))
  const imports = reader.included.map((path): Statement => ({ k: 'import', of: { path } }))
  const libraries = [...reader.outermost].map((path): Statement => ({ k: 'import', of: { local: `::${path}`, path } }))
  return { body: [...imports, ...libraries, ...body], usesConstantsLater: true }
}

class RubyReader extends RubyClasses {
  statements(node: SyntaxNode): readonly Statement[] {
    switch (node.type) {
      case 'method':
      case 'singleton_method':
        return [{ k: 'func', fn: this.method(node) }]
      case 'class':
      case 'module':
        return [{ k: 'class', cls: this.class(node) }]
      case 'assignment':
        return this.#assignment(node)
      case 'call':
        return this.callStatement(node)
      case 'return':
      case 'next':
      case 'break': {
        const [value] = node.kids
        return value ? [{ k: 'return', e: this.expression(value) }] : []
      }
      case 'for': {
        const of = field(node, 'value')?.kids[0]
        const pattern = field(node, 'pattern')
        const body = field(node, 'body')
        if (pattern) this.locals.add(this.text(pattern))
        return [
          {
            k: 'each',
            target: pattern ? this.expression(pattern) : NOTHING,
            of: of ? this.expression(of) : NOTHING,
            body: body ? this.#all(body.kids) : [],
          },
        ]
      }
      default:
        return this.#control(node, (nodes) => this.#all(nodes)) ?? [statement(this.expression(node))]
    }
  }

  #all(nodes: readonly SyntaxNode[]): readonly Statement[] {
    return nodes.flatMap((node) => this.statements(node))
  }

  returning(nodes: readonly SyntaxNode[]): readonly Statement[] {
    const parts = nodes.filter(({ type }) => type !== 'heredoc_body')
    const end = parts.findIndex(({ type }) => /^(?:rescue|else|ensure)$/.test(type))
    const main = end < 0 ? parts : parts.slice(0, end)
    const last = main.at(-1)
    const handlers = end < 0 ? [] : parts.slice(end)
    return [
      ...this.#all(main.slice(0, -1)),
      ...(last ? this.#returned(last) : []),
      ...handlers.map((one): Statement => ({ k: 'branch', body: this.returning(one.kids) })),
    ]
  }

  #returned(node: SyntaxNode): readonly Statement[] {
    if (
      /^(?:method|singleton_method|class|module|return|next|for|while|until|while_modifier|rescue)$/.test(node.type)
    ) {
      return this.statements(node)
    }
    const controlled = this.#control(node, (nodes) => this.returning(nodes))
    if (controlled) return controlled
    if (node.type === 'assignment' && field(node, 'left')?.type === 'left_assignment_list') return this.statements(node)
    return [{ k: 'return', e: this.expression(node) }]
  }

  /** Statements that hold others; `run` reads what is inside. Undefined for what is an expression. */
  #control(
    node: SyntaxNode,
    run: (nodes: readonly SyntaxNode[]) => readonly Statement[],
  ): readonly Statement[] | undefined {
    const body = field(node, 'body')
    const condition = field(node, 'condition') ?? (node.type.startsWith('case') ? field(node, 'value') : undefined)
    const question = condition && this.condition(condition)
    const asked = question ? [statement(question), ...this.#typesAsked(node)] : []
    const branch = (one: SyntaxNode | undefined): readonly Statement[] =>
      one ? [{ k: 'branch', body: run(one.type === 'elsif' ? [one] : one.kids) }] : []
    switch (node.type) {
      case 'begin':
      case 'then':
      case 'else':
      case 'ensure':
      case 'do':
      case 'body_statement':
      case 'parenthesized_statements':
        return run(node.kids)
      case 'if':
      case 'elsif': {
        const otherwise = field(node, 'alternative')
        return branchesOf(
          question,
          run(field(node, 'consequence')?.kids ?? []),
          otherwise && run(otherwise.type === 'elsif' ? [otherwise] : otherwise.kids),
        )
      }
      case 'unless':
        return [...asked, ...branch(field(node, 'consequence')), ...branch(field(node, 'alternative'))]
      case 'if_modifier':
        return branchesOf(question, body ? run([body]) : [], undefined)

      case 'unless_modifier':
        return [...asked, { k: 'branch', body: body ? run([body]) : [] }]
      case 'while_modifier':
      case 'until_modifier':
        return [...asked, { k: 'branch', body: body ? run([body]) : [], isLoop: true }]
      case 'while':
      case 'until':
        return [...asked, { k: 'branch', body: body ? this.#all(body.kids) : [], isLoop: true }]
      case 'case':
      case 'case_match':
        return [
          ...asked,
          ...this.#cases(node, question).map(
            ({ nodes, when }): Statement => ({ k: 'branch', body: run(nodes), ...when }),
          ),
        ]
      case 'rescue':
        return [{ k: 'branch', body: body ? run(body.kids) : [] }]
      case 'heredoc_body':
      case 'comment':
      case 'empty_statement':
      case 'alias':
      case 'undef':
        return []
      default:
        return undefined
    }
  }

  /** The ways of a `case`: which one is taken is chosen by whoever passes what is asked for. */
  #cases(
    node: SyntaxNode,
    of: Expression | undefined,
  ): readonly { readonly nodes: readonly SyntaxNode[]; readonly when: { when?: Case } }[] {
    const ways = kidsOf(node, 'when', 'in_clause', 'else')
    const labels = ways.map((one) =>
      fields(one, 'pattern').map((inner) =>
        this.expression(inner.type === 'pattern' ? (inner.kids[0] ?? inner) : inner),
      ),
    )
    const all = labels.flat()
    return ways.map((one, i) => {
      const nodes = one.type === 'else' ? one.kids : (field(one, 'body')?.kids ?? [])
      if (of === undefined) return { nodes, when: {} }
      const is = labels[i] ?? []
      const when: Case = one.type === 'else' ? { of, is: all, isOthers: true } : { of, is }
      return { nodes, when: when.is.length > 0 ? { when } : {} }
    })
  }

  branchValues(node: SyntaxNode): Expression {
    const condition = field(node, 'condition') ?? (node.type.startsWith('case') ? field(node, 'value') : undefined)
    const asked = condition && this.condition(condition)
    if (node.type === 'if') {
      const [then, ...others] = [field(node, 'consequence'), field(node, 'alternative')].map((one) => this.#partOf(one))
      const [way, ...rest] = [...(then ?? []), ...others.flat()].map((nodes) => this.#blockOf(nodes))
      const value = valuesOf(asked, way ?? NOTHING, rest.length === 1 ? rest[0] : undefined)
      return {
        k: 'block',
        body: asked ? [statement(asked)] : [],
        value: rest.length === 1 ? value : [...value, ...rest],
      }
    }
    if (node.type === 'case') {
      const value = this.#cases(node, asked).map(({ nodes, when: { when } }): Expression => {
        const own = this.#blockOf(nodes)
        return when ? { k: 'case', when, value: own } : own
      })
      return { k: 'block', body: asked ? [statement(asked), ...this.#typesAsked(node)] : [], value }
    }
    const parts =
      node.type === 'begin' || node.type === 'parenthesized_statements'
        ? [node.kids]
        : [
            field(node, 'consequence'),
            field(node, 'alternative'),
            ...kidsOf(node, 'when', 'in_clause', 'else'),
          ].flatMap((one) => this.#partOf(one))
    return {
      k: 'block',
      body: asked ? [statement(asked), ...this.#typesAsked(node)] : [],
      value: parts.map((nodes) => this.#blockOf(nodes)),
    }
  }

  /** The types of `when OpenSSL::PKey::RSA` and `in OpenSSL::PKey::RSA`. */
  #typesAsked(node: SyntaxNode): readonly Statement[] {
    const patterns = kidsOf(node, 'when', 'in_clause').flatMap((one) =>
      one.kids.filter((kid) => kid.field === 'pattern').flatMap((kid) => (kid.type === 'pattern' ? kid.kids : [kid])),
    )
    return this.typeTests(patterns, NOTHING).map(statement)
  }

  #partOf(node: SyntaxNode | undefined): readonly (readonly SyntaxNode[])[] {
    if (node === undefined) return []
    if (node.type === 'elsif') {
      return [...this.#partOf(field(node, 'consequence')), ...this.#partOf(field(node, 'alternative'))]
    }
    return [node.type === 'when' || node.type === 'in_clause' ? (field(node, 'body')?.kids ?? []) : node.kids]
  }

  #blockOf(nodes: readonly SyntaxNode[]): Expression {
    const last = nodes.at(-1)
    const body: readonly Statement[] = [{ k: 'branch', body: this.#all(nodes.slice(0, -1)) }]
    return { k: 'block', body, value: last ? [this.expression(last)] : [] }
  }

  #assignment(node: SyntaxNode): readonly Statement[] {
    const left = field(node, 'left')
    const right = field(node, 'right')
    if (!left || !right) return []
    if (left.type === 'left_assignment_list') {
      return [{ k: 'unpack', targets: this.targetsOf(left), value: this.expression(right) }]
    }
    if (left.type !== 'constant') return [statement(this.expression(node))]
    const made = this.structure(this.text(left), left.start, right)
    if (made) return [{ k: 'class', cls: made }]
    return [{ k: 'let', name: this.text(left), value: this.expression(right), isStatic: true }]
  }

  callStatement(node: SyntaxNode): readonly Statement[] {
    const name = field(node, 'receiver') ? '' : this.text(field(node, 'method'))
    if (name === 'include' || name === 'extend' || name === 'prepend') {
      for (const one of field(node, 'arguments')?.kids ?? []) this.included.push(this.path(one))
      return []
    }
    if (name === 'require' || name === 'require_relative' || name === 'load') return []
    return [statement(this.expression(node))]
  }
}
