import { AnswerFault } from '../answer-fault.ts'
import { type AnswerBounds, type HoldBytes, nextBytes, parseReported, UNCHARGED_BYTES } from '../read-answer.ts'
import { SseParser } from '../sse-frames.ts'
import type { UpstreamBody } from '../upstream-exchange.ts'
import { FrameSplitter } from './frame-splitter.ts'

/** An error in place of an event, as Google sends it with status 200. */
const REPORTS_ERROR = /^\s*\{\s*"error"\s*:/

/**
 * The bytes of a JSON answer, up to a bound. `hold` is charged with those behind the first 64 KiB. Throws as it does,
 * and `AnswerFault`.
 */
export async function* jsonPieces(body: UpstreamBody, { maxAnswerBytes }: AnswerBounds, hold: HoldBytes) {
  let length = 0
  for (let bytes = await nextBytes(body); bytes; bytes = await nextBytes(body)) {
    length += bytes.length
    if (length > maxAnswerBytes) throw new AnswerFault('malformed')
    if (length > UNCHARGED_BYTES) hold(Math.min(bytes.length, length - UNCHARGED_BYTES))
    yield bytes
  }
}

/** The events of an SSE stream, each written anew as one that is short and whole. Throws `AnswerFault`. */
export async function* eventPieces(body: UpstreamBody, { maxAnswerBytes, maxEventLength }: AnswerBounds) {
  const parser = new SseParser(maxEventLength)
  let length = 0
  for (let bytes = await nextBytes(body); bytes; bytes = await nextBytes(body)) {
    length += bytes.length
    if (length > maxAnswerBytes) throw new AnswerFault('malformed')
    const events = parser.push(bytes)
    const errorAt = events.findIndex((data) => REPORTS_ERROR.test(data))
    const good = errorAt < 0 ? events : events.slice(0, errorAt)
    const text = good.map((data) => `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`).join('')
    if (text !== '') yield Buffer.from(text)
    const error = events[errorAt]
    if (error !== undefined) parseReported(error)
    if (parser.overflowed || error !== undefined) throw new AnswerFault('malformed')
  }
}

/** The frames of an AWS event stream, each whole. Throws `AnswerFault`. */
export async function* framePieces(body: UpstreamBody, { maxAnswerBytes, maxEventLength }: AnswerBounds) {
  const splitter = new FrameSplitter(maxEventLength)
  let length = 0
  for (let bytes = await nextBytes(body); bytes; bytes = await nextBytes(body)) {
    length += bytes.length
    const frames = length > maxAnswerBytes ? undefined : splitter.push(bytes)
    if (frames === undefined) throw new AnswerFault('malformed')
    if (frames.length > 0) yield Buffer.concat(frames)
  }
  if (splitter.isInFrame) throw new AnswerFault('incomplete')
}
