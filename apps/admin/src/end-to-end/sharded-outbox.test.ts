import { createAuditTrail } from '@sluice/db'
import { createRedisOutbox } from '@sluice/outbox'
import { readOutbox, storedRequestForTests } from '@sluice/outbox/testing'
import { CommandBatcher } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminStack, startAdminStack } from '../testing/test-stack.ts'

const SHARDS = 4
const SESSIONS = 10
const EACH = 30
const writing = { AUDIT_WRITER: 'true', OUTBOX_SHARDS: `${SHARDS}` }

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack(writing)
}, 300_000)
afterAll(() => stack?.stop())

it('two services move the shards into one trail, each record once, those of a session in their order', async () => {
  const { redisClient } = stack
  await stack.another(writing)
  const outbox = createRedisOutbox(new CommandBatcher(redisClient), { clock: systemClock, shards: SHARDS })
  const requests = Array.from({ length: SESSIONS * EACH }, (_, at) => ({
    id: `record-${at}`,
    session_id: at % SESSIONS,
  }))
  await Promise.all(requests.map((request) => outbox.append(storedRequestForTests(request))))
  const holders = async () => {
    const leases = Array.from({ length: SHARDS }, (_, shard) => redisClient.get(`sluice:{outbox:${shard}}:audit:lease`))
    return new Set(await Promise.all(leases)).size
  }
  await expect.poll(holders, { timeout: 30_000 }).toBe(2)
  await expect.poll(async () => await readOutbox(redisClient, 'sluice:', SHARDS), { timeout: 30_000 }).toEqual([])
  const trail = createAuditTrail(stack.database)
  for (let sessionId = 0; sessionId < SESSIONS; sessionId++) {
    const filter = { tenant: 'acme', sessionId }
    const rows = await trail.list({ filter, first: 'oldest', limit: 1_000 })
    const own = requests.filter(({ session_id }) => session_id === sessionId).map(({ id }) => id)
    expect(rows.map(({ id }) => id)).toEqual(own)
    // Each of these records has two events.
    expect(rows.map(({ sequence }) => sequence)).toEqual(own.map((_, at) => 1 + 2 * at))
  }
}, 120_000)
