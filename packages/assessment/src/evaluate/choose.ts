import { CONFIGURED, eitherOf, orUnknown } from '../model/unknown.ts'
import { union, type Value, type Values } from '../model/values.ts'
import { type Expression, isEmpty } from '../parse/ir.ts'

/** What one of several ways gives, and whether it may be something else. */
export function choose({ of, as }: Extract<Expression, { k: 'choice' }>, ways: readonly Values[]): Values {
  if (as === 'readings') return union(...ways.map(asGuess))
  if (as === 'fallback') return withDefault(ways.slice(0, -1).flat(), ways.at(-1) ?? [])
  // A way that gives `null` gives nothing that is used.
  const taken = ways.filter((_, i) => of[i] === undefined || !isEmpty(of[i]))
  return eitherOf(...taken)
}

/** What is said elsewhere, and a default where nothing is said. */
export function withDefault(said: Values, fallback: Values): Values {
  const all = union(said, fallback)
  return isTold(said) ? all : orUnknown(all, CONFIGURED)
}

/** Whether the project itself says it: it is written there, or callers within the project pass it. */
function isTold(said: Values): boolean {
  return said.length > 0 && said.every((one) => isWritten(one) || one.t === 'param' || one.t === 'cond')
}

function isWritten({ t }: Value): boolean {
  return t === 'str' || t === 'num' || t === 'bytes' || t === 'obj' || t === 'list' || t === 'map'
}

/** What is read in another way as well. */
export function asGuess(values: Values): Values {
  return values.map((one) => (one.t === 'ret' ? { ...one, isGuess: true } : one))
}
