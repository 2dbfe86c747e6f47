import type { CompletionChunk } from '@sluice/contracts'
import { completionToChunk } from '@sluice/pipeline/ports'
import { AnswerFault, toFault } from './answer-fault.ts'
import { isRecord } from './is-record.ts'
import { ChatNormalizer } from './normalize-answer.ts'
import { type AnswerDefaults, toCompletion, toCompletionChunk } from './repair-answer.ts'
import { SseParser } from './sse-frames.ts'
import { readErrorBody, reportedStatus } from './upstream-error.ts'
import type { UpstreamBody } from './upstream-exchange.ts'

export interface AnswerBounds {
  /** The most bytes of one answer, streamed or not. */
  readonly maxAnswerBytes: number
  /** The longest event of a stream, in UTF-16 code units. */
  readonly maxEventLength: number
}

/** OpenAI's end of a stream. */
const DONE = '[DONE]'

/**
 * The chunks of a streamed answer, all of one read together. It is complete with `[DONE]`, or with the end of the body
 * once every choice has had its `finish_reason`: not every server says `[DONE]`. Chunks that stand before a fault are
 * given first. Throws `AnswerFault`; leaves cancelling to the caller.
 */
export async function* readStream(
  body: UpstreamBody,
  bounds: AnswerBounds,
  defaults: AnswerDefaults,
): AsyncGenerator<readonly CompletionChunk[], void> {
  const parser = new SseParser(bounds.maxEventLength)
  const progress = trackChoices()
  const normalizer = new ChatNormalizer(defaults.id)
  let bytesRead = 0
  for (let bytes = await nextBytes(body); bytes; bytes = await nextBytes(body)) {
    bytesRead += bytes.length
    if (bytesRead > bounds.maxAnswerBytes) throw new AnswerFault('malformed')
    const { chunks, isDone, fault } = readEvents(parser.push(bytes), defaults, normalizer)
    for (const chunk of chunks) progress.see(chunk)
    if (chunks.length > 0) yield chunks
    if (fault !== undefined) throw fault
    if (isDone) {
      body.drain()
      return
    }
    if (parser.overflowed) throw new AnswerFault('malformed')
  }
  if (!progress.isComplete()) throw new AnswerFault('incomplete')
}

/** The chunks of some events, up to the end of the stream or to the first fault. */
function readEvents(
  events: readonly string[],
  defaults: AnswerDefaults,
  normalizer: ChatNormalizer,
): { readonly chunks: readonly CompletionChunk[]; readonly isDone: boolean; readonly fault?: unknown } {
  const chunks: CompletionChunk[] = []
  try {
    for (const data of events) {
      if (data === DONE) return { chunks, isDone: true }
      if (data === '') continue
      const chunk = toCompletionChunk(parseReported(data), defaults)
      if (!chunk) throw new AnswerFault('malformed')
      chunk.id = defaults.id
      chunks.push(normalizer.take(chunk))
    }
  } catch (fault) {
    return { chunks, isDone: false, fault }
  }
  return { chunks, isDone: false }
}

/** A JSON answer as its one chunk. Throws `AnswerFault`, and as `hold` does. */
export async function readJson(
  body: UpstreamBody,
  bounds: AnswerBounds,
  defaults: AnswerDefaults,
  hold: HoldBytes,
): Promise<CompletionChunk> {
  const { text, isWhole } = await readText(body, bounds.maxAnswerBytes, hold)
  if (!isWhole) throw new AnswerFault('malformed')
  const completion = toCompletion(parseReported(text), defaults)
  if (!completion) throw new AnswerFault('malformed')
  return new ChatNormalizer(defaults.id).take(completionToChunk({ ...completion, id: defaults.id }))
}

/** Charges bytes that are held in memory; throws where there is no room for them. */
export type HoldBytes = (bytes: number) => void

/** So short an answer costs no more than what every exchange holds anyway, in bytes. */
export const UNCHARGED_BYTES = 65_536

/**
 * The body as text, up to a bound in bytes; what is over it is cut off and the connection closed. Throws as `hold`
 * does, which is told of every byte behind the first 64 KiB before more is read.
 */
export async function readText(
  body: UpstreamBody,
  maxBytes: number,
  hold?: HoldBytes,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const pieces: Uint8Array[] = []
  let length = 0
  for (let bytes = await nextBytes(body); bytes; bytes = await nextBytes(body)) {
    pieces.push(bytes)
    length += bytes.length
    if (length > UNCHARGED_BYTES) holdOrCancel(body, Math.min(bytes.length, length - UNCHARGED_BYTES), hold)
    if (length <= maxBytes) continue
    body.cancel()
    return { text: Buffer.concat(pieces, maxBytes).toString('utf8'), isWhole: false }
  }
  return { text: Buffer.concat(pieces, length).toString('utf8'), isWhole: true }
}

function holdOrCancel(body: UpstreamBody, bytes: number, hold: HoldBytes | undefined): void {
  try {
    hold?.(bytes)
  } catch (error) {
    body.cancel()
    throw error
  }
}

/** The next bytes of an answer. Throws `AnswerFault`. */
export function nextBytes(body: UpstreamBody): Promise<Uint8Array | undefined> {
  return body.next().catch((error: unknown) => {
    throw toFault(error)
  })
}

/** Parses JSON; an `error` member is the upstream's report of a failure of its own. */
export function parseReported(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    // The parser's message quotes the text, which is content.
    throw new AnswerFault('malformed')
  }
  if (!isRecord(value) || value.error === undefined || value.error === null) return value
  const status = reportedStatus(value)
  throw new AnswerFault('reported', {
    reported: { body: readErrorBody(value), ...(status !== undefined && { status }) },
  })
}

function trackChoices() {
  const seen = new Set<number>()
  const finished = new Set<number>()
  return {
    see(chunk: CompletionChunk): void {
      for (const choice of chunk.choices) {
        seen.add(choice.index)
        if (typeof choice.finish_reason === 'string') finished.add(choice.index)
      }
    },
    isComplete: () => seen.size > 0 && seen.size === finished.size,
  }
}
