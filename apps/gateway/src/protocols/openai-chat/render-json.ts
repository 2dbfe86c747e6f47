import type { ChatRequest } from '@sluice/contracts'
import { collect } from '@sluice/pipeline'
import type { Admitted } from '../../admission/admit.ts'
import type { Delivery } from '../../delivery/deliver.ts'
import type { Dependencies } from '../../dependencies.ts'

/** An answer as one JSON completion, sent when it is whole. Rejects as the delivery does. */
export async function asJson(
  { gate }: Pick<Dependencies, 'gate'>,
  { request, start }: Admitted<ChatRequest>,
  delivering: Promise<Delivery>,
): Promise<Response> {
  const delivery = await delivering
  const completion = await collect(delivery.chunks)
  const metadata = delivery.metadata()
  await gate.ensureFresh()
  start.signal.throwIfAborted()
  return Response.json(
    { ...completion, model: completion.model || request.model, service_metadata: metadata },
    { headers: delivery.headers() },
  )
}
