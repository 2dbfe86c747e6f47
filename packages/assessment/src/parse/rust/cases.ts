import type { Case, Expression } from '../ir.ts'
import { field, type SyntaxNode } from '../syntax-node.ts'

/** Methods that give another form of the same text, or the same value. */
const SAME_CASE = new Set(
  'as_str as_ref as_deref to_lowercase to_uppercase to_ascii_lowercase to_ascii_uppercase trim clone deref'.split(' '),
)

/** The case that an arm of a match stands for; undefined where it asks for more than one of some constants. */
export function caseOf(
  subject: Expression,
  pattern: SyntaxNode | undefined,
  all: readonly (SyntaxNode | undefined)[],
  read: (node: SyntaxNode) => Expression,
): Case | undefined {
  const of = withoutForm(subject)
  if (pattern === undefined || (of.k !== 'name' && of.k !== 'member') || field(pattern, 'condition')) return undefined
  const [inside] = pattern.kids
  if (inside === undefined || isBinding(inside, read)) {
    const others = all.flatMap((one) => (one && one !== pattern ? constantsOf(one) : []))
    return others.length === 0 ? undefined : { of, is: others.map(read), isOthers: true }
  }
  const constants = constantsOf(pattern)
  return constants.length === 0 ? undefined : { of, is: constants.map(read) }
}

function withoutForm(e: Expression): Expression {
  const isForm = e.k === 'call' && e.args.length === 0 && e.callee.k === 'member' && SAME_CASE.has(e.callee.name)
  return isForm && e.callee.k === 'member' ? withoutForm(e.callee.of) : e
}

/** A lone name binds whatever comes, unless it is a constant's. */
function isBinding(node: SyntaxNode, read: (node: SyntaxNode) => Expression): boolean {
  const e = node.type === 'identifier' ? read(node) : undefined
  return e?.k === 'name' && !/^[A-Z]/.test(e.id)
}

function constantsOf(pattern: SyntaxNode): readonly SyntaxNode[] {
  switch (pattern.type) {
    case 'match_pattern':
    case 'or_pattern':
    case 'reference_pattern':
      return pattern.kids.flatMap(constantsOf)
    case 'tuple_struct_pattern':
    case 'struct_pattern': {
      const named = field(pattern, 'type')
      return named ? [named] : []
    }
    case 'identifier':
    case 'scoped_identifier':
    case 'string_literal':
    case 'integer_literal':
      return [pattern]
    default:
      return []
  }
}
