import { concatenate } from '../bytes.ts'
import { fromBase64, toBase64 } from './base64.ts'

/** A signature of a note, as it stands there. */
export interface NoteSignature {
  readonly name: string
  /** The first four bytes: they tell the key among those of a name. */
  readonly keyId: Uint8Array
  readonly signature: Uint8Array
}

/** A text and who has signed it. The text ends in a line feed. */
export interface SignedNote {
  readonly text: string
  readonly signatures: readonly NoteSignature[]
}

/** A note is not one, or nobody who is trusted has signed it. The message quotes nothing of it. */
export class InvalidNote extends Error {
  override readonly name = 'InvalidNote'
}

const KEY_ID_BYTES = 4
/** A signature of ML-DSA-44 has 3,244 letters. */
const MAX_NOTE_LENGTH = 262_144
const MAX_SIGNATURES = 64
const SIGNATURE_LINE = /^— ([^\s+]+) (\S+)$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a note must not have
const FORBIDDEN = /[\u0000-\u0009\u000b-\u001f]/

/** Tells whether a text may name a key. */
export function isKeyName(name: string): boolean {
  return name !== '' && !/[\s+]/u.test(name) && !FORBIDDEN.test(name)
}

/**
 * Reads a note. Its signatures are not verified.
 *
 * @throws {InvalidNote} for any other text. Source: C2SP signed-note v1.0.0.
 */
export function readNote(note: string): SignedNote {
  if (note.length > MAX_NOTE_LENGTH || FORBIDDEN.test(note)) throw new InvalidNote('Not a note.')
  const end = note.lastIndexOf('\n\n')
  if (end === -1 || !note.endsWith('\n')) throw new InvalidNote('A note has signatures behind an empty line.')
  return { text: note.slice(0, end + 1), signatures: readSignatures(note.slice(end + 2)) }
}

/** Reads lines of signatures, each of which ends in a line feed. Throws {@link InvalidNote} for any other text. */
export function readSignatures(lines: string): readonly NoteSignature[] {
  const signatures = lines.split('\n').slice(0, -1).map(readSignature)
  if (signatures.length === 0 || signatures.length > MAX_SIGNATURES || !lines.endsWith('\n')) {
    throw new InvalidNote(`A note has 1 to ${MAX_SIGNATURES} signatures.`)
  }
  return signatures
}

function readSignature(line: string): NoteSignature {
  const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
  const bytes = fromBase64(encoded)
  if (!isKeyName(name) || bytes === undefined || bytes.length <= KEY_ID_BYTES) throw new InvalidNote('Not a signature.')
  return { name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) }
}

/** Writes the line of a signature, with its line feed. */
function writeSignature({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${toBase64(concatenate([keyId, signature]))}\n`
}

/** Writes a note. The text ends in a line feed. */
export function writeNote({ text, signatures }: SignedNote): string {
  return `${text}\n${signatures.map(writeSignature).join('')}`
}
