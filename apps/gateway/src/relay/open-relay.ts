import { createKafkaBus } from '@sluice/events/kafka'
import { openOutboxConsumer } from '@sluice/outbox'
import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import { publishEntries } from './publish-entries.ts'

/** The consumer group of the outbox that Kafka is. */
const GROUP = 'relay'

/**
 * Publishes every event to Kafka where `KAFKA_BROKERS` names brokers: a record leaves the outbox when it was taken
 * there. Several workers share its shards. Where Kafka is away, records wait.
 */
export function openRelay(context: BuildContext<GatewayConfig>, version: string): void {
  const { config, service, logger, metrics, onClose } = context
  if (config.KAFKA_BROKERS.length === 0) return
  const published = metrics.counter({ name: 'sluice_relay_events_total', help: 'Events published to Kafka.' })
  const bus = createKafkaBus({
    brokers: config.KAFKA_BROKERS,
    clientId: `sluice-${service}`,
    tls: config.KAFKA_TLS,
    sasl: config.KAFKA_SASL,
  })
  const topics = { layerEvents: config.KAFKA_TOPIC_EVENTS, siem: config.KAFKA_TOPIC_SIEM }
  onClose('Kafka', () => bus.close())
  openOutboxConsumer(context, {
    name: 'relay',
    group: GROUP,
    handle: async (entries, { requireHeld }) => {
      published.inc(await publishEntries(entries, { bus, topics, version, requireHeld }))
    },
    onError: (err) => logger.error({ err }, 'events do not reach Kafka; records wait in the outbox'),
  })
}
