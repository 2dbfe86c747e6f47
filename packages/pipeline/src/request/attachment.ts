import { isUtf8 } from 'node:buffer'
import type { UnreadableKind } from '@sluice/contracts'

/** What an attachment says, and how another text is written in its place. */
interface ReadableAttachment {
  readonly type: 'readable'
  readonly text: string
  write(text: string): string
}

/** What is left as it is: nobody here can read it. */
interface UnreadableAttachment {
  readonly type: 'unreadable'
  readonly kind: UnreadableKind
}

/** A string that is no attachment in itself: an address of one, or a mistake. `kind` says of what. */
interface AttachmentAsText {
  readonly type: 'text'
  readonly kind: UnreadableKind | undefined
}

type Attachment = ReadableAttachment | UnreadableAttachment | AttachmentAsText

/** RFC 2397, with the media type of RFC 6838. */
const DATA_URL = /^data:([\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127})?((?:;[^,;\s]{1,128}){0,8}),/i
/** The longest that `DATA_URL` matches. */
const LONGEST_HEAD = 1_400

const TEXT_TYPE =
  /^(?:text\/|.*\+(?:json|xml|yaml)$|application\/(?:json|xml|csv|(?:x-)?ndjson|jsonl|(?:x-)?yaml|toml|sql|(?:x-)?javascript|ecmascript|x-sh|graphql|x-www-form-urlencoded)$)/
/** Such a file may begin with plain letters, and is no text. */
const BINARY_TYPE = /^application\/(?:pdf|zip|.*\+zip)$/

/** RFC 4648, section 4. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
/** A shorter one may be a word, and is read as text, which costs nothing. */
const SHORTEST_BASE64 = 128

const LATIN_1: ReadonlySet<string> = new Set(['iso-8859-1', 'iso-8859-15', 'latin1', 'windows-1252', 'cp1252'])
const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii', ''])
const UTF_16: ReadonlySet<string> = new Set(['utf-16', 'utf-16le', 'utf16'])

/** Longer than the digests and signatures that members of any name hold. */
const SHORTEST_UNNAMED_BASE64 = 512

/** No plain text has these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters of ASCII but white space and escape.
const CONTROLS = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/
/** A binary format has a control character among so many letters of base64. */
const LOOKED_AT = 256

/** Whether a string is a `data:` URL with a media type or a parameter. */
export function isDataUrl(text: string): boolean {
  if (!/^data:/i.test(text.slice(0, 5))) return false
  const head = DATA_URL.exec(text.slice(0, LONGEST_HEAD))
  return head !== null && head[0].length > 'data:,'.length
}

/** Whether a string is so much base64 that it is likely the content of an attachment, whatever its member is called. */
export function isLongBase64(text: string): boolean {
  return text.length >= SHORTEST_UNNAMED_BASE64 && text.length % 4 === 0 && BASE64.test(text)
}

/**
 * Reads a string in the place of an attachment of that kind (undefined: a place of text), as far as it is text: a
 * `data:` URL, or bare base64 where the wire wants audio or a file. Linear.
 */
export function readAttachment(written: string, kind: UnreadableKind | undefined): Attachment {
  const head = DATA_URL.exec(written.slice(0, LONGEST_HEAD))
  if (head === null) return kind === undefined || kind === 'image' ? { type: 'text', kind } : readBare(written, kind)
  const type = (head[1] ?? 'text/plain').toLowerCase()
  const parameters = (head[2] ?? '').toLowerCase().split(';').slice(1)
  const ownKind = kindOf(type)
  // Text with percent-encoding is read as it is.
  if (parameters.at(-1) !== 'base64') return { type: 'text', kind: TEXT_TYPE.test(type) ? undefined : ownKind }
  const charset = /^charset="?([^"]*)"?$/
  const named = parameters.map((parameter) => charset.exec(parameter)?.[1]).find((name) => name !== undefined)
  return readBase64(written.slice(0, head[0].length), written.slice(head[0].length), { type, charset: named }, ownKind)
}

function readBare(written: string, kind: UnreadableKind): Attachment {
  if (written.length < SHORTEST_BASE64) return { type: 'text', kind }
  return readBase64('', written, { type: '', charset: undefined }, kind)
}

/** What is said about the octets. */
interface MediaType {
  readonly type: string
  readonly charset: string | undefined
}

function readBase64(head: string, payload: string, media: MediaType, kind: UnreadableKind): Attachment {
  if (payload.length % 4 !== 0 || !BASE64.test(payload)) return { type: 'text', kind }
  const encoding = encodingOf(payload, media)
  if (encoding === undefined) return { type: 'unreadable', kind }
  const text = Buffer.from(payload, 'base64').toString(encoding)
  const write = (other: string) => head + Buffer.from(other, encoding).toString('base64')
  return { type: 'readable', text, write }
}

/** How the octets are to be read, where they are text: every octet comes back when the text is written again. */
function encodingOf(payload: string, { type, charset }: MediaType): 'utf8' | 'latin1' | 'utf16le' | undefined {
  if (BINARY_TYPE.test(type)) return undefined
  const isText = TEXT_TYPE.test(type)
  const first = Buffer.from(payload.slice(0, LOOKED_AT), 'base64')
  if (isWide(first, charset)) return isText || type === '' ? evenly(payload) : undefined
  if (first.subarray(0, 5).toString('latin1') === '%PDF-' || CONTROLS.test(first.toString('latin1'))) return undefined
  const octets = Buffer.from(payload, 'base64')
  if (isText && LATIN_1.has(charset ?? '')) return 'latin1'
  if (isUtf8(octets)) return UTF_8.has(charset ?? '') && !CONTROLS.test(octets.toString('latin1')) ? 'utf8' : undefined
  return isText && charset === undefined && !CONTROLS.test(octets.toString('latin1')) ? 'latin1' : undefined
}

/** UTF-16 with its lower octet first, by its name or its mark. */
function isWide(first: Buffer, charset: string | undefined): boolean {
  return UTF_16.has(charset ?? 'none') || (first[0] === 0xff && first[1] === 0xfe)
}

/** A half of a code unit would be lost. */
function evenly(payload: string): 'utf16le' | undefined {
  return Buffer.byteLength(payload, 'base64') % 2 === 0 ? 'utf16le' : undefined
}

function kindOf(type: string): UnreadableKind {
  if (type.startsWith('image/')) return 'image'
  return type.startsWith('audio/') ? 'audio' : 'file'
}
