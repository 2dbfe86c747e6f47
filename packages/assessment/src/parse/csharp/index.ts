import { branchesOf } from '../conditions.ts'
import { type Expression, type ModuleIr, NOTHING, type Statement } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, type SyntaxNode } from '../syntax-node.ts'
import { CLASS_TYPES, CONDITIONAL, CSharpClasses } from './classes.ts'

/** Reads C#. */
export function readCSharp(root: SyntaxNode, source: string): ModuleIr {
  const reader = new CSharpReader(source)
  const body = root.kids.flatMap((node) => reader.statements(node))
  const read = { body, usesConstantsLater: true } as const
  return reader.namespace === '' ? read : { package: reader.namespace, ...read }
}

class CSharpReader extends CSharpClasses {
  namespace = ''

  statements(node: SyntaxNode): readonly Statement[] {
    if (CLASS_TYPES.has(node.type)) return [{ k: 'class', cls: this.class(node) }]
    switch (node.type) {
      case 'using_directive':
        return this.#using(node)
      case 'namespace_declaration':
      case 'file_scoped_namespace_declaration':
        return this.#namespace(node)
      case 'block':
      case 'declaration_list':
      case 'global_statement':
      case 'arrow_expression_clause':
        return this.#inside(node)
      case 'local_declaration_statement':
      case 'field_declaration':
        return this.variables(node)
      case 'local_function_statement':
        return [{ k: 'func', fn: this.function(node) }]
      case 'return_statement':
      case 'yield_statement':
        return [{ k: 'return', e: node.kids[0] ? this.expression(node.kids[0], this.returnType) : NOTHING }]
      case 'expression_statement':
        return node.kids.map((one) => statement(this.expression(one)))
      case 'foreach_statement':
        return this.#each(node)
      case 'if_statement':
        return this.#if(node)
      case 'switch_statement':
        return this.#switch(node)
      default:
        return this.#other(node)
    }
  }

  #other(node: SyntaxNode): readonly Statement[] {
    const { type } = node
    if (CONDITIONAL.test(type))
      return node.kids.flatMap((one) => (one.field === 'condition' ? [] : this.statements(one)))
    if (/^preproc|declaration$|modifier|attribute_list|catch_declaration|^(?:identifier|label)/.test(type)) {
      return type === 'variable_declaration' ? this.variables(node) : []
    }
    if (/_statement$|_clause$|^switch_section$/.test(type)) {
      const body = this.#inside(node)
      const runsAlways = /^(?:using|lock|try|fixed|checked|unsafe|labeled|finally)_/.test(type)
      if (/^(?:while|do|for)_statement$/.test(type)) return [{ k: 'branch', body, isLoop: true }]
      return runsAlways ? body : [{ k: 'branch', body }]
    }
    return [statement(this.expression(node))]
  }

  #inside(node: SyntaxNode): readonly Statement[] {
    return node.kids.flatMap((one) => this.statements(one))
  }

  #namespace(node: SyntaxNode): readonly Statement[] {
    const name = field(node, 'name')
    if (this.namespace === '') this.namespace = this.text(name)
    return node.kids.flatMap((one) => (one === name ? [] : this.statements(one)))
  }

  #using(node: SyntaxNode): readonly Statement[] {
    const alias = field(node, 'name')
    const path = this.type(node.kids.find((one) => one !== alias))
    return [{ k: 'import', of: alias ? { local: this.text(alias), path } : { path } }]
  }

  #if(node: SyntaxNode): readonly Statement[] {
    const condition = field(node, 'condition')
    const [then, otherwise] = node.kids.filter((one) => one !== condition)
    return branchesOf(
      condition && this.expression(condition),
      then ? this.statements(then) : [],
      otherwise && this.statements(otherwise),
    )
  }

  #switch(node: SyntaxNode): readonly Statement[] {
    const { of, body: before } = this.subject(field(node, 'value'))
    const sections = field(node, 'body')?.kids ?? []
    const all = sections.flatMap(({ kids }) => kids.filter(isPattern))
    let open: readonly SyntaxNode[] = []
    return [
      ...before,
      ...sections.map((section): Statement => {
        const own = section.kids.filter(isPattern)
        const patterns = own.length === 0 ? [] : [...open, ...own]
        // What has no statements goes on in the next section.
        open = section.kids.length === own.length ? patterns : []
        const when = this.caseOf(of, patterns, all)
        const body = section.kids.flatMap((one) =>
          isPattern(one) ? this.pattern(one, of) : one.type === 'when_clause' ? [] : this.statements(one),
        )
        return when ? { k: 'branch', body, when } : { k: 'branch', body }
      }),
    ]
  }

  #each(node: SyntaxNode): readonly Statement[] {
    const left = field(node, 'left')
    const of = field(node, 'right')
    const body = field(node, 'body')
    if (!left) return []
    const target: Expression =
      left.type === 'tuple_pattern'
        ? { k: 'list', items: left.kids.map((one) => this.expression(one)) }
        : this.expression(left)
    return [
      {
        k: 'each',
        target,
        of: of ? this.expression(of) : NOTHING,
        body: body ? this.statements(body) : [],
      },
    ]
  }
}

function isPattern({ type }: SyntaxNode): boolean {
  return type.endsWith('_pattern')
}
