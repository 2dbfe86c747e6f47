import { outboxKey } from '@sluice/outbox/testing'
import { startTcpProxy, type TcpProxy } from '@sluice/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ListenerStack, problemOf, SECRETS, signHeaders, startListenerStack } from '../testing/test-stack.ts'

const freezeAlice = { command: 'freeze_user', user: { preferred_username: 'alice.a' }, reason: 'test' }
const body = JSON.stringify(freezeAlice)

let stack: ListenerStack
let postgres: TcpProxy
beforeAll(async () => {
  stack = await startListenerStack(() => ({ SOAR_ALLOW_UNFREEZE: 'true' }))
}, 300_000)
afterEach(async () => {
  await stack.unfreezeAll()
  const keys = await stack.redisClient.keys('sluice:soar:*')
  if (keys.length > 0) await stack.redisClient.del(keys)
})
afterAll(async () => {
  await stack?.stop()
  await postgres?.stop()
})

/** The keys of that pattern, as soon as there are any. */
async function untilKeys(pattern: string): Promise<string[]> {
  return await vi.waitFor(
    async () => {
      const keys = await stack.redisClient.keys(pattern)
      expect(keys).not.toEqual([])
      return keys
    },
    { interval: 5 },
  )
}

describe('a signed message', () => {
  it('is executed once', async () => {
    const headers = signHeaders(body, { id: 'msg_once' })
    expect((await stack.post(body, headers)).status).toBe(200)
    const again = await stack.post(body, headers)
    expect(again.status).toBe(409)
    expect((await problemOf(again)).code).toBe('message_replayed')
    const [key = ''] = await stack.redisClient.keys('sluice:soar:message:*')
    expect(await stack.redisClient.pttl(key)).toBeGreaterThan(600_000)
  })

  it('is executed once though its id is used with another time, body or secret', async () => {
    const id = 'msg_same_id'
    expect((await stack.post(body, signHeaders(body, { id }))).status).toBe(200)
    const other = JSON.stringify({ ...freezeAlice, user: { sub: 'bob' } })
    for (const headers of [
      signHeaders(other, { id, timestamp: Math.floor(Date.now() / 1_000) + 5 }),
      signHeaders(other, { id, secret: SECRETS.next }),
    ]) {
      expect((await problemOf(await stack.post(other, headers))).code).toBe('message_replayed')
    }
    expect(await stack.freezeStateOf('default', 'bob')).toBeUndefined()
  })

  it('does not stand in the way of another caller with the same id', async () => {
    expect((await stack.post(body, signHeaders(body, { id: 'm1' }))).status).toBe(200)
    expect((await stack.post(body, signHeaders(body, { id: 'm1', secret: SECRETS.other }))).status).toBe(200)
  })

  it('that unfreezes cannot be replayed to unfreeze again', async () => {
    const unfreeze = JSON.stringify({ ...freezeAlice, command: 'unfreeze_user' })
    const headers = signHeaders(unfreeze)
    await stack.command(freezeAlice)
    expect(await (await stack.post(unfreeze, headers)).json()).toMatchObject({
      state: 'active',
      changed: true,
      sessions_frozen: 0,
    })
    await stack.command(freezeAlice)
    expect((await stack.post(unfreeze, headers)).status).toBe(409)
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen', version: 3 })
  })

  it('that comes again while it is being executed gives in_flight, not message_replayed', async () => {
    const letGo = await stack.holdLookUps()
    const headers = signHeaders(body)
    const first = stack.post(body, headers)
    await untilKeys('sluice:soar:message:*')
    const second = await stack.post(body, headers)
    await letGo()
    expect(second.status).toBe(409)
    expect(second.headers.get('retry-after')).toBe('1')
    expect((await problemOf(second)).code).toBe('in_flight')
    expect((await first).status).toBe(200)
  })

  it('that was refused may be sent again when the cause is gone', async () => {
    const command = JSON.stringify({ ...freezeAlice, user: { sub: 'late' } })
    const headers = signHeaders(command)
    expect((await stack.post(command, headers)).status).toBe(404)
    await stack.users.upsert({ tenant: 'default', sub: 'late', groups: [], active: true })
    expect((await stack.post(command, headers)).status).toBe(200)
  })

  it('of many at once is executed by one', async () => {
    const headers = signHeaders(body)
    const responses = await Promise.all(Array.from({ length: 20 }, () => stack.post(body, headers)))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(19)
  })

  it('whose holder died can be sent again soon', async () => {
    const letGo = await stack.holdLookUps()
    const first = stack.command(freezeAlice)
    const [key = ''] = await untilKeys('sluice:soar:message:*')
    const left = await stack.redisClient.pttl(key)
    await letGo()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThanOrEqual(15_000)
    await first
  })
})

describe('an idempotency key', () => {
  const keyed = { ...freezeAlice, idempotency_key: 'case-7' }

  it('gives the same answer again, from the member or the header', async () => {
    const first = await stack.command(keyed)
    const answer = await first.text()
    expect(first.headers.has('idempotent-replayed')).toBe(false)
    for (const again of [
      await stack.command(keyed),
      await stack.command(freezeAlice, { 'idempotency-key': 'case-7' }),
      await stack.command(freezeAlice, { 'idempotency-key': '"case-7"' }),
      await stack.command(keyed, { 'idempotency-key': 'case-7' }),
    ]) {
      expect(again.status).toBe(200)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(await again.text()).toBe(answer)
    }
    const [key = ''] = await stack.redisClient.keys('sluice:soar:answer:*')
    expect(await stack.redisClient.pttl(key)).toBeGreaterThan(86_000_000)
  })

  it('does not do again what has been undone since', async () => {
    await stack.command(keyed)
    await stack.command({ ...freezeAlice, command: 'unfreeze_user' })
    expect((await stack.command(keyed)).headers.get('idempotent-replayed')).toBe('true')
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'active' })
  })

  it.each([
    ['another user', { user: { sub: 'bob' } }],
    ['another reason', { reason: 'other' }],
    ['another command', { command: 'unfreeze_user' }],
    ['force', { force: true }],
  ])('is refused with %s', async (_what, changes) => {
    await stack.command(keyed)
    const response = await stack.command({ ...keyed, ...changes })
    expect(response.status).toBe(422)
    expect((await problemOf(response)).code).toBe('idempotency_key_reused')
    expect(await stack.freezeStateOf('default', 'bob')).toBeUndefined()
    expect(await stack.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen' })
  })

  it('belongs to one caller', async () => {
    await stack.command(keyed)
    const text = JSON.stringify(keyed)
    const response = await stack.post(text, signHeaders(text, { secret: SECRETS.other }))
    expect(response.headers.has('idempotent-replayed')).toBe(false)
  })

  it('of a command that is being executed gives a 409 that may be tried again', async () => {
    const letGo = await stack.holdLookUps()
    const first = stack.command(keyed)
    await untilKeys('sluice:soar:answer:*')
    const second = await stack.command(keyed)
    await letGo()
    expect(second.status).toBe(409)
    expect((await problemOf(second)).code).toBe('in_flight')
    expect((await first).status).toBe(200)
    expect((await stack.command(keyed)).headers.get('idempotent-replayed')).toBe('true')
  })

  it('keeps no failure', async () => {
    const command = { ...keyed, user: { sub: 'later' } }
    expect((await stack.command(command)).status).toBe(404)
    await stack.users.upsert({ tenant: 'default', sub: 'later', groups: [], active: true })
    expect((await stack.command(command)).status).toBe(200)
  })
})

describe('without PostgreSQL', () => {
  let broken: ListenerStack
  beforeAll(async () => {
    const { port } = new URL(stack.databaseUrl)
    postgres = await startTcpProxy(Number(port))
    const url = new URL(stack.databaseUrl)
    url.port = String(postgres.port)
    broken = await startListenerStack(() => ({ DATABASE_URL: url.href }))
    postgres.cut()
  }, 300_000)
  afterAll(async () => await broken?.stop())

  it('a command by name gives a 503, and its redelivery works when PostgreSQL is back', async () => {
    const headers = signHeaders(body)
    const failed = await broken.post(body, headers)
    expect(failed.status).toBe(503)
    expect((await problemOf(failed)).code).toBe('dependency_unavailable')
    expect(await broken.freezeStateOf('default', 'alice')).toBeUndefined()
    postgres.restore()
    expect((await broken.post(body, headers)).status).toBe(200)
    postgres.cut()
  })

  it('a user is stopped all the same when tenant and sub are given, with force', async () => {
    const exact = { command: 'freeze_user', user: { sub: 'bob' }, reason: 'test', force: true }
    expect((await broken.command(exact)).status).toBe(503)
    const response = await broken.command({ ...exact, tenant: 'default' })
    expect(await response.json()).toMatchObject({ state: 'frozen', marked: true })
    expect(await broken.freezeStateOf('default', 'bob')).toMatchObject({ state: 'frozen' })
  })

  it('the listener stays ready', async () => {
    expect((await fetch(`${broken.url}/health/ready`)).status).toBe(200)
  })
})

describe('with a full outbox', () => {
  let full: ListenerStack
  beforeAll(async () => {
    full = await startListenerStack(() => ({ SOAR_ALLOW_UNFREEZE: 'true', OUTBOX_MAX_RECORDS: '1' }))
    await full.redisClient.xadd(outboxKey(), '*', 'record', '{}')
  }, 300_000)
  afterAll(async () => await full?.stop())

  it('a user is frozen and the answer says that there is no record; nobody is unfrozen', async () => {
    const frozen = await full.command(freezeAlice)
    expect(await frozen.json()).toMatchObject({ state: 'frozen', recorded: false })
    const refused = await full.command({ ...freezeAlice, command: 'unfreeze_user' })
    expect(refused.status).toBe(503)
    expect((await problemOf(refused)).code).toBe('audit_unavailable')
    expect(await full.freezeStateOf('default', 'alice')).toMatchObject({ state: 'frozen' })
  })
})
