import type { TreeCursor } from 'web-tree-sitter'
import type { SyntaxNode } from './syntax-node.ts'

/** Deeper nodes are left out: no reader nests so deep, and the analysis may recurse without fear. */
export const MAX_TREE_DEPTH = 300
/** A file of 1 MB has some 200,000 named nodes. */
export const MAX_TREE_NODES = 1_000_000
const CHECK_EVERY = 16_384

interface OpenNode extends SyntaxNode {
  kids: SyntaxNode[]
}

/** Most nodes have none; a million empty lists would take more memory than the rest of them. Nobody adds to it. */
const NO_KIDS: SyntaxNode[] = []

/** Names of node types and fields, so that none crosses from WebAssembly twice. */
export interface NameTables {
  readonly type: (id: number) => string
  readonly field: (id: number) => string | undefined
}

/**
 * Copies a tree out of WebAssembly in one pass, without recursion. Comments are left out. Throws a `RangeError` where
 * the tree has more than `MAX_TREE_NODES` nodes, or where time or memory are used up.
 */
export function readTree(cursor: TreeCursor, names: NameTables, mayGoOn: () => boolean = () => true): SyntaxNode {
  const root = openNode(cursor, names)
  const path: OpenNode[] = [root]
  let count = 0
  let goesDown = true
  for (;;) {
    if (goesDown && path.length < MAX_TREE_DEPTH && cursor.gotoFirstChild()) {
      count = countNode(count, mayGoOn)
      path.push(takeNode(cursor, names, path))
      continue
    }
    close(path.pop())
    if (path.length === 0) return root
    if (cursor.gotoNextSibling()) {
      count = countNode(count, mayGoOn)
      path.push(takeNode(cursor, names, path))
      goesDown = true
    } else {
      if (!cursor.gotoParent()) return root
      goesDown = false
    }
  }
}

/** A list that grew by pushing has room for more than it will ever hold. */
function close(node: OpenNode | undefined): void {
  if (node !== undefined && node.kids.length > 1) node.kids = node.kids.slice()
}

function countNode(count: number, mayGoOn: () => boolean): number {
  if (count >= MAX_TREE_NODES || (count % CHECK_EVERY === CHECK_EVERY - 1 && !mayGoOn()))
    throw new RangeError('the syntax tree is too large')
  return count + 1
}

function takeNode(cursor: TreeCursor, names: NameTables, path: readonly OpenNode[]): OpenNode {
  const node = openNode(cursor, names)
  const isKept = (cursor.nodeIsNamed && !node.type.endsWith('comment')) || node.field !== undefined
  const parent = path.at(-1)
  if (isKept && parent !== undefined) {
    if (parent.kids.length === 0) parent.kids = [node]
    else parent.kids.push(node)
  }
  return node
}

function openNode(cursor: TreeCursor, names: NameTables): OpenNode {
  return {
    type: names.type(cursor.nodeTypeId),
    field: names.field(cursor.currentFieldId),
    start: cursor.startIndex,
    end: cursor.endIndex,
    kids: NO_KIDS,
  }
}
