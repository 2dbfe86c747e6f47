import { approvalConfigShape } from '@sluice/approvals'
import { configuredCallersShape, principalConfigShape } from '@sluice/auth'
import { codenameConfigShape } from '@sluice/codename-store'
import { databaseConfigShape } from '@sluice/db'
import { checkKeys, keyConfigShape } from '@sluice/keys'
import { outboxConfigShape, refusalCountsConfigShape } from '@sluice/outbox'
import { permissionConfigShape, policyStoreConfigShape, quotasConfigShape } from '@sluice/policy-store'
import { redisConfigShape } from '@sluice/redis'
import { serviceConfigShape } from '@sluice/service-kit'
import { boolean, bytes, durationMs, integer, json, port } from '@sluice/service-kit/environment'
import { sessionConfigShape } from '@sluice/sessions'
import { z } from 'zod'
import { checkConsole, consoleConfigShape } from './console/console-config.ts'
import { evidenceConfigShape } from './evidence/evidence-config.ts'
import { logConfigShape } from './log/log-config.ts'
import { siemConfigShape } from './siem/siem-config.ts'
import { stepUpSchema } from './step-up.ts'

const adminVariables = z.object({
  ...serviceConfigShape,
  PORT: port().default(8081).describe('Port to listen on; 0 lets the system pick one.'),

  ...redisConfigShape({ holds: 'sessions, freezes, job queues and the outbox' }),
  ...databaseConfigShape({ holds: 'the Users store, policies and the results of the identity sync' }),

  ...principalConfigShape,
  ...configuredCallersShape,
  ...policyStoreConfigShape,
  ...permissionConfigShape,
  ...quotasConfigShape,

  ...sessionConfigShape,
  ...outboxConfigShape({ whenFull: 'unfreezing is refused rather than left unrecorded' }),
  ...refusalCountsConfigShape,
  ...approvalConfigShape,
  JOINT_UNFREEZE_WAIT_MS: durationMs({ min: 60_000, max: 86_400_000 })
    .default(900_000)
    .describe('How long the proposal to unfreeze the last CISO waits for the second person.'),
  STEP_UP: json(stepUpSchema)
    .default({})
    .describe(
      'JSON object: action of an operation (see docs/policy.md) to {max_age_seconds, acr_values}: how fresh or strong a ' +
        'login it asks for (RFC 9470). For example {"decide-approval":{"max_age_seconds":300}}.',
    ),
  AUDIT_WRITER: boolean()
    .default(true)
    .describe('Whether this process moves records from the outbox to the audit trail. Of several, one at a time does.'),
  AUDIT_RETENTION_MONTHS: integer({ min: 1, max: 1_200 })
    .optional()
    .describe(
      'For how many months records stay in the audit trail, the running one not counted; those under a legal hold stay longer. ' +
        'Unset: for ever. The log keeps its entries.',
    ),
  USAGE_RETENTION_MONTHS: integer({ min: 1, max: 1_200 })
    .optional()
    .describe(
      'For how many months sums of usage are kept for reports, the running one not counted, whatever becomes of the records. Unset: for ever.',
    ),
  ...consoleConfigShape,
  ...logConfigShape,
  ...evidenceConfigShape,
  ...siemConfigShape,
  ...keyConfigShape({
    seals:
      'The same as at the gateways. Without them nothing about requests is proved, codenames can neither be viewed nor ' +
      'changed, and nobody can break the glass.',
  }),
  ...codenameConfigShape,
  CODENAME_UPLOAD_BYTES: bytes({ min: 1_024, max: 268_435_456 })
    .default(67_108_864)
    .describe('The longest upload of codenames. While it is read it takes several times as much memory.'),
  MAX_BODY_BYTES: bytes({ min: 1_024, max: 1_048_576 }).default(16_384).describe('The longest request body.'),
})

/** Every environment variable of the admin service, with its unit in its name. */
export const adminConfigSchema = adminVariables.superRefine(checkConsole).superRefine(checkKeys)

export type AdminConfig = z.output<typeof adminConfigSchema>
