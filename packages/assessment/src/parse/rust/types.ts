import { ExpressionReader } from '../expression-reader.ts'
import type { Expression } from '../ir.ts'
import { field, kid, type SyntaxNode } from '../syntax-node.ts'

/** A path such as `cbc::Encryptor::<Aes128>::new`, with what stands in its angle brackets. */
export interface RustPath {
  readonly parts: readonly string[]
  readonly types: readonly string[]
  /** Of the last part. */
  readonly at: number
}

/** Types that only hold another: what counts is what they hold. */
const HOLDERS = new Set(
  `Option Result Arc Rc Box Mutex RwLock RefCell Cell Cow Pin OnceCell OnceLock LazyLock Lazy LazyCell MutexGuard Ref
  Zeroizing Secret SecretBox Vec`.split(/\s+/),
)

/** The paths and types of Rust, with the aliases of the file put in. */
export abstract class RustTypes extends ExpressionReader {
  /** `type Aes128CbcEnc = cbc::Encryptor<aes::Aes128>;` */
  protected readonly aliases = new Map<string, RustPath>()
  /** Modules that are written out in the file. */
  protected readonly modules = new Set<string>()
  /** What `Self` stands for. */
  protected self: readonly string[] = []

  /** The path that a name or type is written as. */
  pathOf(node: SyntaxNode | undefined): RustPath {
    const path = this.#rawPath(node, 0)
    return this.#withoutAlias(path)
  }

  #rawPath(node: SyntaxNode | undefined, depth: number): RustPath {
    if (node === undefined || depth > 40) return { parts: [], types: [], at: node?.start ?? 0 }
    const deeper = (inner: SyntaxNode | undefined): RustPath => this.#rawPath(inner, depth + 1)
    switch (node.type) {
      case 'scoped_identifier':
      case 'scoped_type_identifier': {
        const owner = field(node, 'path')
        const name = field(node, 'name')
        const { parts, types } = owner ? this.#withoutAlias(deeper(owner)) : { parts: [], types: [] }
        return { parts: [...parts, this.text(name)], types, at: name?.start ?? node.start }
      }
      case 'generic_type':
      case 'generic_function':
      case 'generic_type_with_turbofish': {
        const inner = deeper(field(node, 'type') ?? field(node, 'function'))
        return { ...inner, types: [...inner.types, ...this.typeArgumentsOf(node)] }
      }
      case 'bracketed_type':
      case 'reference_type':
      case 'pointer_type':
      case 'dynamic_type':
      case 'abstract_type':
      case 'qualified_type':
        return deeper(
          field(node, 'type') ?? field(node, 'trait') ?? node.kids.find(({ type }) => /type|identifier/.test(type)),
        )
      case 'identifier':
      case 'type_identifier':
      case 'shorthand_field_identifier':
      case 'crate':
      case 'super':
      case 'self':
      case 'metavariable':
        return { parts: this.#segment(this.text(node)), types: [], at: node.start }
      default:
        return { parts: [], types: [], at: node.start }
    }
  }

  #segment(name: string): readonly string[] {
    if (name === 'Self') return this.self
    return name === 'self' ? [] : [name]
  }

  /** A path within a module of the same file is known by its own name here. */
  #withoutAlias(path: RustPath): RustPath {
    const [first = '', ...rest] = path.parts
    if ((first === 'super' || this.modules.has(first)) && rest.length > 0) {
      return this.#withoutAlias({ ...path, parts: rest })
    }
    const alias = this.aliases.get(first)
    if (alias === undefined) return path
    return { parts: [...alias.parts, ...rest], types: path.types.length > 0 ? path.types : alias.types, at: path.at }
  }

  /** The types in the angle brackets of a node. */
  typeArgumentsOf(node: SyntaxNode): readonly string[] {
    const list = field(node, 'type_arguments') ?? kid(node, 'type_arguments')
    return (list?.kids ?? []).filter(({ type }) => type !== 'lifetime').map((one) => this.type(one))
  }

  /** The dotted name of a type; references and types that only hold another are looked through. */
  type(node: SyntaxNode | undefined, depth = 0): string {
    if (node === undefined || depth > 20) return ''
    switch (node.type) {
      case 'generic_type': {
        const path = this.pathOf(node)
        if (!HOLDERS.has(path.parts.at(-1) ?? '')) return path.parts.join('.')
        const inner = kid(node, 'type_arguments')?.kids.find(({ type }) => type !== 'lifetime')
        return this.type(inner, depth + 1)
      }
      case 'bounded_type':
        return this.type(node.kids[0], depth + 1)
      case 'reference_type':
      case 'pointer_type':
      case 'dynamic_type':
      case 'abstract_type':
        return this.type(field(node, 'type') ?? field(node, 'trait'), depth + 1)
      default:
        return this.pathOf(node).parts.join('.')
    }
  }
}

/** A path as nested members; the place is that of its last part. */
export function toExpression({ parts, at }: RustPath): Expression {
  const [first, ...rest] = parts
  if (first === undefined) return { k: 'this' }
  return rest.reduce<Expression>((of, name) => ({ k: 'member', of, name, at }), { k: 'name', id: first, at })
}
