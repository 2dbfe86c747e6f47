import type { Detection, Role } from '../model/detection.ts'
import type { Condition, Judgement, KnowledgeEntry, Purpose } from '../packs/knowledge-entry.ts'
import { plainName } from '../packs/plain-name.ts'

/** What of a detection a judgement may depend on. */
export interface Use extends Pick<Detection, 'algorithm' | 'role' | 'parameters'> {
  /** It stands where software or firmware is signed. */
  readonly signsSoftware?: boolean
}

/** The first judgement of the entry that applies; there is always one, the last has no condition. */
export function judge(entry: KnowledgeEntry, use: Use): Judgement {
  const found = entry.judgements.find(({ when }) => when === undefined || fulfils(when, use))
  if (found === undefined) throw new Error(`The entry ${entry.algorithm} has no judgement without a condition.`)
  return found
}

/** What is to be said beside the judgement, in the order of the entry. */
export function notesOn(entry: KnowledgeEntry, use: Use): string[] {
  return (entry.notes ?? []).filter(({ when }) => fulfils(when, use)).map(({ text }) => text)
}

/** The object identifier of the use, or `undefined` where none is known for what the code says of it. */
export function oidOf(entry: KnowledgeEntry, use: Use): string | undefined {
  return entry.oids?.find(({ when }) => when === undefined || fulfils(when, use))?.oid
}

const purposesOfRole: Readonly<Partial<Record<Role, readonly Purpose[]>>> = {
  Signature: ['signature'],
  // A certificate binds a key by a signature, whatever the key in it is for.
  Certificate: ['signature', 'keyEstablishment'],
  KeyAgreement: ['keyEstablishment'],
  KeyEncapsulation: ['keyEstablishment'],
  // A public key encrypts other keys; a symmetric one encrypts data.
  Encryption: ['encryption', 'keyEstablishment'],
  Digest: ['hash'],
  Mac: ['mac'],
  KeyDerivation: ['keyDerivation'],
}

/** What the use is for, or `undefined` where the algorithm serves several purposes and the role does not tell which. */
export function purposeOf(entry: KnowledgeEntry, role: Role): Purpose | undefined {
  const [only, ...others] = entry.purposes
  if (others.length === 0) return only
  return purposesOfRole[role]?.find((purpose) => entry.purposes.includes(purpose))
}

function fulfils(when: Condition, { algorithm, role, parameters, signsSoftware = false }: Use): boolean {
  return (
    fitsSize(when.keySize, parameters.keySize) &&
    fitsName(when.curve, parameters.curve) &&
    fitsName(when.mode, parameters.mode) &&
    fitsName(when.padding, parameters.padding) &&
    fitsName(when.hash, parameters.hash) &&
    fitsName(when.parameterSet, parameters.parameterSet) &&
    fitsName(when.library, parameters.library) &&
    (when.signsSoftware === undefined || signsSoftware) &&
    (when.variant === undefined ||
      [algorithm, parameters.parameterSet, parameters.hash].some((name) => fitsName(when.variant, name))) &&
    (when.role === undefined || when.role.includes(role))
  )
}

function fitsSize(wanted: Condition['keySize'], bits: number | undefined): boolean {
  if (wanted === undefined) return true
  if (bits === undefined) return false
  const { oneOf, atLeast = 0, below = Number.POSITIVE_INFINITY } = wanted
  return bits >= atLeast && bits < below && (oneOf === undefined || oneOf.includes(bits))
}

function fitsName(wanted: readonly string[] | undefined, actual: string | undefined): boolean {
  if (wanted === undefined) return true
  if (actual === undefined) return false
  const plain = plainName(actual)
  return wanted.some((name) => plainName(name) === plain)
}
