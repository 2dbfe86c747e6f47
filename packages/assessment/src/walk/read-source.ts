import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import type { SkipReason } from '../model/detection.ts'

export type ReadResult = { readonly bytes: Uint8Array } | { readonly skipped: SkipReason }

const SNIFFED_BYTES = 8_192
/** Never follows a link and never waits for a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Reads regular files one after the other into one buffer; what it gives is valid until the next call. */
export class SourceFileReader {
  #buffer = Buffer.allocUnsafe(262_144)
  readonly #maxBytes: number

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  read(path: string): ReadResult {
    let file: number
    try {
      file = openSync(path, FLAGS)
    } catch (error) {
      return { skipped: codeOf(error) === 'ELOOP' ? 'symlink' : 'unreadable' }
    }
    try {
      return this.#readOpen(file)
    } catch {
      return { skipped: 'unreadable' }
    } finally {
      closeSync(file)
    }
  }

  #readOpen(file: number): ReadResult {
    const status = fstatSync(file)
    if (!status.isFile()) return { skipped: 'special-file' }
    if (status.size > this.#maxBytes) return { skipped: 'too-large' }
    if (status.size > this.#buffer.length) this.#buffer = Buffer.allocUnsafe(status.size)
    let length = 0
    while (length < status.size) {
      const count = readSync(file, this.#buffer, length, status.size - length, length)
      if (count === 0) break
      length += count
    }
    return { bytes: this.#buffer.subarray(0, length) }
  }
}

/** The first bytes of a file; none of what cannot be read or is no regular file. */
export function readHead(path: string, maxBytes: number): Uint8Array {
  const head = new Uint8Array(maxBytes)
  try {
    const file = openSync(path, FLAGS)
    try {
      return fstatSync(file).isFile() ? head.subarray(0, readSync(file, head, 0, maxBytes, 0)) : head.subarray(0, 0)
    } finally {
      closeSync(file)
    }
  } catch {
    return head.subarray(0, 0)
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Whether bytes are no text: a NUL near the start, unless a byte order mark says UTF-16. */
export function isBinary(bytes: Uint8Array): boolean {
  return utf16Of(bytes) === undefined && bytes.subarray(0, SNIFFED_BYTES).includes(0)
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

const decoders = {
  'utf-8': new TextDecoder('utf-8'),
  'utf-16le': new TextDecoder('utf-16le'),
  'utf-16be': new TextDecoder('utf-16be'),
}

/** The text of a file: UTF-8, or UTF-16 with a byte order mark. What is not valid becomes U+FFFD. */
export function decodeSource(bytes: Uint8Array): string {
  return decoders[utf16Of(bytes) ?? 'utf-8'].decode(bytes)
}

/** Bytes that a keyword filter can look through: those of UTF-16 have a zero behind every letter. */
export function searchable(bytes: Uint8Array): Uint8Array {
  return utf16Of(bytes) === undefined ? bytes : Buffer.from(decodeSource(bytes), 'utf8')
}
