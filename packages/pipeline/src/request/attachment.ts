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
  /** Of a PDF file or an archive, which others may read. */
  readonly octets?: () => Buffer
}

/** A string that is no attachment in itself: an address of one, or a mistake. `kind` says of what. */
interface AttachmentAsText {
  readonly type: 'text'
  readonly kind: UnreadableKind | undefined
}

export type Attachment = ReadableAttachment | UnreadableAttachment | AttachmentAsText

/** RFC 2397, with the media type of RFC 6838. */
const DATA_URL = /^data:([\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127})?((?:;[^,;\s]{1,128}){0,8}),/i
/** The longest that `DATA_URL` matches. */
const LONGEST_HEAD = 1_400

const TEXT_TYPE =
  /^(?:text\/|.*\+(?:json|xml|yaml)$|application\/(?:json|xml|csv|(?:x-)?ndjson|jsonl|(?:x-)?yaml|toml|sql|(?:x-)?javascript|ecmascript|x-sh|graphql|x-www-form-urlencoded)$)/
/** Such a file may begin with plain letters, and is no text. */
const BINARY_TYPE = /^application\/(?:pdf|zip|.*\+zip)$/

/** What may be called a PDF or office file: another type lets a model read it in another way. */
const FILE_TYPE =
  /^$|^application\/(?:(?:x-)?pdf|octet-stream|(?:x-)?zip(?:-compressed)?|vnd\.(?:openxmlformats-officedocument|oasis\.opendocument|ms-)[\w.+-]*)$/
/** `%PDF-` and the mark of a ZIP archive's first part, in base64. */
const FILE_HEAD = /^(?:JVBERi0|UEsDB)/

/** RFC 4648, section 4. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/
/** RFC 4648, section 5, as well, with or without padding, and in lines (RFC 2045). */
const ANY_BASE64 = /^(?:[\w+/-]{60,}(?:\r?\n|$))*[\w+/-]*={0,2}(?:\r?\n)?$/
/** A shorter one may be a word, and is read as text, which costs nothing. */
const SHORTEST_BASE64 = 128

const LATIN_1: ReadonlySet<string> = new Set(['iso-8859-1', 'iso-8859-15', 'latin1', 'windows-1252', 'cp1252'])
const UTF_8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii', ''])
const UTF_16: ReadonlySet<string> = new Set(['utf-16', 'utf-16le', 'utf-16be', 'utf16'])

/** A letter of UTF-8 among octets that are not all UTF-8: another name of the encoding would hide it. */
const UTF_8_LETTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/
/** Three code units of UTF-16 that are ASCII, octet by octet. */
const ASCII_RUN = /[\t\n\r -~]{6}/

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
  return text.length >= SHORTEST_UNNAMED_BASE64 && ANY_BASE64.test(text)
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

/** Reads what is the octets of an attachment in base64, whatever they are of. Linear. */
export function readBytes(written: string, kind: UnreadableKind | undefined): Attachment {
  return kind === undefined || DATA_URL.test(written.slice(0, LONGEST_HEAD))
    ? readAttachment(written, kind)
    : readBare(written, kind)
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
  if (encoding === undefined) {
    const isFile = kind === 'file' && FILE_TYPE.test(media.type) && FILE_HEAD.test(payload.slice(0, 8))
    return isFile
      ? { type: 'unreadable', kind, octets: () => Buffer.from(payload, 'base64') }
      : { type: 'unreadable', kind }
  }
  const text = decode(Buffer.from(payload, 'base64'), encoding)
  const isMisnamed = encoding === 'utf8' && !UTF_8.has(media.charset ?? '')
  const trueHead = isMisnamed ? head.replace(/charset="?[^;,]*/i, 'charset=utf-8') : head
  return { type: 'readable', text, write: (other) => trueHead + encode(other, encoding).toString('base64') }
}

type Encoding = 'utf8' | 'latin1' | 'utf16le' | 'utf16be'

function decode(octets: Buffer, encoding: Encoding): string {
  return encoding === 'utf16be' ? Buffer.from(octets).swap16().toString('utf16le') : octets.toString(encoding)
}

function encode(text: string, encoding: Encoding): Buffer {
  return encoding === 'utf16be' ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text, encoding)
}

/** How the octets are to be read, where they are text: every octet comes back when the text is written again. */
function encodingOf(payload: string, { type, charset = '' }: MediaType): Encoding | undefined {
  if (BINARY_TYPE.test(type)) return undefined
  const isText = TEXT_TYPE.test(type)
  const first = Buffer.from(payload.slice(0, LOOKED_AT), 'base64')
  const marked = markOf(first)
  if (marked !== undefined) return isText || type === '' ? cleanlyWide(payload, marked) : undefined
  if (first.subarray(0, 5).toString('latin1') === '%PDF-' || CONTROLS.test(first.toString('latin1'))) return undefined
  const octets = Buffer.from(payload, 'base64')
  const single = octets.toString('latin1')
  if (CONTROLS.test(single)) return undefined
  // A model reads UTF-8, whatever the octets are called.
  if (isUtf8(octets)) return UTF_8.has(charset) || LATIN_1.has(charset) || UTF_16.has(charset) ? 'utf8' : undefined
  if (!isText || UTF_8_LETTER.test(single)) return undefined
  return charset === '' || LATIN_1.has(charset) ? 'latin1' : undefined
}

function markOf(first: Buffer): 'utf16le' | 'utf16be' | undefined {
  if (first[0] === 0xff && first[1] === 0xfe) return 'utf16le'
  return first[0] === 0xfe && first[1] === 0xff ? 'utf16be' : undefined
}

/** Only what reads in no other way: a model may pass over the mark and read the octets behind it as ASCII. */
function cleanlyWide(payload: string, encoding: 'utf16le' | 'utf16be'): 'utf16le' | 'utf16be' | undefined {
  const octets = Buffer.from(payload, 'base64')
  if (octets.length % 2 !== 0 || ASCII_RUN.test(octets.toString('latin1'))) return undefined
  const text = decode(octets, encoding)
  return CONTROLS.test(text) || !text.isWellFormed() ? undefined : encoding
}

function kindOf(type: string): UnreadableKind {
  if (type.startsWith('image/')) return 'image'
  return type.startsWith('audio/') ? 'audio' : 'file'
}
