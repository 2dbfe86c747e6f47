import { hash } from 'node:crypto'
import { CommandBatcher, createRedis, waitForRedis } from '@sluice/redis'
import { startOwnRedis } from '@sluice/testkit'
import { createKeyRing } from '@sluice/token-vault'
import { createSealedTexts } from '@sluice/token-vault/redis'
import type { Redis } from 'ioredis'

const USERS = 1_000
/** Stores under way at once. */
const BATCH = 500
/** Characters of an answer: some 200 tokens. */
export const ANSWER_LENGTH = 800
const NO_BOUND = 1_099_511_627_776
const TENANT = 'bench'

/** What remembered answers take in a Redis of their own. Bytes. */
export interface CacheMemory {
  readonly entries: number
  /** What Redis says it uses for them, and what the account of the cache counts: the bound is one on the account. */
  readonly usedBytes: number
  readonly countedBytes: number
  /** The same where `CACHE_BYTES` is half of what all of them need, and how many are found then. */
  readonly boundBytes: number
  readonly usedAtBoundBytes: number
  readonly keptAtBound: number
}

/** Stores so many answers in a private Redis, and once more under half the room. */
export async function measureMemory(entries: number, step: (doing: string) => void): Promise<CacheMemory> {
  const server = await startOwnRedis({ sources: ['binary'] })
  const redis = createRedis(server.url, { commandTimeoutMs: 60_000 })
  try {
    await waitForRedis(redis, 10_000)
    step(`storing ${entries} answers`)
    const whole = await fill(redis, entries, NO_BOUND)
    await redis.flushall()
    const boundBytes = Math.floor(whole.counted / 2)
    step(`storing ${entries} answers in half the room`)
    const bounded = await fill(redis, entries, boundBytes)
    return {
      ...{ entries, usedBytes: whole.used, countedBytes: whole.counted },
      ...{ boundBytes, usedAtBoundBytes: bounded.used, keptAtBound: bounded.kept },
    }
  } finally {
    redis.disconnect()
    await server.stop()
  }
}

async function fill(redis: Redis, entries: number, maxBytes: number) {
  const texts = createSealedTexts(new CommandBatcher(redis), 'answers', {
    ...{ ttlMs: 3_600_000, maxBytes, maxUserBytes: NO_BOUND },
  })
  const keyRing = createKeyRing(new Map([['bench', Buffer.alloc(32, 1)]]), 'bench')
  const message = { role: 'assistant', content: 'Drain it first. '.repeat(ANSWER_LENGTH / 16) }
  const answer = JSON.stringify({
    tokens: [],
    answer: {
      ...{ id: 'c', object: 'chat.completion', created: 1, model: 'bench-model' },
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 200, total_tokens: 210 },
    },
  })
  const before = await usedBytes(redis)
  for (let from = 0; from < entries; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, entries - from) }, (_, at) => from + at)
    await Promise.all(
      numbers.map(async (number) => {
        const key = hash('sha256', `question ${number}`, 'hex')
        const sealed = keyRing.seal({ purpose: 'cache', tenant: TENANT }, answer, key)
        await texts.store(key, sealed, { tenant: TENANT, sub: `user-${number % USERS}` }, '0')
      }),
    )
  }
  const accounts = await redis.keys('*:held')
  const sums = await Promise.all(accounts.map(async (account) => Number(await redis.hget(account, 'all'))))
  const kept = await Promise.all(accounts.map(async (account) => await redis.zcard(account.replace(/held$/, 'used'))))
  return { used: (await usedBytes(redis)) - before, counted: sum(sums), kept: sum(kept) }
}

async function usedBytes(redis: Redis): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1] ?? 0)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
