import { integer } from '@sluice/service-kit/environment'
import type { z } from 'zod'

/** The variables of a service that writes to the outbox; `whenFull` says what it does when there is no room. */
export function outboxConfigShape({ whenFull }: { readonly whenFull: string }) {
  return {
    OUTBOX_MAX_RECORDS: integer({ min: 1 })
      .default(1_000_000)
      .describe(`Records that may wait in the outbox. When it is full, ${whenFull}.`),
  }
}

export type OutboxConfig = z.output<z.ZodObject<ReturnType<typeof outboxConfigShape>>>
