import type { CommandBatcher } from '@sluice/redis'
import type { OpenContext } from '@sluice/service-kit/environment'
import type { OutboxConfig } from './config.ts'
import { createRedisOutbox, type Outbox } from './redis-outbox.ts'

/** Opens a service's outbox, and shows in its metrics how many records wait there. */
export function openOutbox({ config, clock, metrics }: OpenContext<OutboxConfig>, commands: CommandBatcher): Outbox {
  const waiting = metrics.gauge({ name: 'sluice_outbox_records', help: 'Records that wait in the outbox.' })
  const memory = metrics.gauge({ name: 'sluice_outbox_bytes', help: 'Memory of Redis that the outbox takes.' })
  return createRedisOutbox(commands, {
    clock,
    maxRecords: config.OUTBOX_MAX_RECORDS,
    maxBytes: config.OUTBOX_MAX_BYTES,
    controlReserve: config.OUTBOX_CONTROL_RESERVE_PERCENT / 100,
    onLength: (records) => waiting.set(records),
    onBytes: (bytes) => memory.set(bytes),
  })
}
