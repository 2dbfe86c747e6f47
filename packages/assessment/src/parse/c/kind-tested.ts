import { type Expression, NOTHING } from '../ir.ts'
import type { SyntaxNode } from '../syntax-node.ts'

/**
 * A test for a constant in capitals, which may be a library's for a kind of key (`EVP_PKEY_RSA`); the rules say which
 * are. Other names that are compared are no use.
 */
export function kindTested(node: SyntaxNode | undefined, text: string): readonly Expression[] {
  const isConstant = node?.type === 'identifier' && /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(text)
  return isConstant ? [{ k: 'cast', type: text, of: NOTHING, at: node.start }] : []
}
