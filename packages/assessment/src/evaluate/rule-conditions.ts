import { textOfValue, type Values } from '../model/values.ts'
import type { Condition } from '../packs/rule-schema.ts'
import { type CallSite, valuesAt } from './call-site.ts'
import { isPassed, propertyOf } from './read-source.ts'

/** Whether what a rule asks of a call holds, as far as is known. */
export function isMet(site: CallSite, condition: Condition): boolean {
  const { arg, property, is, isNot, isPassed: wanted } = condition
  const isThere = isPassed(site, property === undefined ? { arg } : { arg, property })
  if (wanted === false) return !isThere
  const given = valuesAt(site, arg)
  const values = property === undefined ? given : given.flatMap((value) => propertyOf(value, property))
  if (isNot !== undefined && (isAmong(values, isNot) || isTruthAmong(site, condition, isNot))) return false
  return is === undefined ? isThere || isNot !== undefined : isAmong(values, is) || isTruthAmong(site, condition, is)
}

/** Whether an argument, or a member of it, is `true` or `false` as the call itself has it, and one of these. */
function isTruthAmong({ call }: CallSite, { arg, property }: Condition, wanted: Condition['is'] = []): boolean {
  const positional = call?.args.filter(({ name }) => name === undefined)
  const given = typeof arg === 'number' ? positional?.at(arg) : call?.args.find(({ name }) => name === arg)
  let found = given?.value
  for (const name of property?.split('.') ?? []) {
    found = found?.k === 'map' ? found.entries.find(({ key }) => key.k === 'str' && key.v === name)?.value : undefined
  }
  return found?.k === 'bool' && wanted.includes(found.v)
}

/** Whether a value may be one of several names or numbers; of a constant its last part counts. */
function isAmong(values: Values, wanted: readonly (string | number | boolean)[]): boolean {
  return values.some((value) => {
    const text = value.t === 'ref' ? value.path.slice(value.path.lastIndexOf('.') + 1) : textOfValue(value)
    return text !== undefined && wanted.some((one) => typeof one !== 'boolean' && String(one) === text)
  })
}
