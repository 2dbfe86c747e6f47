import { type Completion, SluiceError } from '@sluice/contracts'
import { collect } from '@sluice/pipeline'
import type { Delivery } from '../../delivery/deliver.ts'
import { jsonResponse } from '../../delivery/json-response.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { AdmittedChat } from './notice.ts'

/**
 * An answer as one JSON completion, sent when it is whole. Rejects as the delivery does.
 *
 * @param write for a wire that has another form than chat.
 */
export async function asJson(
  { gate }: Pick<Dependencies, 'gate'>,
  { origin, runtime, observation }: AdmittedChat,
  delivering: Promise<Delivery>,
  write: (completion: Completion) => object = (completion) => completion,
): Promise<Response> {
  const delivery = await delivering
  const { answer } = delivery
  if (answer.kind !== 'chunks') throw new SluiceError('internal_error')
  const completion = await collect(answer.chunks)
  observation.counted(completion.usage)
  const metadata = delivery.metadata()
  await gate.ensureFresh()
  runtime.signal.throwIfAborted()
  const model = completion.model || origin.request.body.model
  return jsonResponse({ ...write({ ...completion, model }), service_metadata: metadata }, delivery.headers())
}
