import type { ImportIr } from '../ir.ts'
import { textOf } from '../reader.ts'
import { field, type SyntaxNode } from '../syntax-node.ts'

/**
 * Reads what a `use` brings in: trees, renamed names, everything of a module. `known` has what earlier ones brought in,
 * by which later paths may start.
 */
export function readUse(
  argument: SyntaxNode | undefined,
  source: string,
  known: Map<string, string>,
): readonly ImportIr[] {
  return new UseReader(source, known).read(argument, '')
}

class UseReader {
  readonly #source: string
  readonly #imports: Map<string, string>

  constructor(source: string, known: Map<string, string>) {
    this.#source = source
    this.#imports = known
  }

  #text(node: SyntaxNode | undefined): string {
    return node === undefined ? '' : textOf(node, this.#source)
  }

  read(node: SyntaxNode | undefined, before: string): readonly ImportIr[] {
    if (node === undefined) return []
    const path = (inner: SyntaxNode | undefined): string => this.#importPath(inner, before)
    switch (node.type) {
      case 'use_list':
        return node.kids.flatMap((one) => this.read(one, before))
      case 'scoped_use_list':
        return this.read(field(node, 'list'), path(field(node, 'path')))
      case 'use_wildcard':
        return [{ path: path(node.kids[0]) }]
      case 'use_as_clause':
        return [this.#import(this.#text(field(node, 'alias')), path(field(node, 'path')))]
      case 'self':
        return [this.#import(before.slice(before.lastIndexOf('.') + 1), before)]
      default: {
        const whole = path(node)
        return whole === '' ? [] : [this.#import(whole.slice(whole.lastIndexOf('.') + 1), whole)]
      }
    }
  }

  #importPath(node: SyntaxNode | undefined, before: string): string {
    if (node === undefined) return before
    const own = this.#text(node)
      .replaceAll('::', '.')
      .replaceAll(/\s/g, '')
      .replace(/^\.|^self\.|^r#/g, '')
    if (node.type === 'self') return before
    const whole = before === '' ? own : `${before}.${own}`
    const [first = ''] = whole.split('.')
    const known = before === '' ? this.#imports.get(first) : undefined
    // `use jsonwebtoken as jwt; use jwt::Header;`, but not `use anyhow::anyhow; use anyhow::Context;`
    return known === undefined || known.startsWith(`${first}.`) ? whole : known + whole.slice(first.length)
  }

  #import(local: string, path: string): ImportIr {
    if (local !== '_' && path !== local) this.#imports.set(local, path)
    return { local, path }
  }
}
