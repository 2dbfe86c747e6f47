import { SluiceError } from '@sluice/contracts'
import { collectMessage } from '@sluice/pipeline'
import type { Delivery } from '../../delivery/deliver.ts'
import { jsonResponse } from '../../delivery/json-response.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type AdmittedMessages, tokenUsage } from './notice.ts'

/** An answer as one message, sent when it is whole. Rejects as the delivery and `collectMessage` do. */
export async function asMessageJson(
  { gate }: Pick<Dependencies, 'gate'>,
  { runtime, observation }: AdmittedMessages,
  delivering: Promise<Delivery>,
): Promise<Response> {
  const delivery = await delivering
  const { answer } = delivery
  if (answer.kind !== 'events') throw new SluiceError('internal_error')
  const message = await collectMessage(answer.events)
  observation.counted(tokenUsage(message.usage))
  const metadata = delivery.metadata()
  await gate.ensureFresh()
  runtime.signal.throwIfAborted()
  return jsonResponse({ ...message, service_metadata: metadata }, delivery.headers())
}
