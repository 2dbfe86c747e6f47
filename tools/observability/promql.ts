import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** One use of a series in a query. */
interface SeriesUse {
  readonly metric: string
  /** Labels that a matcher of the series names, or a grouping around it. */
  readonly labels: readonly string[]
}

/**
 * Reads a query with Prometheus' own grammar.
 *
 * @returns every series that it uses.
 * @throws where it is no PromQL, with the place; where a series is named by a matcher of `__name__` alone; where a
 * grouping is `without`, which says nothing of the labels that are left.
 */
export function readQuery(query: string): SeriesUse[] {
  const tree = parser.parse(query)
  const uses: SeriesUse[] = []
  const textOf = ({ from, to }: SyntaxNode) => query.slice(from, to)

  function walk(node: SyntaxNode, grouping: readonly string[]): void {
    if (node.type.isError) throw new Error(`is no PromQL at ${node.from}: ${query.slice(node.from, node.from + 20)}`)
    if (node.name === 'Without') throw new Error('groups by what it leaves out')
    if (node.name === 'VectorSelector') {
      const identifier = node.getChild('Identifier')
      if (identifier === null) throw new Error('names no metric')
      uses.push({ metric: textOf(identifier), labels: [...grouping, ...labelNames(node)] })
    }
    const own = node.getChild('AggregateModifier')?.getChild('GroupingLabels')
    const inside = own === null || own === undefined ? grouping : [...grouping, ...labelNames(own)]
    for (const child of childrenOf(node)) walk(child, inside)
  }

  function labelNames(node: SyntaxNode): string[] {
    return childrenOf(node).flatMap((child) => (child.name === 'LabelName' ? [textOf(child)] : labelNames(child)))
  }

  walk(tree.topNode, [])
  return uses
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}
