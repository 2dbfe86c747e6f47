import { type CompletionChunk, type Refusal, SluiceError } from '@sluice/contracts'
import { isTerminal } from '@sluice/pipeline'
import { toSluiceError } from '@sluice/service-kit'
import { type Delivery, sessionHeader } from '../../delivery/deliver.ts'
import { orSilence } from '../../delivery/or-silence.ts'
import { frame, SSE_HEADERS, sseBody } from '../../delivery/sse-body.ts'
import type { Dependencies } from '../../dependencies.ts'
import { openAiErrorBody } from '../openai/render-error.ts'
import { type AdmittedChat, bareChunk, noticeOf } from './notice.ts'

type StreamDependencies = Pick<Dependencies, 'gate' | 'limits' | 'logger'>

const DONE = 'data: [DONE]\n\n'

/**
 * An answer as server-sent events. A refusal keeps its status as long as nothing has been sent. After a silence of
 * `keepAliveMs` the stream opens with comments, and a failure from then on is an error frame.
 */
export async function asSse(
  dependencies: StreamDependencies,
  admitted: AdmittedChat,
  delivering: Promise<Delivery>,
): Promise<Response> {
  const { origin, lifetime } = admitted
  const { keepAliveMs } = dependencies.limits
  lifetime.endWithService()
  const delivery = await orSilence(delivering, keepAliveMs)
  const body = sseBody(framesOf(dependencies, admitted, delivering), {
    keepAliveMs,
    signal: lifetime.answer.signal,
    mayLeave: () => dependencies.gate.ensureFresh(),
    onAbandoned: (rest) => lifetime.keepInBackground(rest),
    errorFrame,
  })
  return new Response(body, { headers: { ...SSE_HEADERS, ...(delivery?.headersAtHead() ?? sessionHeader(origin)) } })
}

/** A failure in mid-stream: one frame, then the end, without `[DONE]`. */
export function errorFrame(refusal: Refusal): string {
  return frame(openAiErrorBody(refusal))
}

async function* framesOf(
  { logger }: StreamDependencies,
  admitted: AdmittedChat,
  delivering: Promise<Delivery>,
): AsyncGenerator<string> {
  try {
    yield* completionFrames(await delivering, admitted)
  } catch (thrown) {
    const error = toSluiceError(thrown)
    const { requestId } = admitted.origin
    const { endpoint } = admitted.observation
    admitted.observation.brokeOff(error)
    logger.warn({ requestId, endpoint, code: error.code, err: error }, 'stream ended with an error')
    yield errorFrame(error.refusal)
  }
}

/**
 * Chunks leave as they come, those of one batch in one piece; the last one waits for the end, to carry
 * `service_metadata`. A chunk without choices carries it where the answer ended without a terminal chunk.
 */
async function* completionFrames({ answer, metadata }: Delivery, admitted: AdmittedChat): AsyncGenerator<string> {
  if (answer.kind !== 'chunks') throw new SluiceError('internal_error')
  let last: CompletionChunk | undefined
  for await (const batch of answer.chunks) {
    let frames = ''
    for (const chunk of batch) {
      admitted.observation.counted(chunk.usage)
      if (last) frames += frame(last)
      last = isTerminal(chunk) ? chunk : undefined
      if (!last) frames += frame(chunk)
    }
    if (frames !== '') yield frames
  }
  yield frame({ ...(last ?? bareChunk(noticeOf(admitted))), service_metadata: metadata() })
  yield DONE
}
