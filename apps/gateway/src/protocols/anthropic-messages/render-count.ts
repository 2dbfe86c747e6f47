import { SluiceError, type WireEvent } from '@sluice/contracts'
import type { Admitted } from '../../admission/admit.ts'
import type { Delivery } from '../../delivery/deliver.ts'
import { jsonResponse } from '../../delivery/json-response.ts'
import type { Dependencies } from '../../dependencies.ts'

/** The number, sent when it is there. Rejects as the delivery does. */
export async function asTokenCount(
  { gate }: Pick<Dependencies, 'gate'>,
  { runtime }: Admitted<'token-count'>,
  delivering: Promise<Delivery>,
): Promise<Response> {
  const delivery = await delivering
  const { answer } = delivery
  if (answer.kind !== 'events') throw new SluiceError('internal_error')
  let counted: WireEvent | undefined
  for await (const events of answer.events) counted = events.at(-1) ?? counted
  if (counted === undefined) throw new SluiceError('upstream_interrupted')
  const { type: _, ...count } = counted
  await gate.ensureFresh()
  runtime.signal.throwIfAborted()
  return jsonResponse({ ...count, service_metadata: delivery.metadata() }, delivery.headers())
}
