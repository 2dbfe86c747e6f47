import { bytes32Schema } from './request-evidence.ts'

/** What opens the commitment of a clearance: 32 bytes each, base64url without padding. */
export interface CommitmentOpening {
  /** The key of every salt of this record. */
  readonly key: string
  /** The mask's value: a scalar, little-endian. */
  readonly value: string
  /** The mask's blinding: a scalar, little-endian. */
  readonly blinding: string
}

/** What opens the commitments of a request. */
export interface RequestOpening extends CommitmentOpening {
  /** SHA-256 of the bytes last sent to an endpoint; of nothing where none was asked. */
  readonly prompt: string
  /** SHA-256 of the restored tokens, sorted by UTF-16 code units and joined by line feeds. */
  readonly restored: string
  /** The digests of what was delivered, as JSON. */
  readonly delivered: string
}

/** Writes the opening of a clearance: its parts with dots between them. */
export function writeOpening({ key, value, blinding }: CommitmentOpening): string {
  return `${key}.${value}.${blinding}`
}

/** Writes the opening of a request: the same, and three parts more. */
export function writeRequestOpening(opening: RequestOpening): string {
  return `${writeOpening(opening)}.${opening.prompt}.${opening.restored}.${opening.delivered}`
}

const COMMITMENT_PARTS = 3
const DIGESTS = 2

/** Reads an opening of either kind; undefined for any other text. */
export function readOpening(text: string): CommitmentOpening | RequestOpening | undefined {
  const parts = text.split('.', COMMITMENT_PARTS + DIGESTS)
  const [key, value, blinding, prompt, restored] = parts
  if (key === undefined || value === undefined || blinding === undefined) return undefined
  if (!parts.every((part) => bytes32Schema.safeParse(part).success)) return undefined
  const opening = { key, value, blinding }
  if (prompt === undefined) return opening
  if (restored === undefined) return undefined
  const ofParts = parts.join('.')
  const delivered = text.slice(ofParts.length + 1)
  return text[ofParts.length] === '.' && isJson(delivered) ? { ...opening, prompt, restored, delivered } : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
