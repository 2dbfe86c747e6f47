/** A file of the reader, or an answer of the API under a name. */
export interface NamedBlob {
  readonly name: string
  readonly content: Blob
}

/** Longer than any line of evidence: a bundle is at most as long. In UTF-16 code units. */
const MAX_LINE = 1_100_000

/** Thrown for a file that is no text, or whose lines are longer than those of evidence. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

/**
 * Reads the lines of a file, without their line feeds, and never more of it than a line and what the browser reads at
 * once. What stands behind the last line feed is a line as well.
 *
 * @throws {UnreadableFile}
 */
export async function* linesOf({ name, content }: NamedBlob): AsyncGenerator<string> {
  const reader = content
    .stream()
    .pipeThrough(new TextDecoderStream('utf-8', { fatal: true }))
    .getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new UnreadableFile(`${name}: it is no text in UTF-8.`, { cause: error })
      })
      const parts = (rest + (value ?? '')).split('\n')
      rest = parts.pop() ?? ''
      yield* parts
      if (rest.length > MAX_LINE) throw new UnreadableFile(`${name}: a line is longer than any of evidence.`)
      if (done) break
    }
    yield rest
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
