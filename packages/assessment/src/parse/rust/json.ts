import { type Expression, type MapEntry, NOTHING } from '../ir.ts'
import { field, kid, type SyntaxNode } from '../syntax-node.ts'

const MAX_DEPTH = 16
/** Whose inside is written like JSON: of serde_json. */
const JSON_MACRO = /(?:^|::)\s*json$/

/** The map of texts that `json!({ "alg": "ES256" })` is; what else stands in it is of no known value. */
export function jsonOf(node: SyntaxNode, source: string): Expression {
  const macro = field(node, 'macro')
  const tree = kid(node, 'token_tree')
  if (macro === undefined || tree === undefined || !JSON_MACRO.test(source.slice(macro.start, macro.end)))
    return NOTHING
  return mapIn(tree, source, 0)
}

function mapIn(tree: SyntaxNode, source: string, depth: number): Expression {
  const entries: MapEntry[] = []
  for (const [i, key] of tree.kids.entries()) {
    const value = tree.kids[i + 1]
    if (key.type === 'token_tree' && depth < MAX_DEPTH) {
      entries.push({ key: { k: 'str', v: '' }, value: mapIn(key, source, depth + 1) })
      continue
    }
    if (key.type !== 'string_literal' || value === undefined) continue
    if (!/^\s*:\s*$/.test(source.slice(key.end, value.start))) continue
    const text = value.type === 'string_literal' ? { k: 'str' as const, v: inside(value, source) } : NOTHING
    entries.push({ key: { k: 'str', v: inside(key, source) }, value: text, at: key.start })
  }
  return { k: 'map', entries }
}

function inside({ start, end }: SyntaxNode, source: string): string {
  return source.slice(start + 1, end - 1)
}
