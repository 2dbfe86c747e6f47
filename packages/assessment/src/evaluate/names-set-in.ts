import type { Expression, Statement } from '../parse/ir.ts'

const MAX_DEPTH = 60

const known = new WeakMap<Statement, ReadonlySet<string>>()

/** The variables that statements set, those of functions within them left out. */
export function namesSetIn(body: readonly Statement[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const statement of body) for (const name of setBy(statement, 0)) names.add(name)
  return names
}

/** Remembered: loops lie within loops. */
function setBy(statement: Statement, depth: number): ReadonlySet<string> {
  const before = known.get(statement)
  if (before !== undefined) return before
  const names = new Set<string>()
  if (depth < MAX_DEPTH) collect(statement, depth, names)
  known.set(statement, names)
  return names
}

function collect(statement: Statement, depth: number, names: Set<string>): void {
  switch (statement.k) {
    case 'branch':
    case 'each':
      for (const one of statement.body) for (const name of setBy(one, depth + 1)) names.add(name)
      return
    case 'unpack':
      for (const target of statement.targets) if (target?.k === 'name') names.add(target.id)
      return
    case 'expr':
      collectFrom(statement.e, depth, names)
      return
    default:
  }
}

function collectFrom(e: Expression, depth: number, names: Set<string>): void {
  if (depth > MAX_DEPTH) return
  switch (e.k) {
    case 'assign':
      if (e.target.k === 'name') names.add(e.target.id)
      collectFrom(e.value, depth + 1, names)
      return
    case 'block':
      for (const one of e.body) for (const name of setBy(one, depth + 1)) names.add(name)
      for (const one of e.value) collectFrom(one, depth + 1, names)
      return
    case 'choice':
    case 'other':
      for (const one of e.of) collectFrom(one, depth + 1, names)
      return
    case 'case':
      collectFrom(e.value, depth + 1, names)
      return
    default:
  }
}
