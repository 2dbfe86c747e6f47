import { Zip, ZipDeflate } from 'fflate'
import type { ChosenFile } from './plan-upload.ts'

/** A file that was chosen, with its content. */
export interface ReadableFile extends ChosenFile {
  readonly content: Blob
}

const LEVEL = 6

/**
 * Packs files as a ZIP archive, a part of a file at a time, so that the page goes on answering.
 *
 * @param onFile Called with how many are packed.
 * @throws What reading a file throws, and the reason of `signal`.
 */
export async function packProject(
  files: readonly ReadableFile[],
  signal: AbortSignal,
  onFile: (count: number) => void,
): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const zip = new Zip((error, part, isLast) => {
    if (error !== null) return reject(error)
    // A copy: the library may write into it again.
    parts.push(new Uint8Array(part))
    if (isLast) resolve()
  })
  for (const [index, { path, content }] of files.entries()) {
    signal.throwIfAborted()
    const entry = new ZipDeflate(path, { level: LEVEL })
    zip.add(entry)
    const reader = content.stream().getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      entry.push(value)
    }
    entry.push(new Uint8Array(), true)
    onFile(index + 1)
  }
  zip.end()
  await ended
  return new Blob(parts, { type: 'application/zip' })
}
