import { type Outbox, openOutboxConsumer } from '@sluice/outbox'
import type { BuildContext } from '@sluice/service-kit'
import type { GatewayConfig } from '../config.ts'
import { keepDeadLetter } from './dead-letter.ts'
import { publishEntries, type RefusedRecord } from './publish-entries.ts'

/** The consumer group of the outbox that Kafka is. */
const GROUP = 'relay'

/**
 * Publishes every event to Kafka where `KAFKA_BROKERS` names brokers: a record leaves the outbox when it was taken
 * there, or refused for good and kept as such. Several workers share its shards. Where Kafka is away, records wait.
 */
export async function openRelay(
  context: BuildContext<GatewayConfig>,
  { version, outbox }: { readonly version: string; readonly outbox: Outbox },
): Promise<void> {
  const { config, service, clock, logger, metrics, onClose } = context
  if (config.KAFKA_BROKERS.length === 0) return
  // Loaded where there are brokers only.
  const { createKafkaBus } = await import('@sluice/events/kafka')
  const published = metrics.counter({ name: 'sluice_relay_events_total', help: 'Events published to Kafka.' })
  const refusedEvents = metrics.counter({
    name: 'sluice_relay_refused_events_total',
    help: 'Events that Kafka refuses for good. Each record of theirs has a critical event `relay.dead_lettered`.',
    labelNames: ['code'],
  })
  // Each has one batch under way, and all records of a key are in one shard: shards need not wait for each other.
  const buses = Array.from({ length: config.OUTBOX_SHARDS }, () =>
    createKafkaBus({
      brokers: config.KAFKA_BROKERS,
      clientId: `sluice-${service}`,
      tls: config.KAFKA_TLS,
      sasl: config.KAFKA_SASL,
    }),
  )
  const topics = { layerEvents: config.KAFKA_TOPIC_EVENTS, siem: config.KAFKA_TOPIC_SIEM }
  const deadLetter = async (refused: RefusedRecord) => {
    const { code, events, record } = refused
    await keepDeadLetter(refused, { outbox, clock, service })
    refusedEvents.inc({ code }, events.size)
    logger.error({ code, recordId: record.id, events: events.size }, 'Kafka refuses events of a record for good')
  }
  onClose('Kafka', async () => void (await Promise.all(buses.map((bus) => bus.close()))))
  openOutboxConsumer(context, {
    name: 'relay',
    group: GROUP,
    handle: async (entries, { shard, requireHeld }) => {
      const bus = buses[shard]
      if (bus === undefined) throw new Error(`There is no shard ${shard}.`)
      published.inc(await publishEntries(entries, { bus, topics, version, requireHeld, deadLetter }))
    },
    onError: (err) => logger.error({ err }, 'events do not reach Kafka; records wait in the outbox'),
  })
}
