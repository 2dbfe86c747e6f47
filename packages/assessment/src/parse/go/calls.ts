import { asking } from '../conditions.ts'
import type { Argument, Expression } from '../ir.ts'
import { NOTHING } from '../ir.ts'

/** Conversions to the language's own types, and what makes a pointer of a value (a field that may be left out). */
const SAME =
  /^(?:u?int(?:8|16|32|64)?|uintptr|byte|rune|float64|string|to\.(?:Ptr|StringPtr|Int32Ptr)|(?:ptr|pointer)\.(?:To|Of)|lo\.ToPtr|(?:aws|pointer|proto|swag|pulumi|gcp|github)\.(?:String|StringPtr|Int|Int32|Int64|Int32Ptr|Uint32))$/
const FOLDED = /^strings\.To(?:Lower|Upper)$/
/** What a hash or cipher says of itself. */
const DESCRIBING = /^(?:Size|BlockSize|Available)$/

/** Calls of the language's own library that only hand something on or compare; undefined for the others. */
export function wellKnownCall(name: string, callee: Expression, args: readonly Argument[]): Expression | undefined {
  const [first, second, ...others] = args
  if (first === undefined) return describing(callee)
  if (second === undefined) return SAME.test(name) ? first.value : undefined
  if (name === 'append') {
    const items = [second, ...others]
    const list: Expression = {
      k: 'list',
      items: items.map(({ value }) => value),
      places: items.map(({ at }) => at ?? -1),
    }
    return { k: 'choice', of: [first.value, list], as: 'readings' }
  }
  if (name !== 'strings.EqualFold') return undefined
  const asked = asking('==', [first.value, second.value], first.value, second.value)
  return asked.k === 'other' && asked.asks ? { ...asked, asks: { ...asked.asks, is: spellings(asked.asks.is) } } : asked
}

/** `crypto.SHA256.Size()`, `sha256.New().BlockSize()`: nothing is digested or encrypted. */
function describing(callee: Expression): Expression | undefined {
  if (callee.k !== 'member' || !DESCRIBING.test(callee.name)) return undefined
  const of = callee.of.k === 'call' && callee.of.args.length === 0 ? callee.of.callee : callee.of
  return of.k === 'member' && of.of.k === 'name' && /^[A-Z]/.test(of.name) ? NOTHING : undefined
}

/** What a switch is about, and how callers may write its labels: `strings.ToLower(kind)` is about `kind`. */
export function folded(of: Expression): { readonly of: Expression; readonly isFolded: boolean } {
  const isFolded = of.k === 'call' && of.callee.k === 'member' && of.callee.of.k === 'name'
  if (!isFolded || !FOLDED.test(`${of.callee.of.id}.${of.callee.name}`)) return { of, isFolded: false }
  return { of: of.args[0]?.value ?? of, isFolded: true }
}

/** The ways to write a label of which case does not count. */
export function spellings(labels: readonly Expression[]): readonly Expression[] {
  return labels.flatMap((label): readonly Expression[] => {
    if (label.k !== 'str') return [label]
    const { v } = label
    const lower = v.toLowerCase()
    const all = new Set([v, lower, v.toUpperCase(), lower.slice(0, 1).toUpperCase() + lower.slice(1)])
    return [...all].map((one) => ({ k: 'str', v: one }))
  })
}
