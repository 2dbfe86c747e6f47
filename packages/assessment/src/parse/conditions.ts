import type { Case, Expression, Statement } from './ir.ts'

/** What a condition asks of one thing. */
interface Asked {
  readonly when: Case
  /** Nothing else is asked: where it does not hold, all other cases are meant. */
  readonly isWhole: boolean
}

const EQUAL = new Set('== === is eq eql? equal? ='.split(' '))
const UNEQUAL = new Set('!= !== ne is-not'.split(' '))

/** The case that a comparison stands for: `kind == "rsa"`, `Kind.RSA === kind`, `kind in ("a", "b")`. */
export function caseOfComparison(op: string, l: Expression, r: Expression): Case | undefined {
  if (op === 'in')
    return isSubject(l) && r.k === 'list' && r.items.every(isConstant) ? { of: l, is: r.items } : undefined
  const isOthers = UNEQUAL.has(op)
  if (!isOthers && !EQUAL.has(op)) return undefined
  const [of, one] = isConstant(r) && isSubject(l) ? [l, r] : isConstant(l) && isSubject(r) ? [r, l] : []
  if (of === undefined || one === undefined) return undefined
  return { of, is: [one], ...(isOthers ? { isOthers } : {}) }
}

const EQUALS = /^(?:equals|equalsIgnoreCase|contentEquals|eql\?|Equals|isEqualToString|isEqual|localeCompare)$/

/** What a whole condition asks; undefined where it is about several things or none. */
function askedBy(condition: Expression): Asked | undefined {
  switch (condition.k) {
    case 'other': {
      if (condition.asks) return { when: condition.asks, isWhole: true }
      const inside = condition.of.flatMap((one) => askedBy(one) ?? [])
      const [first] = inside
      return first && { when: first.when, isWhole: false }
    }
    case 'choice': {
      const all = condition.of.map(askedBy)
      const [first] = all
      const isOne = all.every((one) => one?.isWhole && !one.when.isOthers && isSame(one.when.of, first?.when.of))
      if (!isOne || first === undefined) return undefined
      return { when: { of: first.when.of, is: all.flatMap((one) => one?.when.is ?? []) }, isWhole: true }
    }
    case 'call': {
      const { callee, args } = condition
      const [arg] = args
      if (callee.k !== 'member' || arg === undefined || args.length > 2 || !EQUALS.test(callee.name)) return undefined
      const when = caseOfComparison('==', callee.of, arg.value)
      return when && { when, isWhole: true }
    }
    default:
      return undefined
  }
}

/** `of`, and what it asks for where it is a comparison. */
export function asking(op: string, of: readonly Expression[], l: Expression, r: Expression): Expression {
  const asks = caseOfComparison(op, l, r)
  return asks === undefined ? { k: 'other', of } : { k: 'other', of, asks }
}

interface Ways {
  readonly then?: Case
  readonly otherwise?: Case
}

function waysOf(condition: Expression | undefined): Ways {
  const asked = condition && askedBy(condition)
  if (asked === undefined) return {}
  const { when, isWhole } = asked
  const { of, is } = when
  const others: Case = { of, is, isOthers: true, isRest: true }
  const then = when.isOthers ? others : when
  return isWhole ? { then, otherwise: when.isOthers ? { of, is } : others } : { then }
}

/** The ways of an `if`: which one runs is chosen by whoever passes what is asked for. */
export function branchesOf(
  condition: Expression | undefined,
  then: readonly Statement[],
  otherwise: readonly Statement[] | undefined,
): readonly Statement[] {
  const ways = waysOf(condition)
  const branch = (body: readonly Statement[], when: Case | undefined): Statement =>
    when ? { k: 'branch', body, when } : { k: 'branch', body }
  return [
    ...(condition ? [{ k: 'expr' as const, e: condition }] : []),
    branch(then, ways.then),
    ...(otherwise ? [branch(otherwise, ways.otherwise)] : []),
  ]
}

/** The same of an `if` that gives a value. */
export function valuesOf(
  condition: Expression | undefined,
  then: Expression,
  otherwise: Expression | undefined,
): readonly Expression[] {
  const ways = waysOf(condition)
  const value = (of: Expression, when: Case | undefined): Expression => (when ? { k: 'case', when, value: of } : of)
  return [value(then, ways.then), ...(otherwise ? [value(otherwise, ways.otherwise)] : [])]
}

/** A text, a number, or a name that is written like a constant's. */
function isConstant(e: Expression): boolean {
  if (e.k === 'str' || e.k === 'num') return true
  if (e.k === 'member')
    return /^[A-Z]/.test(e.name) || (e.of.k === 'name' && (e.of.id === '' || /^[A-Z]/.test(e.of.id)))
  return e.k === 'name' && (/^[A-Z][A-Z0-9_]+$/.test(e.id) || /^\./.test(e.id))
}

/** A name, or members and getters of one: whatever else it were would be looked at once more for each way. */
function isSubject(e: Expression): boolean {
  return isPath(e) && !isConstant(e)
}

function isPath(e: Expression): boolean {
  if (e.k === 'member') return isPath(e.of)
  if (e.k === 'call') return e.args.length === 0 && e.callee.k === 'member' && isPath(e.callee.of)
  return e.k === 'name' || e.k === 'this'
}

function isSame(a: Expression, b: Expression | undefined): boolean {
  if (a.k === 'name') return b?.k === 'name' && a.id === b.id
  return a.k === 'member' && b?.k === 'member' && a.name === b.name && isSame(a.of, b.of)
}

/** One way of a chain; the last one may have no condition. */
export interface Way {
  readonly condition?: Expression | undefined
  readonly body: readonly Statement[]
}

/** Longer chains are read as if each way stood alone, so that nothing nests too deep. */
const MAX_CHAIN = 40

/** `if`, `elif`, ..., `else`, where the tree has them side by side. */
export function chainOf(ways: readonly Way[], depth = 0): readonly Statement[] {
  const [first, ...rest] = ways
  if (first === undefined) return []
  if (depth >= MAX_CHAIN) {
    return ways.flatMap(({ condition, body }) => branchesOf(condition, body, undefined))
  }
  if (first.condition === undefined) return first.body
  return branchesOf(first.condition, first.body, rest.length > 0 ? chainOf(rest, depth + 1) : undefined)
}
