import type { ArgumentClaim, Claim } from './claim.ts'
import type { Look, Signature } from './surface.ts'

/** What became of a claim. */
export interface Judgement {
  readonly claim: Claim
  readonly name: 'right' | 'missing' | 'untold'
  /** By argument of the rule, where the name is right. */
  readonly arguments: readonly { readonly claim: ArgumentClaim; readonly is: 'right' | 'wrong' | 'untold' }[]
  /** The signatures, for a reader of what is wrong. */
  readonly signatures: readonly string[]
}

/**
 * Holds what a rule claims against what its library declares. The methods of a type that only rules know, to tell what
 * flows where, cannot be compared with anything.
 *
 * @param ownTypes the types that rules give to results.
 */
export function judgeClaim(claim: Claim, look: Look, ownTypes: ReadonlySet<string>): Judgement {
  const isOwn = look.is === 'missing' && look.isTypeMissing === true && ownTypes.has(claim.path)
  const name = isOwn ? 'untold' : look.is === 'declared' ? 'right' : look.is
  const signatures = look.is === 'declared' ? (look.signatures ?? []) : []
  return {
    claim,
    name,
    arguments:
      name === 'right' ? claim.arguments.map((one) => ({ claim: one, is: judgeArgument(one, signatures) })) : [],
    signatures: signatures.map(describe),
  }
}

function judgeArgument(
  { use, positions }: ArgumentClaim,
  signatures: readonly Signature[],
): 'right' | 'wrong' | 'untold' {
  if (signatures.length === 0) return 'untold'
  if (misplaced(positions, signatures)) return 'wrong'
  const isTaken = signatures.some(
    (signature) => positions.some((position) => takes(signature, position)) && !isBytes(use, positions, signature),
  )
  return isTaken ? 'right' : 'wrong'
}

/** What is taken for the name of an algorithm is no bytes, and no stream of them: another place is meant. */
function isBytes(use: string, positions: readonly (number | string)[], { parameters }: Signature): boolean {
  if (use !== 'algorithm') return false
  const [first] = positions.filter((position) => typeof position === 'number' && position < parameters.length)
  const type = typeof first === 'number' ? parameters.at(first)?.type : undefined
  return type !== undefined && /^(?:const )?(?:unsigned char|uint8_t|byte|BIO|java\.io\.\w+Stream)\b/.test(type)
}

/**
 * A name and its place must mean the same parameter, in one way to call the function at least. Where no signature has
 * the name it may be that of another version, and the place alone counts.
 */
function misplaced(positions: readonly (number | string)[], signatures: readonly Signature[]): boolean {
  const names = positions.filter((position) => typeof position === 'string')
  const places = positions.filter((position) => typeof position === 'number')
  if (names.length === 0 || places.length === 0) return false
  const told = signatures.filter(({ parameters }) => parameters.some(({ name = '' }) => names.includes(name)))
  if (told.length === 0) return false
  return !told.some(({ parameters }) => places.some((place) => names.includes(parameters.at(place)?.name ?? '')))
}

function takes({ parameters, takesMore }: Signature, position: number | string): boolean {
  if (takesMore) return true
  if (typeof position === 'string') return parameters.some(({ name }) => name === undefined || name === position)
  return position < 0 ? parameters.length > 0 : position < parameters.length
}

function describe({ parameters, takesMore }: Signature): string {
  const words = parameters.map(({ name, type }) => [name, type].filter(Boolean).join(': ') || '_')
  return `(${[...words, ...(takesMore ? ['...'] : [])].join(', ')})`
}
