import { type Expression, type ModuleIr, NOTHING, type Statement } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, kid, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import { CLASS_TYPES, KotlinClasses } from './classes.ts'
import { isKotlinType } from './text.ts'
import { kotlinKids } from './tree.ts'

/** Reads Kotlin, programs and scripts. */
export function readKotlin(root: SyntaxNode, source: string): ModuleIr {
  const reader = new KotlinReader(source)
  const header = kid(root, 'package_header')
  const body = kotlinKids(root).flatMap((node) => reader.statements(node))
  const read = { body, usesConstantsLater: true } as const
  return header ? { package: reader.dotted(header), ...read } : read
}

class KotlinReader extends KotlinClasses {
  readonly #imports = new Map<string, string>()

  statements(node: SyntaxNode): readonly Statement[] {
    if (CLASS_TYPES.has(node.type)) return [{ k: 'class', cls: this.class(node) }]
    switch (node.type) {
      case 'import':
        return this.#import(node)
      case 'type_alias':
        return this.#alias(node)
      case 'property_declaration':
        return this.property(node)
      case 'function_declaration':
        return [this.#functionStatement(node)]
      case 'function_body':
        return this.#body(node)
      case 'block':
      case 'ERROR':
        return kotlinKids(node).flatMap((one) => this.statements(one))
      case 'return_expression': {
        const value = kotlinKids(node).findLast(({ field: name }) => name !== 'label')
        return [{ k: 'return', e: value ? this.expression(value) : NOTHING }]
      }
      case 'for_statement':
        return this.#each(node)
      case 'while_statement':
      case 'do_while_statement':
        return [{ k: 'branch', body: kotlinKids(node).flatMap((one) => this.statements(one)), isLoop: true }]
      default:
        return this.#other(node)
    }
  }

  #other(node: SyntaxNode): readonly Statement[] {
    if (/^(?:package_header|file_annotation|modifiers|label|annotation|comment)/.test(node.type)) return []
    if (isKotlinType(node) || /(?:variable_declaration|parameters|constructor|specifiers)$/.test(node.type)) return []
    return [statement(this.expression(node))]
  }

  dotted(node: SyntaxNode): string {
    return this.text(kid(node, 'qualified_identifier', 'identifier')).replaceAll(/[\s`]/g, '')
  }

  #import(node: SyntaxNode): readonly Statement[] {
    const path = this.dotted(node)
    if (this.text(node).trimEnd().endsWith('*')) return [{ k: 'import', of: { path } }]
    const alias = kid(node, 'identifier')
    const local = alias && node.kids.length > 1 ? this.text(alias) : path.slice(path.lastIndexOf('.') + 1)
    this.#imports.set(local, path)
    return [{ k: 'import', of: { local, path } }]
  }

  /** Another name for a type is like an import of it. */
  #alias(node: SyntaxNode): readonly Statement[] {
    const local = this.text(field(node, 'type'))
    const type = this.type(node.kids.find(isKotlinType))
    const [first = ''] = type.split('.')
    const imported = this.#imports.get(first)
    const path = imported === undefined ? type : imported + type.slice(first.length)
    return path === '' ? [] : [{ k: 'import', of: { local, path } }]
  }

  /** A function that extends a type of another file belongs to that type. */
  #functionStatement(node: SyntaxNode): Statement {
    const fn = this.function(node)
    const type = this.extendedType(node)
    if (!this.#imports.has(type)) return { k: 'func', fn }
    const none = { supers: [], fields: [], constructors: [], constants: [], inner: [] }
    return { k: 'class', cls: { name: type, at: node.start, methods: [fn], isExtension: true, ...none } }
  }

  #body(node: SyntaxNode): readonly Statement[] {
    const block = kid(node, 'block')
    const [first] = kotlinKids(node)
    if (block && block === first) return this.statements(block)
    return first ? [{ k: 'return', e: this.expression(first) }] : []
  }

  #each(node: SyntaxNode): readonly Statement[] {
    const kids = kotlinKids(node).filter(({ type }) => type !== 'label' && type !== 'annotation')
    const [named, of, ...body] = kids
    if (!named) return []
    const names = named.type === 'multi_variable_declaration' ? kidsOf(named, 'variable_declaration') : [named]
    const targets = names.map((one): Expression => {
      const name = kid(one, 'identifier') ?? one
      return { k: 'name', id: this.text(name), at: name.start }
    })
    const [only = NOTHING] = targets
    return [
      {
        k: 'each',
        target: targets.length > 1 ? { k: 'list', items: targets } : only,
        of: of ? this.expression(of) : NOTHING,
        body: body.flatMap((one) => this.statements(one)),
      },
    ]
  }
}
