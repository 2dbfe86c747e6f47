import type { Expression, FunctionIr, Statement } from './ir.ts'
import { NOTHING } from './ir.ts'

/**
 * What the compiler of Java or Kotlin adds to an enumeration: `values()` gives all of its constants, `valueOf(name)`
 * one of them. `at` is a place of their own, as they have none.
 */
export function enumMembers(name: string, at: number): readonly FunctionIr[] {
  const one = constantOf(name)
  const all: Expression = { k: 'list', items: [one] }
  return [
    { name: 'values', at, params: [], body: [{ k: 'return', e: all }], isStatic: true },
    { name: 'valueOf', at: at + 1, params: [{ name: 'name' }], body: [{ k: 'return', e: one }], isStatic: true },
  ]
}

/** What Kotlin calls all of the constants. */
export function enumEntries(name: string): Statement {
  return { k: 'let', name: 'entries', value: { k: 'list', items: [constantOf(name)] }, isStatic: true }
}

function constantOf(name: string): Expression {
  return { k: 'cast', type: name, of: NOTHING, at: -1 }
}
