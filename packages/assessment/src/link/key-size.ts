import type { KeySizeOrigin } from '../model/detection.ts'
import type { KeySizes } from '../packs/knowledge-entry.ts'
import type { Resolved } from './resolved.ts'

/** The families that the knowledge packs know, each with the sizes that its keys can have; `undefined` for any size. */
export type Families = ReadonlyMap<string, KeySizes | undefined>

/** What is known of a key's size, in bits, and how, where it is not simply a number at the place. */
export interface SettledSize {
  readonly keySize?: number
  readonly keySizeFrom?: KeySizeOrigin
}

interface SizeQuestion {
  readonly algorithm: string
  readonly mode: string | undefined
  /** What the algorithm's name says, or that of the called function. */
  readonly named: number | undefined
  readonly sizes: readonly Resolved[]
}

/** Modes that take two keys of one size in one: IEEE 1619, section 5; RFC 5297, section 2.2. */
const TWO_KEY_MODES: ReadonlySet<string> = new Set(['XTS', 'SIV'])

/**
 * The effective size of a key, for all libraries alike. A name that has a size counts more than the length of what is
 * handed over; of a mode that takes two keys, half of that length counts. A size that the algorithm cannot have is none
 * (`impossible`); of several that it can have, none is known. A library's default holds where nothing else is stated.
 */
export function settleSize({ algorithm, mode, named, sizes }: SizeQuestion, families: Families): SettledSize {
  const possible = families.get(algorithm)
  if (named !== undefined && isPossible(named, possible)) return { keySize: named, keySizeFrom: 'name' }
  const stated = sizes.filter(({ value }) => !isDefault(value))
  const isByDefault = stated.length === 0
  const isHalved = mode !== undefined && TWO_KEY_MODES.has(mode)
  const found = (isByDefault ? sizes : stated).flatMap(({ value }) => {
    const bits = bitsOf(value)
    return bits === undefined ? [] : [isHalved && isHandedOver(value) ? bits / 2 : bits]
  })
  const fitting = [...new Set(found)].filter((bits) => isPossible(bits, possible))
  const [keySize, ...others] = fitting
  const isConfigured = stated.some(({ value }) => value.t === 'unknown' && value.why === 'configured')
  if (keySize !== undefined && !isConfigured && isOpen(stated)) return { keySizeFrom: 'open' }
  if (keySize === undefined) {
    const isSaid = named !== undefined || (found.length > 0 && !isByDefault)
    return isSaid ? { keySizeFrom: 'impossible' } : {}
  }
  if (others.length > 0) return { keySizeFrom: 'several' }
  if (isConfigured) return { keySize, keySizeFrom: 'configured' }
  if (isByDefault) return { keySize, keySizeFrom: 'default' }
  return isHalved && stated.some(({ value }) => isHandedOver(value)) ? { keySize, keySizeFrom: 'half' } : { keySize }
}

const MIN_BITS = 32
const MAX_BITS = 65_536

/** A number that can be the size of a key in bits; 0 stands for one that is given but not known. */
function bitsOf(value: Resolved['value']): number | undefined {
  const bits = value.t === 'num' ? value.v : value.t === 'str' && /^\d{2,5}$/.test(value.v) ? Number(value.v) : 0
  return bits >= MIN_BITS && bits <= MAX_BITS ? bits : undefined
}

/** Something else than the known sizes is possible: also a name, but for that of which a rule says the size. */
function isOpen(stated: readonly Resolved[]): boolean {
  const isNamed = stated.some(({ value }) => value.t === 'num' && value.origin === 'rule')
  return stated.some(({ value }) => value.t === 'unknown' || (value.t === 'ref' && !isNamed))
}

function isDefault(value: Resolved['value']): boolean {
  return value.t === 'num' && value.origin === 'default'
}

/** Of what a rule says itself, the size is that of the algorithm; all else is the length of a key that is passed. */
function isHandedOver(value: Resolved['value']): boolean {
  return value.t !== 'num' || value.origin === undefined
}

function isPossible(bits: number, possible: KeySizes | undefined): boolean {
  if (possible === undefined) return true
  return 'oneOf' in possible ? possible.oneOf.includes(bits) : bits >= possible.atLeast && bits <= possible.atMost
}
