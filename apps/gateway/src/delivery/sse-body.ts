import { type Refusal, SluiceError } from '@sluice/contracts'
import { toSluiceError } from '@sluice/service-kit'
import { orSilence } from './or-silence.ts'

/** The headers of a stream. `x-accel-buffering` asks nginx and its kin to pass each event on at once. */
export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const

const KEEP_ALIVE = ': keep-alive\n\n'

/** One event of a stream. */
export function frame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

export interface SseBodyOptions {
  /** Silence, in milliseconds, after which a comment line goes out: clients skip it, intermediaries see life. */
  readonly keepAliveMs: number
  /** Aborted with a `SluiceError`, it ends the body at once with that error; what the frames still do goes on. */
  readonly signal: AbortSignal
  /** Awaited before each frame leaves; what it throws ends the body as the signal does. */
  readonly mayLeave: () => Promise<void>
  /** Receives what goes on after the body has ended early, by the signal or because the reader left. */
  readonly onAbandoned: (rest: Promise<unknown>) => void
  /** Writes an error as the last event of the wire. */
  readonly errorFrame: (refusal: Refusal) => string
}

/** Frames as the body of a response, one per pull, so that a slow reader slows the model down. */
export function sseBody(frames: AsyncGenerator<string>, options: SseBodyOptions): ReadableStream<Uint8Array> {
  const { keepAliveMs, signal, mayLeave, onAbandoned, errorFrame } = options
  const encoder = new TextEncoder()
  let pending: Promise<IteratorResult<string>> | undefined
  let ended = false
  let onAbort: () => void

  function end(): void {
    ended = true
    signal.removeEventListener('abort', onAbort)
  }

  function abandon(): void {
    end()
    onAbandoned(frames.return(undefined))
  }

  function breakOff(controller: ReadableStreamDefaultController<Uint8Array>, error: unknown): void {
    if (ended || !(error instanceof SluiceError)) return
    controller.enqueue(encoder.encode(errorFrame(error.refusal)))
    controller.close()
    abandon()
  }

  return new ReadableStream({
    start(controller) {
      onAbort = () => breakOff(controller, signal.reason)
      if (signal.aborted) onAbort()
      else signal.addEventListener('abort', onAbort)
    },
    async pull(controller) {
      pending ??= frames.next()
      const result = await orSilence(pending, keepAliveMs)
      if (result?.done === false) {
        await mayLeave().catch((thrown: unknown) => breakOff(controller, toSluiceError(thrown)))
      }
      if (ended) return
      if (result === undefined) {
        controller.enqueue(encoder.encode(KEEP_ALIVE))
        return
      }
      pending = undefined
      if (!result.done) {
        controller.enqueue(encoder.encode(result.value))
        return
      }
      end()
      controller.close()
    },
    cancel: abandon,
  })
}
