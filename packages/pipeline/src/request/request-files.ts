import type { FileText } from '@sluice/contracts'
import type { LocalRequest } from './model-request.ts'
import { ROOT_SHAPES } from './positions.ts'
import { type ReadFiles, visitRequest } from './visit.ts'

/** More files of one request count as unread. */
const MOST_FILES = 16
/** As much of files is read for one request, in characters of base64. */
const MOST_BASE64 = 32 * 1_024 * 1_024

/** A file in a request: how it stands in the body, and its octets. */
interface RequestFile {
  readonly written: string
  readonly octets: () => Buffer
}

/** The files of a request that may be read and have not been, in the order of the body, within bounds. */
export function unreadFiles(request: LocalRequest): readonly RequestFile[] {
  const files = new Map<string, RequestFile>()
  let length = 0
  visitRequest(request.body, ROOT_SHAPES[request.kind], () => undefined, {
    textOf(written, octets) {
      const isNew = request.files?.has(written) !== true && !files.has(written)
      const count = files.size + (request.files?.size ?? 0)
      if (!isNew || count >= MOST_FILES || length + written.length > MOST_BASE64) return undefined
      length += written.length
      files.set(written, { written, octets })
      return undefined
    },
  })
  return [...files.values()]
}

/** The first letters of a PDF file and of a ZIP archive in base64. */
const HEADS = ['JVBERi0', 'UEsDB'] as const

/** Whether a body may hold a file that can be read. One that is written in another way counts as unread. Linear. */
export function mayHoldFiles(body: Buffer | string): boolean {
  return HEADS.some((head) => body.includes(head))
}

const LEFT_OUT: Readonly<Record<FileText['unread'][number], string>> = {
  image: '[The pictures of this file were left out.]',
  file: '[Some parts of this file could not be read and were left out.]',
}

/**
 * The request with the text of its files in the place of the files, where one has a text. What stands beside the text
 * goes nowhere. All of it is text of the request from then on, so that it is masked like any other.
 */
export function withTextOfFiles<Request extends LocalRequest>(request: Request): Request {
  if (request.files === undefined) return request
  const body = replaced(request.body, request.files)
  // A part of the same message takes the place of each.
  return body === request.body ? request : ({ ...request, body } as Request)
}

function replaced(value: unknown, files: ReadFiles): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => replaced(item, files))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  const part = asText(value, files)
  if (part !== undefined) return part
  let copy: Record<string, unknown> | undefined
  for (const [name, before] of Object.entries(value)) {
    const after = replaced(before, files)
    if (after === before) continue
    copy ??= { ...value }
    copy[name] = after
  }
  return copy ?? value
}

/** The part of text for a part that holds a file, as its wire has both; absent for anything else. */
function asText(part: object, files: ReadFiles): object | undefined {
  const type = member(part, 'type')
  if (type === 'file') {
    const file = member(part, 'file')
    const holder = typeof file === 'object' && file !== null ? file : part
    const text = textOf(member(holder, 'file_data'), member(holder, 'filename'), files)
    return text === undefined ? undefined : { type: 'text', text }
  }
  if (type === 'input_file') {
    const text = textOf(member(part, 'file_data'), member(part, 'filename'), files)
    return text === undefined ? undefined : { type: 'input_text', text }
  }
  const source = member(part, 'source')
  if (type !== 'document' || typeof source !== 'object' || source === null) return undefined
  const data = textOf(member(source, 'data'), undefined, files)
  return data === undefined ? undefined : { ...part, source: { type: 'text', media_type: 'text/plain', data } }
}

function textOf(written: unknown, name: unknown, files: ReadFiles): string | undefined {
  const file = typeof written === 'string' ? files.get(written) : undefined
  if (file === undefined || file.text.trim() === '') return undefined
  const heading = typeof name === 'string' && name !== '' ? `File ${name}:\n` : ''
  const notes = file.unread.map((part) => `\n${LEFT_OUT[part]}`)
  return [heading + file.text.trimEnd(), ...notes].join('\n')
}

function member(holder: object, name: string): unknown {
  return Object.hasOwn(holder, name) ? Reflect.get(holder, name) : undefined
}
