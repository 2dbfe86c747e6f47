import { ask, type Caller } from './ask.ts'
import { MODELS } from './models.ts'
import { createStreamReader, type StreamReading } from './stream-reading.ts'

export interface OpenStream {
  /** Resolves with the first model text; rejects where none comes. */
  readonly hasText: Promise<void>
  /** Resolves when the stream has ended, however it did. */
  readonly ended: Promise<void>
  reading(): StreamReading
  abort(): void
}

const FIRST_TEXT_TIMEOUT_MS = 15_000

/** Opens a stream that ends only when somebody ends it. Throws where it is refused. */
export async function openStream(caller: Caller, session: string, number: number): Promise<OpenStream> {
  const abort = new AbortController()
  const { signal } = abort
  // An address, so that every layer has something to do on the way there and back.
  const prompt = `Please write a very long story about customer.${number}@example.com and order ${number}.`
  const { statusCode, body } = await ask(caller, { model: MODELS.endless, prompt, session, stream: true, signal })
  if (statusCode !== 200) {
    throw new Error(`a stream was refused: status ${statusCode}: ${(await body.text()).slice(0, 300)}`)
  }
  const reader = createStreamReader()
  const ended = Promise.withResolvers<void>()
  const text = Promise.withResolvers<void>()
  const late = setTimeout(() => text.reject(new Error('a stream brought no text')), FIRST_TEXT_TIMEOUT_MS)
  // A failure reaches those who wait; without a waiter it must not end the process.
  text.promise.catch(() => undefined)
  body.on('data', (bytes: Uint8Array) => {
    reader.take(bytes, performance.now())
    if (reader.hasText()) text.resolve()
  })
  body.once('error', () => undefined)
  body.once('close', () => {
    clearTimeout(late)
    reader.close(performance.now())
    text.reject(new Error('a stream ended before it brought any text'))
    ended.resolve()
  })
  text.promise.finally(() => clearTimeout(late)).catch(() => undefined)
  return {
    hasText: text.promise,
    ended: ended.promise,
    reading: reader.reading,
    abort: () => abort.abort(),
  }
}
