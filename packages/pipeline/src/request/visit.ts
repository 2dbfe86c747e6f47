import { CHAT_LIMITS, type ChatMessage, type FileText, SluiceError, type UnreadableKind } from '@sluice/contracts'
import { type Attachment, isDataUrl, isLongBase64, readAttachment, readBytes } from './attachment.ts'
import { longInteger, looksLikeJson, visitJsonText } from './embedded-json.ts'
import { foldedName } from './folded-name.ts'
import { type Holder, positionOf, type TextPosition, type Visitor } from './position.ts'
import { type Shape, type ShapeName, shapeOf } from './shapes/index.ts'

/** Where the walk stands. */
interface Place extends Holder {
  readonly shape: Shape
  readonly depth: number
  readonly files: FileTexts
}

/** What was read of the files of a request, by their text in the body. */
export type ReadFiles = ReadonlyMap<string, FileText>

/** Knows what was read of files. */
interface FileTexts {
  textOf(written: string, octets: () => Buffer): FileText | undefined
}

const NO_FILES: FileTexts = { textOf: () => undefined }

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

/**
 * Walks a body from the shape `root` and returns it with the visitor's replacements, sharing everything that was not
 * replaced; the very same object where nothing was. Linear in the size of the body. Throws `request_too_deep` beyond
 * `CHAT_LIMITS.depth`, and `invalid_request` where two member names would become one, here or to a server that looks at
 * no letter case.
 */
export function visitRequest(body: unknown, root: ShapeName, visit: Visitor, files: FileTexts = NO_FILES): unknown {
  const start = { path: '', shape: shapeOf(root), depth: 0, role: undefined, label: undefined, files }
  return visitValue(body, start, visit)
}

function visitValue(value: unknown, place: Place, visit: Visitor): unknown {
  if (typeof value === 'string') return visitString(value, place, visit)
  if (typeof value === 'number') return visitNumber(value, place, visit)
  if (typeof value !== 'object' || value === null) return value
  if (place.depth >= CHAT_LIMITS.depth) throw new SluiceError('request_too_deep')
  return Array.isArray(value) ? visitArray(value, place, visit) : visitObject(value, place, visit)
}

function visitArray(items: readonly unknown[], place: Place, visit: Visitor): unknown {
  let copy: unknown[] | undefined
  for (let i = 0; i < items.length; i += 1) {
    const before = items[i]
    const after = visitValue(before, { ...place, path: `${place.path}/${i}`, depth: place.depth + 1 }, visit)
    if (after === before) continue
    copy ??= [...items]
    copy[i] = after
  }
  return copy ?? items
}

function visitObject(object: object, place: Place, visit: Visitor): unknown {
  const role = roleOf(object, place)
  const own = variantOf(object, place.shape)
  const entries = Object.entries(object)
  let copy: [string, unknown][] | undefined
  let ordinal = -1
  for (const [name, before] of entries) {
    ordinal += 1
    const listed = own.members.get(name)
    if (listed === undefined && isOtherCase(name, own)) throw otherCase()
    const path = listed === undefined ? `${place.path}/~${ordinal}` : `${place.path}/${name}`
    const label = listed === undefined ? name : place.label
    const shape = innerShape(listed ?? own.rest, role)
    const inner = { path, shape, depth: place.depth + 1, role: roleWithin(shape, role), label, files: place.files }
    const renamed =
      listed === undefined ? visit(positionOf({ ...inner, path: `${path}~key` }, name, 'identifier')) : undefined
    const after = visitValue(before, inner, visit)
    if (after === before && (renamed === undefined || renamed === name)) continue
    copy ??= [...entries]
    copy[ordinal] = [renamed ?? name, after]
  }
  if (copy === undefined) return object
  if (new Set(copy.map(([name]) => name)).size < copy.length) {
    throw new SluiceError({ code: 'invalid_request', message: 'Two member names mean the same once masked.' })
  }
  const result: unknown = Object.fromEntries(copy)
  return result
}

/** No name in small letters is another letter case of one that is listed. */
const IN_SMALL_LETTERS = /^[a-z0-9_]*$/

/**
 * Whether a name is one of the wire's own in another letter case. Servers written in Go take it for that one, and
 * `Messages` would stand in the place of the `messages` that the layers have read.
 */
function isOtherCase(name: string, { foldedNames }: Shape): boolean {
  return foldedNames.size > 0 && !IN_SMALL_LETTERS.test(name) && name.length < 64 && foldedNames.has(foldedName(name))
}

function otherCase(): SluiceError {
  const message = 'A member has the name of one of this API in another letter case. Names are written in small letters.'
  return new SluiceError({ code: 'invalid_request', message })
}

/** How an object is read: by its type, where the shape says so. */
function variantOf(object: object, shape: Shape): Shape {
  if (shape.variants === undefined || !('type' in object)) return shape
  const name = shape.variants.get(object.type)
  return name === undefined ? shape : shapeOf(name)
}

function visitString(text: string, at: Place, visit: Visitor): unknown {
  const { shape } = at
  // What stands where messages could is what the user says.
  const place = shape.role === 'own' && at.role === undefined ? { ...at, role: 'user' as const } : at
  if (shape.text === 'never') return text
  if (shape.text === 'closed' && shape.values?.has(text) === true) return text
  if (shape.text === 'bytes') return visitAttachment(readBytes(text, shape.unreadable), text, place, visit)
  if (shape.text === 'attachment' || isDataUrl(text)) {
    return visitAttachment(readAttachment(text, shape.unreadable), text, place, visit)
  }
  if ((shape.text === 'json' || shape.text === 'document') && mayHoldJson(text)) {
    const rewritten = visitJsonText(text, { ...place, path: `${place.path}#` }, visit)
    if (rewritten !== undefined) return rewritten
  }
  return visit(withUnreadable(positionOf(place, text, kindOf(shape)), shape.unreadable ?? unnamed(text, place))) ?? text
}

/** A bare number counts where it is long enough to be offered: a token in its place needs quotes. */
function mayHoldJson(text: string): boolean {
  return looksLikeJson(text) || text.includes('"') || (text.length < 64 && longInteger(text.trim()) !== undefined)
}

/** Offers what an attachment says, and beside it that there is something which nobody can read. */
function visitAttachment(attachment: Attachment, written: string, place: Place, visit: Visitor): unknown {
  if (attachment.type === 'readable') {
    const { text, write } = attachment
    const replaced = visit(positionOf({ ...place, path: `${place.path}#` }, text, 'prose'))
    return replaced === undefined || replaced === text ? written : write(replaced)
  }
  if (attachment.type === 'text') {
    return visit(withUnreadable(positionOf(place, written, 'structured'), attachment.kind)) ?? written
  }
  const file = attachment.octets === undefined ? undefined : place.files.textOf(written, attachment.octets)
  if (file === undefined) visit(withUnreadable(positionOf(place, '', 'structured'), attachment.kind))
  else visitFile(file, place, visit)
  return written
}

/** Offers what was read of a file that goes on as it is, and what of it was not. */
function visitFile({ text, aside, names, unread }: FileText, place: Place, visit: Visitor): void {
  const offer = (at: number, read: string, kind: TextPosition['kind']) => {
    if (read !== '') visit({ ...positionOf({ ...place, path: `${place.path}#/${at}` }, read, kind), isFixed: true })
  }
  offer(0, text, 'prose')
  offer(1, aside, 'prose')
  offer(2, names, 'identifier')
  for (const part of unread)
    visit(withUnreadable(positionOf({ ...place, path: `${place.path}#/${part}` }, '', 'structured'), part))
}

/** Wires other than this one have attachments in members that the table does not know. */
function unnamed(text: string, { shape, role }: Place): UnreadableKind | undefined {
  const isUnnamed = shape === shapeOf('unknown') || shape === shapeOf('toolOutput')
  return role !== undefined && isUnnamed && isLongBase64(text) ? 'file' : undefined
}

function withUnreadable(position: TextPosition, kind: UnreadableKind | undefined): TextPosition {
  return kind === undefined ? position : { ...position, unreadable: kind }
}

function visitNumber(value: number, place: Place, visit: Visitor): unknown {
  if (place.shape.parameters === true) return value
  const digits = longInteger(String(value))
  if (digits === undefined) return value
  const replacement = visit(positionOf(place, digits, 'structured'))
  return replacement === undefined || replacement === digits ? value : replacement
}

const DATA: ReadonlySet<Shape['text']> = new Set(['structured', 'json', 'attachment', 'bytes'])

function kindOf(shape: Shape): TextPosition['kind'] {
  if (shape.text === 'identifier' || shape.text === 'name') return shape.text
  return DATA.has(shape.text) ? 'structured' : 'prose'
}

/** A tool's answer is data in the place where the other roles have language, and is named after the tool. */
function innerShape(name: ShapeName, role: Place['role']): Shape {
  if (role !== 'tool' && role !== 'function') return shapeOf(name)
  return shapeOf(name === 'content' ? 'toolContent' : name === 'participant' ? 'identifier' : name)
}

/** Items of a conversation that have no role: the model wrote them. */
const OF_MODEL: ReadonlySet<unknown> = new Set(['function_call', 'custom_tool_call', 'reasoning'])

function roleWithin({ role }: Shape, outer: Place['role']): Place['role'] {
  return role === undefined || role === 'own' ? outer : role
}

function roleOf(object: object, place: Place): Place['role'] {
  if (place.role !== undefined || place.shape.role !== 'own') return place.role
  if ('role' in object) return isRole(object.role) ? object.role : undefined
  return 'type' in object && OF_MODEL.has(object.type) ? 'assistant' : undefined
}

function isRole(value: unknown): value is ChatMessage['role'] {
  return ROLES.has(value)
}
