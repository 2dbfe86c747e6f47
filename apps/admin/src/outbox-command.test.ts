import { userInfo } from 'node:os'
import { createRedisOutbox } from '@sluice/outbox'
import { controlRecordForTests } from '@sluice/outbox/testing'
import { CommandBatcher } from '@sluice/redis'
import { systemClock } from '@sluice/service-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runOutboxCommand } from './outbox-command.ts'
import { type AdminStack, startAdminStack } from './testing/test-stack.ts'

const STREAM = 'sluice:{outbox:0}'

let stack: AdminStack
beforeAll(async () => {
  stack = await startAdminStack()
}, 300_000)
afterAll(() => stack?.stop())

async function run(...args: string[]) {
  const lines: string[] = []
  const environment = { REDIS_URL: stack.redis.url }
  const surroundings = { environment, write: (line: string) => lines.push(line), osUser: userInfo().username }
  const code = await runOutboxCommand(args, surroundings)
  return { code, text: lines.join('\n') }
}

describe('npm run outbox', () => {
  it('says so where no group consumes', async () => {
    expect(await run('groups')).toEqual({ code: 0, text: 'No group consumes the outbox yet.' })
  })

  it('names the groups, how far they are behind, and when they were served', async () => {
    for (const group of ['audit', 'relay']) await stack.redisClient.xgroup('CREATE', STREAM, group, '0', 'MKSTREAM')
    const outbox = createRedisOutbox(new CommandBatcher(stack.redisClient), { clock: systemClock })
    await outbox.append(controlRecordForTests)
    expect(await run('groups')).toEqual({
      code: 0,
      text: [
        'audit: 1 shards, 1 records to take, never served in some shard',
        'relay: 1 shards, 1 records to take, never served in some shard',
      ].join('\n'),
    })
    await stack.redisClient.hset(`${STREAM}:served`, 'relay', Date.now() - 90_000)
    expect((await run('groups')).text).toMatch(/relay: .* served (89|9\d) s ago/)
  })

  it('drops a group that nobody serves, on record, and what only it had not taken', async () => {
    const { redisClient } = stack
    await redisClient.xreadgroup('GROUP', 'audit', 'holder', 'STREAMS', STREAM, '>')
    const [[id = ''] = []] = await redisClient.xrange(STREAM, '-', '+')
    await redisClient.xack(STREAM, 'audit', id)
    const { code, text } = await run('drop', 'relay', '--reason', 'No Kafka any more')
    expect([code, text]).toEqual([0, 'relay was dropped, with 1 records that it had not taken.'])
    expect(await stack.records()).toEqual([
      expect.objectContaining({
        ...{ event: 'outbox.group_dropped', severity: 'critical', reason: 'No Kafka any more' },
        ...{ actor: `host:${userInfo().username}`, details: { group: 'relay', records: 1 } },
      }),
    ])
    expect((await run('groups')).text).toBe('audit: 1 shards, 1 records to take, never served in some shard')
  })

  it.each([
    ['that of the audit trail', 'audit', 'every record must go there'],
    ['one that is not there', 'siem', 'there is no such group'],
    ['one that a process serves', 'busy', 'a process serves it'],
  ])('does not drop %s', async (_what, group, why) => {
    await stack.redisClient.xgroup('CREATE', STREAM, 'busy', '0').catch(() => undefined)
    await stack.redisClient.zadd('sluice:{outbox}:members:busy', Date.now() + 60_000, 'somebody')
    const before = (await stack.records()).length
    const { code, text } = await run('drop', group, '--reason', 'r')
    expect([code, text]).toEqual([1, expect.stringContaining(why)])
    expect(await stack.records()).toHaveLength(before)
  })

  it.each([[[]], [['drop']], [['drop', 'relay']], [['groups', 'more']], [['drop', 'a', 'b', '--reason', 'r']]])(
    'explains itself for %j',
    async (args) => {
      expect(await run(...args)).toEqual({ code: 2, text: expect.stringMatching(/^Usage: /) })
    },
  )
})
