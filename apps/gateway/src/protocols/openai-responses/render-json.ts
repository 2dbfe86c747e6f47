import { SluiceError, type WireEvent } from '@sluice/contracts'
import type { Answer } from '@sluice/pipeline'
import type { Delivery } from '../../delivery/deliver.ts'
import { jsonResponse } from '../../delivery/json-response.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type AdmittedResponses, asAsked, responseOf, usageOf } from './response-object.ts'

/** An answer as one JSON response, sent when it is whole. Rejects as the delivery does. */
export async function asJson(
  { gate }: Pick<Dependencies, 'gate'>,
  { origin, runtime, observation }: AdmittedResponses,
  delivering: Promise<Delivery>,
): Promise<Response> {
  const delivery = await delivering
  const response = responseOf(await lastEventOf(delivery.answer))
  observation.counted(usageOf(response))
  const metadata = delivery.metadata()
  await gate.ensureFresh()
  runtime.signal.throwIfAborted()
  return jsonResponse({ ...asAsked(response, origin.request), service_metadata: metadata }, delivery.headers())
}

/** The event that an answer ends with: it holds the whole response, also where the endpoint has streamed unasked. */
export async function lastEventOf(answer: Answer): Promise<WireEvent> {
  if (answer.kind !== 'events') throw new SluiceError('internal_error')
  let last: WireEvent | undefined
  for await (const events of answer.events) last = events.at(-1) ?? last
  if (last === undefined) throw new SluiceError('internal_error')
  return last
}
