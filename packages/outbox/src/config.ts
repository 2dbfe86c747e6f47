import { bytes, durationMs, integer } from '@sluice/service-kit/environment'
import { z } from 'zod'
import { DEFAULT_SHARDS } from './shards.ts'
import type { DurabilityMode } from './strict-durability.ts'

const TWO_DAYS_MS = 172_800_000
const isDurabilityMode = (text: string): text is DurabilityMode => /^(?:memory|fsync|replicas:[1-9])$/.test(text)

/** The variables of a service that writes to the outbox; `whenFull` says what it does when there is no room. */
export function outboxConfigShape({ whenFull }: { readonly whenFull: string }) {
  return {
    OUTBOX_SHARDS: integer({ min: 1, max: 64 })
      .default(DEFAULT_SHARDS)
      .describe('Streams that the records are spread over, by session; a service that disagrees does not start.'),
    OUTBOX_DURABILITY: z
      .string()
      .refine(isDurabilityMode, 'must be memory, fsync or replicas:1 to replicas:9')
      .default('memory')
      .describe(
        'When a record is accepted: when Redis has it (`memory`), has it on its disk (`fsync`, Redis 7.2 with ' +
          '`appendfsync always`), or so many replicas have it (`replicas:N`). What is not confirmed within 2 seconds ' +
          'is refused.',
      ),
    OUTBOX_SEQUENCE_MS: durationMs({ min: 3_600_000, max: 2_592_000_000 })
      .default(TWO_DAYS_MS)
      .describe(
        'How long the number of the last event of a session is kept after it. Longer than a session can be silent: ' +
          'than SESSION_IDLE_MS, and than a held request waits. A session that comes back later is numbered from 1.',
      ),
    OUTBOX_MAX_RECORDS: integer({ min: 1 })
      .default(1_000_000)
      .describe(`Records that may wait in the outbox, divided among its shards. When it is full, ${whenFull}.`),
    OUTBOX_MAX_BYTES: bytes({ min: 65_536 })
      .default(1_073_741_824)
      .describe('Memory of Redis that the outbox may take, measured once a second; beyond it, the outbox is full.'),
    OUTBOX_CONTROL_RESERVE_PERCENT: integer({ min: 0, max: 90 })
      .default(10)
      .describe(
        'The part of both bounds that is kept for acts of the control plane (freezes, pulls, policies): records of ' +
          'requests and of refusals cannot use it up. All services that share an outbox need the same values.',
      ),
  }
}

export type OutboxConfig = z.output<z.ZodObject<ReturnType<typeof outboxConfigShape>>>
