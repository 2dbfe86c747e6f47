import { type CompletionChunk, type Refusal, type ServiceMetadata, SluiceError } from '@sluice/contracts'
import { isTerminal } from '@sluice/pipeline'
import { toSluiceError } from '@sluice/service-kit'
import { openAiErrorBody } from './errors.ts'

/** The headers of a stream. `x-accel-buffering` asks nginx and its kin to pass each event on at once. */
export const SSE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const

const DONE = 'data: [DONE]\n\n'
const KEEP_ALIVE = ': keep-alive\n\n'

/** A failure in mid-stream: one frame, then the end, without `[DONE]`. */
export function errorFrame(refusal: Refusal): string {
  return frame(openAiErrorBody(refusal))
}

/**
 * An answer as event frames. Chunks leave as they come; the last one waits for the end, to carry `service_metadata`.
 *
 * @param metadata asked once, when the stream has ended.
 * @param bare what carries the metadata when the answer ended without a terminal chunk.
 */
export async function* completionFrames(
  chunks: AsyncIterable<CompletionChunk>,
  metadata: () => ServiceMetadata,
  bare: CompletionChunk,
): AsyncGenerator<string> {
  let last: CompletionChunk | undefined
  for await (const chunk of chunks) {
    if (last) yield frame(last)
    last = isTerminal(chunk) ? chunk : undefined
    if (!last) yield frame(chunk)
  }
  yield frame({ ...(last ?? bare), service_metadata: metadata() })
  yield DONE
}

function frame(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

export interface SseBodyOptions {
  /** Silence, in milliseconds, after which a comment line goes out, which clients skip and intermediaries take for life. */
  readonly keepAliveMs: number
  /** Aborted with a `SluiceError`, it ends the body at once with that error; what the frames still have to do goes on. */
  readonly signal: AbortSignal
  /** Awaited before each frame leaves; what it throws ends the body as the signal does. */
  readonly mayLeave: () => Promise<void>
  /** Receives what goes on after the body has ended early, by the signal or because the reader left. */
  readonly onAbandoned: (rest: Promise<unknown>) => void
}

/** Frames as the body of a response, one per pull, so that a slow reader slows the model down. */
export function sseBody(frames: AsyncGenerator<string>, options: SseBodyOptions): ReadableStream<Uint8Array> {
  const { keepAliveMs, signal, mayLeave, onAbandoned } = options
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

/** The promise's value, or undefined after `ms` milliseconds. */
export function orSilence<T>(promise: Promise<T>, ms: number): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(undefined), ms)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
