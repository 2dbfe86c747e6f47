import { csv, json } from '@sluice/service-kit/environment'
import { z } from 'zod'

const broker = z.string().regex(/^[^\s:]+:\d{1,5}$|^\[[0-9a-f:]+\]:\d{1,5}$/i, 'must be HOST:PORT')
const topic = z.string().regex(/^[a-zA-Z0-9._-]{1,249}$/, 'must be a name of a topic')

const tls = z.strictObject({ ca: z.string().optional(), cert: z.string().optional(), key: z.string().optional() })

const credentials = { username: z.string().min(1), password: z.string().min(1) }
const sasl = z.discriminatedUnion('mechanism', [
  z.strictObject({ mechanism: z.literal('plain'), ...credentials }),
  z.strictObject({ mechanism: z.literal('scram-sha-256'), ...credentials }),
  z.strictObject({ mechanism: z.literal('scram-sha-512'), ...credentials }),
])

/** The variables of what the worker publishes to Kafka. Spread them into the gateway's schema. */
export const relayConfigShape = {
  KAFKA_BROKERS: csv()
    .pipe(z.array(broker))
    .default([])
    .describe('Brokers that the worker publishes events to, `HOST:PORT,HOST:PORT`. Unset: none is published.'),
  KAFKA_TLS: json(tls)
    .optional()
    .describe(
      'JSON object of {ca, cert, key}, PEM: speak TLS to the brokers. `{}` trusts the authorities that Node knows.',
    ),
  KAFKA_SASL: json(sasl)
    .optional()
    .describe('JSON object of {mechanism, username, password}: plain, scram-sha-256 or scram-sha-512.'),
  KAFKA_TOPIC_EVENTS: topic.default('sluice.layer-events').describe('The topic of all events, as CloudEvents.'),
  KAFKA_TOPIC_SIEM: topic.default('sluice.siem').describe('The topic of the same events as lines of CEF.'),
}
