import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { InvalidRequestError } from '@sluice/service-kit'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

export interface UnpackLimits {
  /** Of all files together, as they are once unpacked. */
  readonly maxBytes: number
  readonly maxFiles: number
}

interface Unpacked {
  readonly files: number
  readonly bytes: number
  /** Symbolic links, which were left out: they might lead anywhere. */
  readonly links: number
}

/** Linux: NAME_MAX and, with room for the folder that it is unpacked into, PATH_MAX of limits.h. */
const MAX_NAME_BYTES = 255
const MAX_PATH_BYTES = 2_048
/** Entries for folders, beside which files have theirs: as many again. */
const FOLDERS_PER_FILE = 1

/**
 * Unpacks a ZIP archive into a folder that is empty. It is written by nobody else meanwhile. Sizes are those that the
 * archive declares, and are held to while it is read; names lead into the folder.
 *
 * @throws InvalidRequestError that says what is wrong with the archive, or which limit it exceeds.
 */
export async function unpack(
  archive: string,
  folder: string,
  { maxBytes, maxFiles }: UnpackLimits,
  signal: AbortSignal,
): Promise<Unpacked> {
  const zip = await openPromise(archive).catch(refuse)
  try {
    if (zip.entryCount > maxFiles * (1 + FOLDERS_PER_FILE)) throw tooManyFiles(maxFiles)
    let [files, bytes, links] = [0, 0, 0]
    for await (const entry of entriesOf(zip)) {
      signal.throwIfAborted()
      checkName(entry.fileName)
      if (isLink(entry)) links += 1
      else if (!entry.fileName.endsWith('/')) {
        files += 1
        bytes += entry.uncompressedSize
        if (files > maxFiles) throw tooManyFiles(maxFiles)
        if (bytes > maxBytes) throw wrong(`is larger than ${maxBytes} bytes once it is unpacked`)
        await unpackFile(zip, entry, join(folder, entry.fileName), signal)
      }
    }
    if (files === 0) throw wrong('has no file in it')
    return { files, bytes, links }
  } finally {
    zip.close()
  }
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry()
  } catch (error) {
    refuse(error)
  }
}

async function unpackFile(zip: ZipFile, entry: Entry, target: string, signal: AbortSignal): Promise<void> {
  if (entry.isEncrypted()) throw wrong('is encrypted; send it without a password')
  if (!entry.canDecodeFileData()) throw wrong('is compressed in a way that is not read; use deflate')
  try {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const content = await zip.openReadStreamPromise(entry)
    // Fails where there is something already, so that no entry is hidden by another of its name.
    await pipeline(content, checked(entry), createWriteStream(target, { flags: 'wx', mode: 0o600 }), { signal })
  } catch (error) {
    signal.throwIfAborted()
    const code = codeOf(error)
    if (code === 'EEXIST' || code === 'ENOTDIR' || code === 'EISDIR') throw wrong('has two entries of the same name')
    // Of the file system: not the sender's fault.
    if (code !== undefined && /^E[A-Z]+$/.test(code)) throw error
    refuse(error)
  }
}

/** The library compares sizes only. Throws at the end of a file whose checksum is another than the archive's. */
function checked(entry: Pick<Entry, 'crc32'>) {
  return async function* (parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sum = 0
    for await (const part of parts) {
      sum = crc32(part, sum)
      yield part
    }
    if (sum !== entry.crc32) throw wrong('is damaged: a file is not what its checksum says')
  }
}

/** The library has refused what leads out of the folder: `..`, absolute paths, backslashes. */
function checkName(name: string): void {
  const isLong = Buffer.byteLength(name) > MAX_PATH_BYTES
  if (isLong || name.split('/').some((part) => Buffer.byteLength(part) > MAX_NAME_BYTES)) {
    throw wrong('has a file with a name that is too long')
  }
  if (name.includes('\0')) throw wrong('has a file with a null character in its name')
}

const FILE_TYPE = 0o170000
const SYMBOLIC_LINK = 0o120000

/** Archives of Unix keep the mode of a file in the upper half of its attributes (APPNOTE 4.4.15). */
function isLink({ externalFileAttributes }: Entry): boolean {
  return ((externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK
}

/** What the library says of an archive may quote names in it, so it is kept as the cause only. */
function refuse(cause: unknown): never {
  if (cause instanceof InvalidRequestError) throw cause
  const error = wrong('is no ZIP archive that can be read, or is damaged')
  error.cause = cause
  throw error
}

function tooManyFiles(maxFiles: number): InvalidRequestError {
  return wrong(`has more than ${maxFiles} files`)
}

function wrong(message: string): InvalidRequestError {
  return new InvalidRequestError([{ path: 'body', message: `the archive ${message}` }])
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
