import { orUnknown } from '../model/unknown.ts'
import { isSymbolic, union, type Values } from '../model/values.ts'

/**
 * Puts the entries of another map over those that are there, as `{ ...a, ...b }` and `Object.assign(a, b)` do. Of what
 * is no known map any entry may take the place of another.
 */
export function spreadOver(entries: Record<string, Values>, others: Values): void {
  const [only] = others
  if (only?.t === 'map' && others.length === 1) {
    Object.assign(entries, only.entries)
    return
  }
  for (const [name, values] of Object.entries(entries)) {
    const found = others.map((one): Values => {
      if (one.t === 'map') return Object.hasOwn(one.entries, name) ? (one.entries[name] ?? []) : []
      return one.t === 'ref' || isSymbolic(one) ? [{ t: 'attr', of: one, name }] : []
    })
    entries[name] = others.length === 0 ? orUnknown(values) : union(values, ...found)
  }
  for (const one of others) {
    if (one.t !== 'map') continue
    for (const [name, values] of Object.entries(one.entries)) entries[name] ??= values
  }
}
