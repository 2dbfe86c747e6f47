/** The longest line of an export that is read, in UTF-16 code units; a record has some kilobytes. */
export const MAX_EXPORT_LINE = 16_777_216

/** A text is no UTF-8. */
export class InvalidText extends Error {
  override readonly name = 'InvalidText'
}

/**
 * The lines of a text. They end in a line feed and nowhere else: a JSON text may have U+2028 and other separators.
 *
 * @param maxLength in UTF-16 code units; behind a longer line nothing is read, and it is given as far as it was.
 * @throws {InvalidText} where the bytes are no UTF-8.
 */
export async function* textLines(input: AsyncIterable<Uint8Array>, maxLength: number): AsyncGenerator<string> {
  // A second form of the same text must not be read as the first.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let parts: string[] = []
  let length = 0
  for await (const chunk of input) {
    const [first = '', ...others] = decode(decoder, chunk).split('\n')
    parts.push(first)
    length += first.length
    for (const next of others) {
      yield parts.join('')
      parts = [next]
      length = next.length
    }
    if (length > maxLength) return yield parts.join('')
  }
  parts.push(decode(decoder))
  const rest = parts.join('')
  if (rest !== '') yield rest
}

function decode(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch (cause) {
    throw new InvalidText('It is no text in UTF-8.', { cause })
  }
}
