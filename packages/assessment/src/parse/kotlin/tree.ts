import { kid, type SyntaxNode } from '../syntax-node.ts'

/**
 * The children of a node. The grammar takes `f<T>(x)` for a comparison or gives up on its beginning; here it is the
 * call that it is.
 */
export function kotlinKids(node: SyntaxNode): readonly SyntaxNode[] {
  if (!node.kids.some(({ type }) => type === 'ERROR')) return node.kids
  const kids: SyntaxNode[] = []
  for (const one of node.kids) {
    const before = kids.at(-1)
    const list = before?.type === 'ERROR' ? typeArgumentsIn(before) : undefined
    if (before && list && (one.type === 'parenthesized_expression' || one.type === 'lambda_literal')) {
      kids[kids.length - 1] = callOf(before, list, one)
    } else kids.push(one)
  }
  return kids
}

function typeArgumentsIn(node: SyntaxNode): SyntaxNode | undefined {
  return kid(node, 'type_arguments') ?? (node.kids[0] ? kid(node.kids[0], 'type_arguments') : undefined)
}

function callOf(head: SyntaxNode, list: SyntaxNode, passed: SyntaxNode): SyntaxNode {
  const [first] = head.kids
  const callee = first?.type === 'user_type' ? (first.kids[0] ?? first) : (first ?? head)
  const { start, end } = passed
  const argument: SyntaxNode =
    passed.type === 'lambda_literal'
      ? { type: 'annotated_lambda', field: undefined, start, end, kids: [passed] }
      : { type: 'value_arguments', field: undefined, start, end, kids: passed.kids.map(asArgument) }
  return { type: 'call_expression', field: head.field, start: head.start, end, kids: [callee, list, argument] }
}

function asArgument(node: SyntaxNode): SyntaxNode {
  return { type: 'value_argument', field: undefined, start: node.start, end: node.end, kids: [node] }
}

/** `f<T>(x)` that was read as `(f < T) > (x)`; undefined for what is a comparison. */
export function kotlinGenericCall(node: SyntaxNode, operatorOf: (node: SyntaxNode) => string): SyntaxNode | undefined {
  const [left, , right] = node.kids
  if (operatorOf(node) !== '>' || left?.type !== 'binary_expression' || right?.type !== 'parenthesized_expression') {
    return undefined
  }
  const [callee, , type] = left.kids
  if (operatorOf(left) !== '<' || !callee || type?.type !== 'identifier' || !/^(?:ident|navig)/.test(callee.type)) {
    return undefined
  }
  const kids = [callee, { ...right, type: 'value_arguments', kids: right.kids.map(asArgument) }]
  return { ...node, type: 'call_expression', kids }
}
