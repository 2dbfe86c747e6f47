import { SluiceError } from '@sluice/contracts'
import { collect } from '@sluice/pipeline'
import type { Delivery } from '../../delivery/deliver.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { AdmittedChat } from './notice.ts'

/** An answer as one JSON completion, sent when it is whole. Rejects as the delivery does. */
export async function asJson(
  { gate }: Pick<Dependencies, 'gate'>,
  { origin, runtime }: AdmittedChat,
  delivering: Promise<Delivery>,
): Promise<Response> {
  const delivery = await delivering
  const { answer } = delivery
  if (answer.kind !== 'chunks') throw new SluiceError('internal_error')
  const completion = await collect(answer.chunks)
  const metadata = delivery.metadata()
  await gate.ensureFresh()
  runtime.signal.throwIfAborted()
  return Response.json(
    { ...completion, model: completion.model || origin.request.body.model, service_metadata: metadata },
    { headers: delivery.headers() },
  )
}
