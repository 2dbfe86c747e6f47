import { parseArgs } from 'node:util'
import {
  DEFAULT_TENANT,
  INCIDENT_ID_MAX_LENGTH,
  isName,
  plainText,
  proseText,
  REASON_MAX_LENGTH,
} from '@sluice/contracts'
import { openOutboxWith, outboxConfigShape } from '@sluice/outbox'
import { maskReason } from '@sluice/pipeline/mask-text'
import { CommandBatcher, createRedis, redisConfigShape, waitForRedis } from '@sluice/redis'
import { readConfig, systemClock } from '@sluice/service-kit'
import { defined } from '@sluice/service-kit/async'
import { ConfigError, type Environment } from '@sluice/service-kit/environment'
import { connectSessions, createFreezeControl, createRedisSessionStore, sessionConfigShape } from '@sluice/sessions'
import { z } from 'zod'

const SERVICE = 'unfreeze-command'
const CONNECT_WITHIN_MS = 5_000

const USAGE = `Usage: npm run unfreeze -- --sub SUBJECT --reason TEXT [--tenant TENANT] [--incident ID]

Ends the freeze of a user from the host, for example where the only CISO is frozen. REDIS_URL says where; the variables of
the outbox and SESSION_IDLE_MS must be those of the services. The record names the user of the operating system.`

const unfreezeConfigSchema = z.object({
  ...redisConfigShape({ holds: 'sessions, freezes and the outbox' }),
  ...sessionConfigShape,
  ...outboxConfigShape({ whenFull: 'unfreezing is refused rather than left unrecorded' }),
})

type UnfreezeConfig = z.output<typeof unfreezeConfigSchema>

const orderSchema = z.object({
  sub: z.string().refine(isName),
  tenant: z.string().refine(isName).default(DEFAULT_TENANT),
  reason: proseText(REASON_MAX_LENGTH),
  incident: plainText(INCIDENT_ID_MAX_LENGTH).optional(),
})

type UnfreezeArguments = z.output<typeof orderSchema>

interface UnfreezeSurroundings {
  readonly environment: Environment
  readonly write: (line: string) => void
  /** Who is at the host, for the record. */
  readonly osUser: string
}

/**
 * Unfreezes a user from the host. Whoever may run it reaches Redis, and could change it anyway; what it adds is the
 * record, without which nothing is unfrozen.
 *
 * @returns the exit code: 0 where the user is active now, 1 where it failed, 2 for wrong arguments, 78 for a wrong
 *   configuration.
 */
export async function runUnfreeze(args: readonly string[], surroundings: UnfreezeSurroundings): Promise<number> {
  const { environment, write } = surroundings
  const order = readArguments(args)
  if (order === undefined) {
    write(USAGE)
    return 2
  }
  try {
    write(await unfreeze(readConfig(unfreezeConfigSchema, environment), order, surroundings))
    return 0
  } catch (error) {
    write(`Not unfrozen: ${error instanceof Error ? error.message : String(error)}`)
    return error instanceof ConfigError ? 78 : 1
  }
}

function readArguments(args: readonly string[]): UnfreezeArguments | undefined {
  const text = { type: 'string' } as const
  try {
    const options = { sub: text, reason: text, tenant: text, incident: text }
    return orderSchema.safeParse(parseArgs({ args: [...args], options }).values).data
  } catch {
    return undefined
  }
}

async function unfreeze(
  config: UnfreezeConfig,
  { sub, tenant, reason, incident }: UnfreezeArguments,
  { write, osUser }: UnfreezeSurroundings,
): Promise<string> {
  const { REDIS_URL: redisUrl, SESSION_IDLE_MS: idleTimeoutMs } = config
  const redis = createRedis(redisUrl, { commandTimeoutMs: config.REDIS_COMMAND_TIMEOUT_MS, connectionName: SERVICE })
  try {
    await waitForRedis(redis, CONNECT_WITHIN_MS)
    const opened = await openOutboxWith(
      { config, clock: systemClock, service: SERVICE },
      { redis, commands: new CommandBatcher(redis) },
    )
    const onError = (error: Error) => write(error.message)
    const connection = connectSessions({ redis, redisUrl, clock: systemClock, onError })
    const sessions = createRedisSessionStore({ redis, idleTimeoutMs })
    const control = createFreezeControl({
      connection,
      sessions,
      outbox: opened.outbox,
      service: SERVICE,
      idleTimeoutMs,
      awaitDurable: false,
    })
    try {
      const masked = await maskReason(reason, systemClock)
      const order = { reason: masked, actor: `host:${osUser}`, ...defined({ incidentId: incident }) }
      const { changed, gateways } = await control.unfreezeUser({ tenant, sub }, order)
      if (!changed) return `${sub} of ${tenant} was not frozen. The attempt is on record.`
      return `${sub} of ${tenant} is active. ${gateways.acknowledged} of ${gateways.alive} gateways know it already.`
    } finally {
      control.close()
      opened.close()
    }
  } finally {
    redis.disconnect()
  }
}
