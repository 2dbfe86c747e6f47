import type { Expression } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { dotted, textOf } from '../reader.ts'
import type { SyntaxNode } from '../syntax-node.ts'

/** Constants of the openssl extension that say of what kind a key is. */
const KEY_TYPES = /^\\?OPENSSL_KEYTYPE_[A-Z0-9]+$/

/** What names mean in PHP: imports, namespaces and types. Parts of names are joined by dots. */
export abstract class PhpNames {
  readonly #source: string
  /** Of the class that is read; empty outside of classes. */
  protected className = ''
  protected baseName = ''
  protected namespace = ''
  /** Of the class that is read. */
  protected methodNames: ReadonlySet<string> = new Set()
  /** Within a condition. */
  protected isDeciding = false
  /** What files bring in by names of their own, and the full names that need none. */
  readonly imports = new Map<string, string>()

  constructor(source: string) {
    this.#source = source
  }

  abstract expression(node: SyntaxNode): Expression

  text(node: SyntaxNode | undefined): string {
    return node === undefined ? '' : textOf(node, this.#source)
  }

  /** A name with its namespace. What begins with `\` is the full name, as if it had been imported. */
  qualified(node: SyntaxNode): Expression {
    const path = this.text(node).replaceAll(/\s/g, '').replaceAll('\\', '.')
    if (!path.startsWith('.')) return dotted(path.replace(/^namespace\./, ''), node.start)
    const [first = '', ...rest] = path.slice(1).split('.')
    if (rest.length === 0) return { k: 'name', id: first, at: node.start }
    this.imports.set(`\\${first}`, first)
    return dotted([`\\${first}`, ...rest].join('.'), node.start)
  }

  scope(node: SyntaxNode): Expression {
    const text = this.text(node)
    if (text === 'parent') return this.baseName === '' ? { k: 'super' } : dotted(this.baseName, node.start)
    return { k: 'this' }
  }

  /** The class before `::` or behind `new`; without an import it is one of the own namespace. */
  protected owner(node: SyntaxNode): Expression {
    if (node.type !== 'name') return this.expression(node)
    const id = this.text(node)
    if (id === 'static' || id === 'self') return { k: 'name', id: this.className, at: node.start }
    this.typeName(id)
    return { k: 'name', id, at: node.start }
  }

  /** Says where an unqualified class stands, and gives its name back. */
  protected typeName(id: string): string {
    if (this.namespace !== '' && /^\w+$/.test(id) && !this.imports.has(id)) {
      this.imports.set(id, `${this.namespace}.${id}`)
    }
    return id
  }

  /** The name of a class as a type; nothing for types that say nothing. */
  type(node: SyntaxNode | undefined): string {
    if (node === undefined || node.type === 'primitive_type') return ''
    if (node.type === 'optional_type') return this.type(node.kids[0])
    const named = node.type === 'named_type' ? node.kids[0] : undefined
    return named ? this.namedType(named) : ''
  }

  /** What is read within a condition. */
  protected deciding<T>(read: () => T): T {
    this.isDeciding = true
    const result = read()
    this.isDeciding = false
    return result
  }

  /** A function is no method, also where the class has one of that name. */
  protected calledFunction(node: SyntaxNode): Expression {
    const name = this.text(node)
    // `($this->make)(...)` calls what a property holds.
    if (node.type === 'parenthesized_expression') return { k: 'choice', of: [this.expression(node)] }
    if (node.type !== 'name' || !this.methodNames.has(name) || this.imports.has(name)) return this.expression(node)
    this.imports.set(`\\${name}`, name)
    return { k: 'name', id: `\\${name}`, at: node.start }
  }

  /** The kinds of keys that are asked for: each is the type of a cast. */
  protected keyTypes(nodes: readonly (SyntaxNode | undefined)[]): readonly Expression[] {
    return nodes.flatMap((node): Expression[] => {
      const name = this.text(node)
      if (node === undefined || !KEY_TYPES.test(name)) return []
      return [{ k: 'cast', type: name.replace(/^\\/, ''), of: NOTHING, at: node.start }]
    })
  }

  protected namedType(named: SyntaxNode): string {
    if (named.type !== 'qualified_name') return this.typeName(this.text(named))
    const path = this.text(named).replaceAll('\\', '.')
    if (!path.startsWith('.')) return path
    const first = path.slice(1).split('.')[0] ?? ''
    this.imports.set(`\\${first}`, first)
    return `\\${path.slice(1)}`
  }
}
