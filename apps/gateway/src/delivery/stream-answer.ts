import type { ErrorCode, Refusal, ServiceMetadata } from '@sluice/contracts'
import type { Answer } from '@sluice/pipeline'
import { RESPONSE_ALREADY_SENT, toSluiceError } from '@sluice/service-kit'
import type { Admitted } from '../admission/admit.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Delivery, sessionHeader } from './deliver.ts'
import { orSilence } from './or-silence.ts'
import { writeSse } from './sse-writer.ts'

type StreamDependencies = Pick<Dependencies, 'gate' | 'limits' | 'logger'>

/** Writes one answer as the frames of its wire. */
export interface AnswerFrames<Item> {
  /** What the answer streams. Throws `internal_error` where it has the form of another wire. */
  itemsOf(answer: Answer): AsyncIterable<readonly Item[]>
  /** The frames of items that came together; empty where all of them have to wait. */
  write(items: readonly Item[]): string
  /** The last frames, with what the caller learns at the end. */
  end(metadata: ServiceMetadata): string
  /** A failure in mid-stream: nothing follows it. */
  error(refusal: Refusal): string
}

/** Errors that end a stream on purpose: nothing has failed. */
const STOPS: ReadonlySet<ErrorCode> = new Set(['session_frozen', 'shutting_down', 'request_aborted', 'answer_not_read'])

/**
 * An answer as server-sent events. A refusal keeps its status as long as nothing has been sent. After a silence of
 * `keepAliveMs` the stream opens with comments, and a failure from then on is an error frame.
 */
export async function streamAnswer<Item>(
  dependencies: StreamDependencies,
  admitted: Admitted,
  delivering: Promise<Delivery>,
  frames: AnswerFrames<Item>,
): Promise<Response> {
  const { origin, lifetime, outgoing } = admitted
  const { gate, limits } = dependencies
  const { keepAliveMs } = limits
  lifetime.endWithService()
  const delivery = await orSilence(delivering, keepAliveMs)
  const { signal } = lifetime.answer
  if (signal.aborted) {
    // The caller has its error already; an answer that nobody reads must still be given up, so that it is recorded.
    if (delivery !== undefined) await frames.itemsOf(delivery.answer)[Symbol.asyncIterator]().return?.()
    throw signal.reason
  }
  writeSse(outgoing, framesOf(dependencies, admitted, delivering, frames), {
    headers: delivery?.headersAtHead() ?? sessionHeader(origin),
    keepAliveMs,
    signal,
    workSignal: lifetime.workSignal,
    mayLeave: () => (gate.isFresh() ? undefined : gate.ensureFresh()),
    onBrokenOff: (error) => admitted.observation.brokeOff(error),
    onAbandoned: (rest) => lifetime.keepInBackground(rest),
    errorFrame: (refusal) => frames.error(refusal),
  })
  return RESPONSE_ALREADY_SENT
}

/** Items leave as they come, those of one batch in one piece; what says how it ended waits for the end. */
async function* framesOf<Item>(
  { logger }: StreamDependencies,
  { observation, origin }: Admitted,
  delivering: Promise<Delivery>,
  frames: AnswerFrames<Item>,
): AsyncGenerator<string> {
  try {
    const { answer, metadata } = await delivering
    for await (const batch of frames.itemsOf(answer)) {
      const written = frames.write(batch)
      if (written !== '') yield written
    }
    yield frames.end(metadata())
  } catch (thrown) {
    const error = toSluiceError(thrown)
    observation.brokeOff(error)
    const { requestId } = origin
    const { endpoint } = observation
    if (STOPS.has(error.code)) logger.info({ requestId, endpoint, code: error.code }, 'stream stopped')
    else logger.warn({ requestId, endpoint, code: error.code, err: error }, 'stream ended with an error')
    yield frames.error(error.refusal)
  }
}
