import { crc32, deflateRawSync } from 'node:zlib'

/** How an archive is written, where it is not as programs do. */
interface ZipOptions {
  /** Of the general purpose flag, in both headers. */
  readonly flags?: number
  /** The size that the directory states, in the place of the true one. */
  readonly statedSize?: number
  /** Bytes between the last part and the directory. */
  readonly between?: Buffer
  /** The name in the header of each part, where it is another one. */
  readonly localName?: string
}

/** An archive of these parts, by name. */
export function zipOf(
  parts: readonly (readonly [name: string, content: string | Buffer])[],
  options: ZipOptions = {},
): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of parts) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content)
    const sizes = [crc32(content), packed.length, options.statedSize ?? content.length]
    const local = header(0x04034b50, [20, options.flags ?? 0, 8, 0, 0], sizes, options.localName ?? name, 0)
    files.push(local, packed)
    directory.push(header(0x02014b50, [20, 20, options.flags ?? 0, 8, 0, 0], sizes, name, offset))
    offset += local.length + packed.length
  }
  const between = options.between ?? Buffer.alloc(0)
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset + between.length, 16)
  return Buffer.concat([...files, between, listed, end])
}

function header(
  signature: number,
  shorts: readonly number[],
  longs: readonly number[],
  name: string,
  offset: number,
): Buffer {
  const isCentral = signature === 0x02014b50
  const fixed = Buffer.alloc(isCentral ? 46 : 30)
  fixed.writeUInt32LE(signature, 0)
  for (const [index, short] of shorts.entries()) fixed.writeUInt16LE(short, 4 + index * 2)
  const at = 4 + shorts.length * 2
  for (const [index, long] of longs.entries()) fixed.writeUInt32LE(long, at + index * 4)
  fixed.writeUInt16LE(Buffer.byteLength(name), at + 12)
  if (isCentral) fixed.writeUInt32LE(offset, 42)
  return Buffer.concat([fixed, Buffer.from(name)])
}
