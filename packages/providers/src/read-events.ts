import type { WireEvent } from '@sluice/contracts'
import { AnswerFault } from './answer-fault.ts'
import { isRecord } from './is-record.ts'
import { type AnswerBounds, nextBytes, parseReported } from './read-answer.ts'
import { SseParser } from './sse-frames.ts'
import { readErrorBody } from './upstream-error.ts'
import type { UpstreamBody } from './upstream-exchange.ts'

/** What is known of the events of one wire. */
interface EventWire {
  /** An event as the gateway passes it on. Throws `AnswerFault` where it is none, or reports a failure. */
  readonly take: (event: WireEvent) => WireEvent
  /** Whether the answer is complete with this event. */
  readonly isTerminal: (event: WireEvent) => boolean
}

/** OpenAI-compatible servers end every stream with it, also where the wire has no such event. */
const DONE = '[DONE]'

/**
 * The events of a streamed answer, all of one read together. It is complete with its terminal event. Events that stand
 * before a fault are given first. Throws `AnswerFault`; leaves cancelling to the caller.
 */
export async function* readEventStream(
  body: UpstreamBody,
  bounds: AnswerBounds,
  wire: EventWire,
): AsyncGenerator<readonly WireEvent[], void> {
  const parser = new SseParser(bounds.maxEventLength)
  let bytesRead = 0
  for (let bytes = await nextBytes(body); bytes; bytes = await nextBytes(body)) {
    bytesRead += bytes.length
    if (bytesRead > bounds.maxAnswerBytes) throw new AnswerFault('malformed')
    const { events, isDone, fault } = takeAll(parser.push(bytes), wire)
    if (events.length > 0) yield events
    if (fault !== undefined) throw fault
    if (isDone) {
      body.drain()
      return
    }
    if (parser.overflowed) throw new AnswerFault('malformed')
  }
  throw new AnswerFault('incomplete')
}

/** The events up to the terminal one, or to the first fault. */
function takeAll(
  frames: readonly string[],
  { take, isTerminal }: EventWire,
): { readonly events: readonly WireEvent[]; readonly isDone: boolean; readonly fault?: unknown } {
  const events: WireEvent[] = []
  try {
    for (const data of frames) {
      if (data === '' || data === DONE) continue
      const event = take(toWireEvent(parseReported(data)))
      events.push(event)
      if (isTerminal(event)) return { events, isDone: true }
    }
  } catch (fault) {
    return { events, isDone: false, fault }
  }
  return { events, isDone: false }
}

/** What the names of events are made of. They stand in lines of their own when the event goes on. */
const EVENT_NAME = /^[\w.-]{1,128}$/

/** A parsed event. Throws `AnswerFault` for what has no name, and for what reports a failure. */
function toWireEvent(value: unknown): WireEvent {
  if (!isRecord(value) || typeof value.type !== 'string') throw new AnswerFault('malformed')
  if (value.type === 'error') throw new AnswerFault('reported', { reported: { body: readErrorBody(value) } })
  if (!EVENT_NAME.test(value.type)) throw new AnswerFault('malformed')
  return { ...value, type: value.type }
}
