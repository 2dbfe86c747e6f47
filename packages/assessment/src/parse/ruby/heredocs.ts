import type { SyntaxNode } from '../syntax-node.ts'

/** The bodies of here-documents stand behind the line that begins them, in the same order. */
export function heredocsOf(root: SyntaxNode): ReadonlyMap<number, SyntaxNode> {
  const beginnings: SyntaxNode[] = []
  const bodies: SyntaxNode[] = []
  const open = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'heredoc_beginning') beginnings.push(node)
    if (node.type === 'heredoc_body') bodies.push(node)
    open.push(...node.kids)
  }
  const inOrder = (a: SyntaxNode, b: SyntaxNode): number => a.start - b.start
  beginnings.sort(inOrder)
  bodies.sort(inOrder)
  return new Map(beginnings.flatMap(({ start }, i) => (bodies[i] ? [[start, bodies[i]] as const] : [])))
}
