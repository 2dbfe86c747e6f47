/** A node of a syntax tree without what the analysis does not need. */
export interface SyntaxNode {
  readonly type: string
  /** The name of the field that this node fills in its parent. */
  readonly field: string | undefined
  readonly start: number
  readonly end: number
  /** Only named nodes and those that fill a field. */
  readonly kids: readonly SyntaxNode[]
}

/** The first child that fills a field. */
export function field(node: SyntaxNode, name: string): SyntaxNode | undefined {
  return node.kids.find((kid) => kid.field === name)
}

/** Every child that fills a field. */
export function fields(node: SyntaxNode, name: string): readonly SyntaxNode[] {
  return node.kids.filter((kid) => kid.field === name)
}

/** The first child of one of these types. */
export function kid(node: SyntaxNode, ...types: readonly string[]): SyntaxNode | undefined {
  return node.kids.find(({ type }) => types.includes(type))
}

/** Every child of one of these types. */
export function kidsOf(node: SyntaxNode, ...types: readonly string[]): readonly SyntaxNode[] {
  return node.kids.filter(({ type }) => types.includes(type))
}
