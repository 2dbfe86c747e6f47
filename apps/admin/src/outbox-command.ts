import { parseArgs } from 'node:util'
import { createControlRecord, DEFAULT_TENANT, isName, proseText, REASON_MAX_LENGTH } from '@sluice/contracts'
import { dropGroup, findDropFault, listGroups, openOutboxWith, outboxConfigShape } from '@sluice/outbox'
import { maskReason } from '@sluice/pipeline/mask-text'
import { CommandBatcher, createRedis, redisConfigShape, waitForRedis } from '@sluice/redis'
import { readConfig, systemClock } from '@sluice/service-kit'
import { ConfigError, type Environment, newId } from '@sluice/service-kit/environment'
import type { Redis } from 'ioredis'
import { z } from 'zod'

const SERVICE = 'outbox-command'
const CONNECT_WITHIN_MS = 5_000

const USAGE = `Usage: npm run outbox -- groups
       npm run outbox -- drop GROUP --reason TEXT

Lists the groups that consume the outbox, or drops one that nobody serves any more: what only it had not taken leaves the
outbox. REDIS_URL says where; the variables of the outbox must be those of the services. The record names the user of the
operating system.`

const FAULTS = {
  unknown: 'there is no such group',
  required: 'it is that of the audit trail, and every record must go there',
  served: 'a process serves it; end that first',
}

const outboxCommandConfigSchema = z.object({
  ...redisConfigShape({ holds: 'the outbox' }),
  ...outboxConfigShape({ whenFull: 'no group is dropped' }),
})

type OutboxCommandConfig = z.output<typeof outboxCommandConfigSchema>

interface OutboxSurroundings {
  readonly environment: Environment
  readonly write: (line: string) => void
  /** Who is at the host, for the record. */
  readonly osUser: string
}

type Order = { readonly do: 'groups' } | { readonly do: 'drop'; readonly group: string; readonly reason: string }

const dropSchema = z.object({ group: z.string().refine(isName), reason: proseText(REASON_MAX_LENGTH) })

/**
 * Lists or drops groups of the outbox from the host.
 *
 * @returns the exit code: 0 where it was done, 1 where it failed, 2 for wrong arguments, 78 for a wrong configuration.
 */
export async function runOutboxCommand(args: readonly string[], surroundings: OutboxSurroundings): Promise<number> {
  const { environment, write } = surroundings
  const order = readOrder(args)
  if (order === undefined) {
    write(USAGE)
    return 2
  }
  try {
    const config = readConfig(outboxCommandConfigSchema, environment)
    const { REDIS_URL: redisUrl, REDIS_COMMAND_TIMEOUT_MS: commandTimeoutMs } = config
    const redis = createRedis(redisUrl, { commandTimeoutMs, connectionName: SERVICE })
    try {
      await waitForRedis(redis, CONNECT_WITHIN_MS)
      write(order.do === 'groups' ? await showGroups(redis) : await drop(redis, config, order, surroundings.osUser))
      return 0
    } finally {
      redis.disconnect()
    }
  } catch (error) {
    write(`Failed: ${error instanceof Error ? error.message : String(error)}`)
    return error instanceof ConfigError ? 78 : 1
  }
}

function readOrder(args: readonly string[]): Order | undefined {
  try {
    const options = { reason: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [verb, group, ...more] = positionals
    if (verb === 'groups' && group === undefined) return { do: 'groups' }
    if (verb !== 'drop' || more.length > 0) return undefined
    const parsed = dropSchema.safeParse({ group, reason: values.reason })
    return parsed.success ? { do: 'drop', ...parsed.data } : undefined
  } catch {
    return undefined
  }
}

async function showGroups(redis: Redis): Promise<string> {
  const groups = await listGroups(redis)
  if (groups.length === 0) return 'No group consumes the outbox yet.'
  const lines = groups.map(({ name, shards, lag, unservedMs }) => {
    const served = unservedMs === undefined ? 'never served in some shard' : `served ${seconds(unservedMs)} ago`
    return `${name}: ${shards} shards, ${lag} records to take, ${served}`
  })
  return lines.join('\n')
}

const seconds = (ms: number) => `${Math.round(ms / 1_000)} s`

/** The record comes first: a group is not dropped where that cannot be recorded. */
async function drop(
  redis: Redis,
  config: OutboxCommandConfig,
  { group, reason }: Extract<Order, { do: 'drop' }>,
  osUser: string,
): Promise<string> {
  const fault = await findDropFault(redis, group)
  if (fault !== undefined) throw new Error(`${group} was not dropped: ${FAULTS[fault]}`)
  const lag = (await listGroups(redis)).find(({ name }) => name === group)?.lag ?? 0
  const context = { config, clock: systemClock, service: SERVICE }
  const opened = await openOutboxWith(context, { redis, commands: new CommandBatcher(redis) })
  try {
    await opened.outbox.append(
      createControlRecord({
        ...{ id: newId(), event: 'outbox.group_dropped', severity: 'critical', timeMs: systemClock.nowMs() },
        ...{ service: SERVICE, actor: `host:${osUser}`, tenant: DEFAULT_TENANT },
        reason: await maskReason(reason, systemClock),
        details: { group, records: lag },
      }),
    )
  } finally {
    opened.close()
  }
  const served = await dropGroup(redis, group)
  if (served.length > 0) throw new Error(`${group} is served in shard ${served.join(', ')} and stays there`)
  return `${group} was dropped, with ${lag} records that it had not taken.`
}
