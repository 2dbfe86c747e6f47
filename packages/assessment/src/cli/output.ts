import { writeFile } from 'node:fs/promises'

/** The document could not be written. */
export class OutputError extends Error {
  constructor(path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : 'unknown reason'
    super(`${path} cannot be written: ${reason}`, { cause })
    this.name = 'OutputError'
  }
}

export type Document = string | Uint8Array

/** Writes a document to a file, replacing what was there. Throws an `OutputError`. */
export async function writeToFile(path: string, document: Document): Promise<void> {
  await writeFile(path, document).catch((cause: unknown) => {
    throw new OutputError(path, cause)
  })
}

/** Writes a document to a stream. Throws an `OutputError` when nobody reads it. */
export async function writeToStream(stream: NodeJS.WritableStream, document: Document): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stream.write(document, (error) => (error ? reject(new OutputError('The standard output', error)) : resolve()))
  })
}
