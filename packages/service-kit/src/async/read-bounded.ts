/** Reads a stream of bytes to its end. Throws the error of `tooLong` and releases the stream after `maxBytes`. */
export async function readBounded(
  parts: AsyncIterable<Uint8Array>,
  maxBytes: number,
  tooLong: () => Error,
): Promise<Buffer> {
  const read: Uint8Array[] = []
  let length = 0
  for await (const part of parts) {
    length += part.length
    if (length > maxBytes) throw tooLong()
    read.push(part)
  }
  return Buffer.concat(read, length)
}
