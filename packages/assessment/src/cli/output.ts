import { open } from 'node:fs/promises'
import { chunksOf } from '../cbom/feed-pieces.ts'

/** The document could not be written. */
export class OutputError extends Error {
  constructor(path: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : 'unknown reason'
    super(`${path} cannot be written: ${reason}`, { cause })
    this.name = 'OutputError'
  }
}

export type Document = Iterable<string> | Uint8Array

/** Writes a document to a file, replacing what was there. Throws an `OutputError`. */
export async function writeToFile(path: string, document: Document): Promise<void> {
  try {
    const file = await open(path, 'w')
    try {
      for await (const chunk of parts(document)) await file.writeFile(chunk)
    } finally {
      await file.close()
    }
  } catch (cause) {
    throw new OutputError(path, cause)
  }
}

/** Writes a document to a stream at the speed of whoever reads it. Throws an `OutputError` when nobody does. */
export async function writeToStream(stream: NodeJS.WritableStream, document: Document): Promise<void> {
  for await (const chunk of parts(document)) {
    await new Promise<void>((resolve, reject) => {
      stream.write(chunk, (error) => (error ? reject(new OutputError('The standard output', error)) : resolve()))
    })
  }
}

async function* parts(document: Document): AsyncGenerator<string | Uint8Array, void, undefined> {
  if (document instanceof Uint8Array) yield document
  else yield* chunksOf(document)
}
