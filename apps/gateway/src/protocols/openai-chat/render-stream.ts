import { type CompletionChunk, type ErrorCode, type Refusal, SluiceError } from '@sluice/contracts'
import { isTerminal } from '@sluice/pipeline'
import { RESPONSE_ALREADY_SENT, toSluiceError } from '@sluice/service-kit'
import { type Delivery, sessionHeader } from '../../delivery/deliver.ts'
import { orSilence } from '../../delivery/or-silence.ts'
import { frame, writeSse } from '../../delivery/sse-writer.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openAiErrorBody } from '../openai/render-error.ts'
import { type AdmittedChat, bareChunk, noticeOf } from './notice.ts'

type StreamDependencies = Pick<Dependencies, 'gate' | 'limits' | 'logger'>

const DONE = 'data: [DONE]\n\n'

/** Errors that end a stream on purpose: nothing has failed. */
const STOPS: ReadonlySet<ErrorCode> = new Set(['session_frozen', 'shutting_down', 'request_aborted', 'answer_not_read'])

/**
 * An answer as server-sent events. A refusal keeps its status as long as nothing has been sent. After a silence of
 * `keepAliveMs` the stream opens with comments, and a failure from then on is an error frame.
 */
export async function asSse(
  dependencies: StreamDependencies,
  admitted: AdmittedChat,
  delivering: Promise<Delivery>,
): Promise<Response> {
  const { origin, lifetime, outgoing } = admitted
  const { gate, limits } = dependencies
  const { keepAliveMs } = limits
  lifetime.endWithService()
  const delivery = await orSilence(delivering, keepAliveMs)
  const { signal } = lifetime.answer
  if (signal.aborted) {
    // The caller has its error already; an answer that nobody reads must still be given up, so that it is recorded.
    if (delivery?.answer.kind === 'chunks') await delivery.answer.chunks[Symbol.asyncIterator]().return?.()
    throw signal.reason
  }
  writeSse(outgoing, framesOf(dependencies, admitted, delivering), {
    headers: delivery?.headersAtHead() ?? sessionHeader(origin),
    keepAliveMs,
    signal,
    workSignal: lifetime.workSignal,
    mayLeave: () => (gate.isFresh() ? undefined : gate.ensureFresh()),
    onBrokenOff: (error) => admitted.observation.brokeOff(error),
    onAbandoned: (rest) => lifetime.keepInBackground(rest),
    errorFrame,
  })
  return RESPONSE_ALREADY_SENT
}

/** A failure in mid-stream: one frame, then the end, without `[DONE]`. */
function errorFrame(refusal: Refusal): string {
  return frame(openAiErrorBody(refusal))
}

/**
 * The frames of an answer. Chunks leave as they come, those of one batch in one piece; the last one waits for the end,
 * to carry `service_metadata`. A chunk without choices carries it where the answer ended without a terminal chunk.
 */
async function* framesOf(
  { logger }: StreamDependencies,
  admitted: AdmittedChat,
  delivering: Promise<Delivery>,
): AsyncGenerator<string> {
  const { observation, origin } = admitted
  try {
    const { answer, metadata } = await delivering
    if (answer.kind !== 'chunks') throw new SluiceError('internal_error')
    let last: CompletionChunk | undefined
    for await (const batch of answer.chunks) {
      let frames = ''
      for (const chunk of batch) {
        observation.counted(chunk.usage)
        if (last) frames += frame(last)
        last = isTerminal(chunk) ? chunk : undefined
        if (!last) frames += frame(chunk)
      }
      if (frames !== '') yield frames
    }
    yield frame({ ...(last ?? bareChunk(noticeOf(admitted))), service_metadata: metadata() }) + DONE
  } catch (thrown) {
    const error = toSluiceError(thrown)
    observation.brokeOff(error)
    const { requestId } = origin
    const { endpoint } = observation
    if (STOPS.has(error.code)) logger.info({ requestId, endpoint, code: error.code }, 'stream stopped')
    else logger.warn({ requestId, endpoint, code: error.code, err: error }, 'stream ended with an error')
    yield errorFrame(error.refusal)
  }
}
