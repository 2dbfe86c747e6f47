import { crc32, InflateRaw, inflateRawSync } from 'node:zlib'
import { FILE_LIMITS, UnreadFile } from '../bounds.ts'

/** One part of an archive. */
export interface ZipEntry {
  readonly name: string
  readonly content: Buffer
}

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
/** Lengths of their fixed parts, in bytes. */
const [LOCAL_LENGTH, CENTRAL_LENGTH, END_LENGTH] = [30, 46, 22]
/** Bits of the general purpose flag that a reader may meet: compression effort, sizes behind the data, UTF-8. */
const KNOWN_FLAGS = 0x0006 | 0x0008 | 0x0800
/** What stands behind an entry whose sizes were not known before, in bytes at most. */
const DESCRIPTOR_LENGTH = 24
const [STORED, DEFLATED] = [0, 8]

/**
 * The parts of a ZIP archive, each inflated within `FILE_LIMITS`.
 *
 * Two readers may see two archives in one file: where names repeat, headers contradict each other, entries overlap, or
 * something stands between them. Such a file is not read, and neither is one that is encrypted, split, or so large that
 * it needs ZIP64. Source: PKWARE's APPNOTE 6.3.10, sections 4.3 and 4.4.
 *
 * @throws UnreadFile for all of these.
 */
export function zipEntries(file: Buffer): readonly ZipEntry[] {
  const directory = directoryOf(file)
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let inflated = 0
  let end = 0
  let loose = 0
  for (const record of directory.records.toSorted((a, b) => a.offset - b.offset)) {
    const folded = record.name.toLowerCase()
    if (names.has(folded)) throw new UnreadFile('Two parts have one name.')
    names.add(folded)
    if (record.offset < end) throw new UnreadFile('Two parts overlap.')
    loose += record.offset - end
    const start = dataStart(file, record)
    end = start + record.packed
    if (end > directory.start) throw new UnreadFile('A part reaches into the directory.')
    const content = inflate(file.subarray(start, end), record, FILE_LIMITS.inflatedBytes - inflated)
    inflated += content.length
    if (!record.name.endsWith('/')) entries.push({ name: record.name, content })
    else if (content.length > 0) throw new UnreadFile('A folder has content.')
  }
  loose += directory.start - end
  if (loose > directory.records.length * DESCRIPTOR_LENGTH) throw new UnreadFile('Something stands between the parts.')
  return entries
}

interface DirectoryRecord {
  readonly name: string
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

function directoryOf(file: Buffer): { readonly records: readonly DirectoryRecord[]; readonly start: number } {
  const end = file.length - END_LENGTH
  // An archive with a comment is none that an office program writes.
  if (end < 0 || file.readUInt32LE(end) !== END || file.readUInt16LE(end + 20) !== 0)
    throw new UnreadFile('No archive.')
  const [disk, firstDisk, here, count] = [4, 6, 8, 10].map((at) => file.readUInt16LE(end + at))
  const [length, start] = [file.readUInt32LE(end + 12), file.readUInt32LE(end + 16)]
  if (disk !== 0 || firstDisk !== 0 || here !== count || count === undefined) throw new UnreadFile('A split archive.')
  if (count > FILE_LIMITS.entries || start + length !== end) throw new UnreadFile('The directory is not where it ends.')
  const records: DirectoryRecord[] = []
  let at = start
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_LENGTH > end || file.readUInt32LE(at) !== CENTRAL) throw new UnreadFile('A broken directory.')
    const nameLength = file.readUInt16LE(at + 28)
    const next = at + CENTRAL_LENGTH + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    if (next > end) throw new UnreadFile('A broken directory.')
    records.push({
      name: file.toString('utf8', at + CENTRAL_LENGTH, at + CENTRAL_LENGTH + nameLength),
      flags: file.readUInt16LE(at + 8),
      method: file.readUInt16LE(at + 10),
      checksum: file.readUInt32LE(at + 16),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    })
    at = next
  }
  if (at !== end) throw new UnreadFile('A broken directory.')
  return { records, start }
}

/** Where the bytes of an entry begin: its own header must say what the directory says. */
function dataStart(file: Buffer, { name, flags, method, offset, packed, size }: DirectoryRecord): number {
  if (offset + LOCAL_LENGTH > file.length || file.readUInt32LE(offset) !== LOCAL) throw new UnreadFile('No such part.')
  const nameLength = file.readUInt16LE(offset + 26)
  const start = offset + LOCAL_LENGTH + nameLength
  const isSame =
    file.readUInt16LE(offset + 6) === flags &&
    file.readUInt16LE(offset + 8) === method &&
    file.toString('utf8', offset + LOCAL_LENGTH, start) === name &&
    ((flags & 0x0008) !== 0 || (file.readUInt32LE(offset + 18) === packed && file.readUInt32LE(offset + 22) === size))
  if (!isSame) throw new UnreadFile('A part has two headers.')
  return start + file.readUInt16LE(offset + 28)
}

function inflate(packed: Buffer, { flags, method, size, checksum }: DirectoryRecord, room: number): Buffer {
  if ((flags & ~KNOWN_FLAGS) !== 0) throw new UnreadFile('A part is encrypted or of an unknown form.')
  if (size > room) throw new UnreadFile('The parts are too large.')
  const content = method === STORED ? packed : method === DEFLATED ? inflated(packed, size) : undefined
  if (content === undefined || content.length !== size || crc32(content) !== checksum) {
    throw new UnreadFile('A part is broken.')
  }
  return content
}

function inflated(packed: Buffer, size: number): Buffer | undefined {
  try {
    const options = { maxOutputLength: Math.max(1, size), info: true }
    const result: unknown = inflateRawSync(packed, options)
    if (typeof result !== 'object' || result === null || !('engine' in result && 'buffer' in result)) return undefined
    const { engine, buffer } = result
    // Bytes behind the end of the data would be read by nobody here.
    const isWhole = engine instanceof InflateRaw && engine.bytesWritten === packed.length
    return isWhole && Buffer.isBuffer(buffer) ? buffer : undefined
  } catch {
    return undefined
  }
}
