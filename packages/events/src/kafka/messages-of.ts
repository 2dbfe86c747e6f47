import type { SluiceEvent } from '@sluice/contracts'
import { toCef } from '../cef.ts'
import type { BusMessage } from './event-bus.ts'

interface EventTopics {
  readonly layerEvents: string
  readonly siem: string
}

const CLOUD_EVENT = 'application/cloudevents+json; charset=UTF-8'
const CEF = 'text/plain; charset=UTF-8'

/**
 * The messages of an event: whole, as a CloudEvent in structured mode, and as a line of CEF. Both have the same key, so
 * the events of a session keep their order in each topic.
 *
 * Source: CloudEvents, Kafka Protocol Binding, version 1.0.2, section 3.3.
 */
export function messagesOf(event: SluiceEvent, topics: EventTopics, productVersion: string): readonly BusMessage[] {
  const { id, type, severity, partitionkey: key } = event
  const headers = { id, type, severity: String(severity) }
  return [
    {
      topic: topics.layerEvents,
      key,
      value: JSON.stringify(event),
      headers: { ...headers, 'content-type': CLOUD_EVENT },
    },
    { topic: topics.siem, key, value: toCef(event, productVersion), headers: { ...headers, 'content-type': CEF } },
  ]
}
