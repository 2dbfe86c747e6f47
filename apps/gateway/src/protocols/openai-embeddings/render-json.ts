import { SluiceError } from '@sluice/contracts'
import type { Admitted } from '../../admission/admit.ts'
import type { Delivery } from '../../delivery/deliver.ts'
import { jsonResponse } from '../../delivery/json-response.ts'
import type { Dependencies } from '../../dependencies.ts'
import { inFormat } from './vector-format.ts'

/** An answer as OpenAI's list of embeddings, each vector in the format asked for. Rejects as the delivery does. */
export async function asEmbeddingsJson(
  { gate }: Pick<Dependencies, 'gate'>,
  { origin, runtime, observation }: Admitted<'embeddings'>,
  delivering: Promise<Delivery>,
): Promise<Response> {
  const delivery = await delivering
  if (delivery.answer.kind !== 'whole') throw new SluiceError('internal_error')
  const { value } = delivery.answer
  observation.counted(value.usage)
  const format = origin.request.body.encoding_format ?? 'float'
  const data = value.data.map((item) => ({ ...item, embedding: inFormat(item.embedding, format) }))
  await gate.ensureFresh()
  runtime.signal.throwIfAborted()
  return jsonResponse({ ...value, data, service_metadata: delivery.metadata() }, delivery.headers())
}
