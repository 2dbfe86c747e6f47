import { bytes, integer } from '@sluice/service-kit/environment'
import type { z } from 'zod'

/** The variables of a service that writes to the outbox; `whenFull` says what it does when there is no room. */
export function outboxConfigShape({ whenFull }: { readonly whenFull: string }) {
  return {
    OUTBOX_MAX_RECORDS: integer({ min: 1 })
      .default(1_000_000)
      .describe(`Records that may wait in the outbox. When it is full, ${whenFull}.`),
    OUTBOX_MAX_BYTES: bytes({ min: 65_536 })
      .default(1_073_741_824)
      .describe('Memory of Redis that the outbox may take, measured once a second; beyond it, the outbox is full.'),
    OUTBOX_CONTROL_RESERVE_PERCENT: integer({ min: 0, max: 90 })
      .default(10)
      .describe(
        'The part of both bounds that is kept for acts of the control plane (freezes, pulls, policies): records of ' +
          'requests and of refusals cannot use it up. All services that share an outbox need the same three values.',
      ),
  }
}

export type OutboxConfig = z.output<z.ZodObject<ReturnType<typeof outboxConfigShape>>>
