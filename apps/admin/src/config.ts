import { principalConfigShape } from '@sluice/auth'
import { databaseConfigShape } from '@sluice/db'
import { outboxConfigShape } from '@sluice/outbox'
import { permissionConfigShape, policyStoreConfigShape } from '@sluice/policy-store'
import { redisConfigShape } from '@sluice/redis'
import { serviceConfigShape } from '@sluice/service-kit'
import { boolean, bytes, durationMs, port } from '@sluice/service-kit/environment'
import { sessionConfigShape } from '@sluice/sessions'
import { z } from 'zod'

/** Every environment variable of the admin service, with its unit in its name. */
export const adminConfigSchema = z.object({
  ...serviceConfigShape,
  PORT: port().default(8081).describe('Port to listen on; 0 lets the system pick one.'),

  ...redisConfigShape({ holds: 'sessions, freezes, job queues and the outbox' }),
  ...databaseConfigShape({ holds: 'the Users store, policies and the results of the identity sync' }),

  ...principalConfigShape,
  ...policyStoreConfigShape,
  ...permissionConfigShape,

  ...sessionConfigShape,
  ...outboxConfigShape({ whenFull: 'unfreezing is refused rather than left unrecorded' }),
  JOINT_UNFREEZE_WAIT_MS: durationMs({ min: 60_000, max: 86_400_000 })
    .default(900_000)
    .describe('How long the proposal to unfreeze the last CISO waits for the second person.'),
  AUDIT_WRITER: boolean()
    .default(true)
    .describe('Whether this process moves records from the outbox to the audit trail. Of several, one at a time does.'),
  MAX_BODY_BYTES: bytes({ min: 1_024, max: 1_048_576 }).default(16_384).describe('The longest request body.'),
})

export type AdminConfig = z.output<typeof adminConfigSchema>
