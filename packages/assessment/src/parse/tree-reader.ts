import { field, type SyntaxNode } from './syntax-node.ts'

/** The small steps that readers of syntax trees share; `T` is what an expression is read as. */
export abstract class TreeReader<T> {
  readonly source: string
  readonly #nothing: T

  /** `nothing`: what stands for an expression that is not there. */
  constructor(source: string, nothing: T) {
    this.source = source
    this.#nothing = nothing
  }

  abstract expression(node: SyntaxNode): T

  /** The text of a node, empty where there is none. */
  text(node: SyntaxNode | undefined): string {
    return node === undefined ? '' : this.source.slice(node.start, node.end)
  }

  /** A node that may not be there. */
  optional(node: SyntaxNode | undefined): T {
    return node === undefined ? this.#nothing : this.expression(node)
  }

  /** What fills a field of a node. */
  inField(node: SyntaxNode, name: string): T {
    return this.optional(field(node, name))
  }

  /** The first child. */
  first(node: SyntaxNode): T {
    return this.optional(node.kids[0])
  }
}
