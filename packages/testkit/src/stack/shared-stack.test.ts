import { Redis } from 'ioredis'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startOidc } from '../oidc/start-oidc.ts'
import { startPostgres } from '../postgres/start-postgres.ts'
import { startRedis } from '../redis/start-redis.ts'
import { callStack } from './call-stack.ts'
import { type ServedStack, serveStack } from './serve-stack.ts'
import { STACK_URL_VARIABLE } from './stack-calls.ts'

describe('the servers that test files share', () => {
  let stack: ServedStack
  beforeAll(async () => {
    stack = await serveStack()
    vi.stubEnv(STACK_URL_VARIABLE, stack.url)
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await stack?.stop()
  })

  async function withRedis<T>(url: string, work: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis(url, { maxRetriesPerRequest: 1 })
    try {
      return await work(client)
    } finally {
      client.disconnect()
    }
  }

  it('give empty databases of one Redis, and another one each time', async () => {
    const [first, second] = await Promise.all([startRedis(), startRedis()])
    expect(first.port).toBe(second.port)
    expect(first.url).not.toBe(second.url)
    await withRedis(first.url, (client) => client.set('left', 'behind'))
    expect(await withRedis(second.url, (client) => client.dbsize())).toBe(0)
    await Promise.all([first.stop(), second.stop()])
    expect(await withRedis(first.url, (client) => client.get('left'))).toBe('behind')
  })

  it('give databases of one PostgreSQL, and drop them', async () => {
    const [first, second] = await Promise.all([startPostgres(), startPostgres()])
    expect(first.port).toBe(second.port)
    expect(first.url).not.toBe(second.url)
    await first.stop()
    const client = new pg.Client({ connectionString: second.url })
    await client.connect()
    const name = new URL(first.url).pathname.slice(1)
    expect((await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])).rowCount).toBe(0)
    await client.end()
    await second.stop()
  })

  it('sign with the same keys for issuers that know different users', async () => {
    const [first, second] = await Promise.all([startOidc({ users: [{ sub: 'ann' }] }), startOidc({ users: [] })])
    expect(first.issuer).not.toBe(second.issuer)
    await expect(second.tokenFor('ann')).rejects.toThrow(/knows no user ann/)
    await second.setUser({ sub: 'ann', groups: ['dept:finance'] })
    const token = await second.tokenFor('ann')
    const keySet = createRemoteJWKSet(new URL(first.jwksUri))
    const { payload } = await jwtVerify(token, keySet, { issuer: second.issuer })
    expect(payload).toMatchObject({ sub: 'ann', groups: ['dept:finance'] })
    await first.stop()
    await expect(fetch(first.jwksUri)).rejects.toThrow()
    await second.stop()
  })

  it('report what a call failed at', async () => {
    await expect(callStack('set-user', { issuer: 'http://127.0.0.1:1', user: { sub: 'x' } })).rejects.toThrow(
      /set-user: Error: There is no issuer http:\/\/127\.0\.0\.1:1/,
    )
  })
})
