import type { Case, Expression, Statement } from '../ir.ts'
import { NOTHING } from '../ir.ts'
import { statement } from '../reader.ts'
import { field, kidsOf, type SyntaxNode } from '../syntax-node.ts'
import type { CExpressions } from './expressions.ts'
import { kindTested } from './kind-tested.ts'

/** The ways of a `switch`: each says which values take it, so that who passes one of them chooses what is in it. */
export function waysOf(
  node: SyntaxNode,
  expressions: CExpressions,
  read: (nodes: readonly SyntaxNode[]) => readonly Statement[],
): readonly Statement[] {
  const body = field(node, 'body')
  if (body === undefined) return []
  const condition = field(node, 'condition')
  const of = condition === undefined ? NOTHING : expressions.read(condition.kids.at(-1) ?? condition)
  const isFollowed = of.k === 'name' || of.k === 'member'
  const labelOf = new Map(kidsOf(body, 'case_statement').map((one) => [one, labelsOf(one, expressions)]))
  const all = [...labelOf.values()].flat()
  let labels: Expression[] = []
  let hasOthers = false
  return body.kids.flatMap((one): readonly Statement[] => {
    if (one.type !== 'case_statement') return read([one])
    const value = field(one, 'value')
    labels.push(...(labelOf.get(one) ?? []))
    hasOthers ||= value === undefined
    const inside = one.kids.filter((inner) => inner.field !== 'value')
    const tests = kindTested(value, expressions.text(value)).map(statement)
    // A label without statements shares those of the next one.
    if (inside.length === 0) return tests
    const when: Case = hasOthers
      ? { of, is: all.filter((label) => !labels.includes(label)), isOthers: true }
      : { of, is: labels }
    labels = []
    hasOthers = false
    return [{ k: 'branch', body: [...tests, ...read(inside)], ...(isFollowed ? { when } : {}) }]
  })
}

function labelsOf(node: SyntaxNode, expressions: CExpressions): readonly Expression[] {
  const value = field(node, 'value')
  return value === undefined ? [] : [expressions.key(value)]
}
