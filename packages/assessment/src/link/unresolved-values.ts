import { CONFIGURED, UNKNOWN } from '../model/unknown.ts'
import { BYTE_LENGTH, type Value } from '../model/values.ts'
import type { Origin, Resolving } from './resolved.ts'

/**
 * What a value is of which the project tells nothing: unknown, or what nobody in the project passes, so that a default
 * beside it holds until somebody does. `undefined` where it says nothing by itself.
 */
export function whereItLeads(r: Resolving, value: Value, from: Origin): Value | undefined {
  switch (value.t) {
    case 'param':
      return r.index.callersOf(value.fn).length === 0 ? CONFIGURED : UNKNOWN
    case 'ret':
      return value.isGuess ? undefined : UNKNOWN
    case 'field':
    case 'cat':
      return UNKNOWN
    case 'attr': {
      // How long a key is that is handed over says nothing against a size that is set.
      if (value.name === BYTE_LENGTH || value.name === '@keySize') return undefined
      const { attribute: _, ...whole } = from
      const owners = r.all([value.of], whole)
      if (owners.length === 0) return whereItLeads(r, value.of, from)
      // Without such a member.
      return owners.some((one) => one.value.t === 'map' || one.value.t === 'inst') ? undefined : UNKNOWN
    }
    case 'elem':
      return value.isExact ? undefined : UNKNOWN
    default:
      return undefined
  }
}
