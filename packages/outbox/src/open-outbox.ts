import type { CommandBatcher } from '@sluice/redis'
import type { OpenContext } from '@sluice/service-kit/environment'
import type { OutboxConfig } from './config.ts'
import { createRedisOutbox, type Outbox } from './redis-outbox.ts'

/** Opens a service's outbox, and shows in its metrics how many records wait there. */
export function openOutbox({ config, clock, metrics }: OpenContext<OutboxConfig>, commands: CommandBatcher): Outbox {
  const waiting = metrics.gauge({ name: 'sluice_outbox_records', help: 'Records that wait in the outbox.' })
  return createRedisOutbox(commands, {
    clock,
    maxRecords: config.OUTBOX_MAX_RECORDS,
    onLength: (records) => waiting.set(records),
  })
}
