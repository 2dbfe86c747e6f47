import { rolesConfigShape } from '@sluice/auth'
import { databaseConfigShape } from '@sluice/db'
import { outboxConfigShape } from '@sluice/outbox'
import { redisConfigShape } from '@sluice/redis'
import { serviceConfigShape } from '@sluice/service-kit'
import { durationMs, integer, json, port } from '@sluice/service-kit/environment'
import { z } from 'zod'
import { directoryConfigSchema } from './directory-config.ts'

const HOUR_MS = 3_600_000

const directories = z
  .array(directoryConfigSchema)
  .max(16)
  .superRefine((all, context) => {
    for (const [n, { name }] of all.entries()) {
      if (all.findIndex((one) => one.name === name) === n) continue
      context.addIssue({ code: 'custom', path: [n, 'name'], message: 'is the name of another directory too' })
    }
  })

/** Every environment variable of the identity sync, with its unit in its name. */
export const idpSyncConfigSchema = z.object({
  ...serviceConfigShape,
  PORT: port().default(8083).describe('Port to listen on; 0 lets the system pick one.'),

  ...redisConfigShape({ holds: 'sessions, freezes, the job queue and the outbox' }),
  ...databaseConfigShape({ holds: 'the Users store' }),
  ...outboxConfigShape({ whenFull: 'no pull is applied; freezes still are' }),

  ...rolesConfigShape,

  DIRECTORIES: json(directories).default([]).describe('JSON array of the directories to pull, at most 16.'),
  IDP_SYNC_INTERVAL_MS: durationMs({ min: 1_000 })
    .default(300_000)
    .describe('How often each directory is pulled, by one of the replicas.'),
  IDP_SYNC_PULL_TIMEOUT_MS: durationMs({ min: 1_000, max: HOUR_MS })
    .default(240_000)
    .describe('How long one pull may take, repetitions included. Then it has failed and changes nothing.'),
  IDP_SYNC_FULL_PULL_MS: durationMs({ min: 0 })
    .default(24 * HOUR_MS)
    .describe('After this long all users are read anew, even where the directory tells what has changed.'),
  IDP_SYNC_MAX_USERS: integer({ min: 1, max: 1_000_000 })
    .default(1_000_000)
    .describe('Users of one directory. A directory with more is not read.'),
  IDP_SYNC_MAX_REVOKED_PERCENT: integer({ min: 0, max: 100 })
    .default(20)
    .describe(
      'A pull with which more of the active users than this are revoked in IDP_SYNC_REVOKED_WINDOW_MS is held until a ' +
        'CISO confirms it.',
    ),
  IDP_SYNC_MIN_HELD_USERS: integer({ min: 1 })
    .default(10)
    .describe('A pull with which fewer users than this are revoked in that time is never held.'),
  IDP_SYNC_REVOKED_WINDOW_MS: durationMs({ min: 0, max: 30 * 24 * HOUR_MS })
    .default(24 * HOUR_MS)
    .describe(
      'How far back earlier pulls count, at most 30 days; 0 counts each pull alone. A confirmed pull begins it anew.',
    ),
  IDP_SYNC_HOLD_MS: durationMs({ min: 60_000, max: 24 * HOUR_MS })
    .default(HOUR_MS)
    .describe('How long a held pull can be confirmed.'),
})

export type IdpSyncConfig = z.output<typeof idpSyncConfigSchema>
