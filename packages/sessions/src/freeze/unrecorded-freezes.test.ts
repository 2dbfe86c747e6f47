import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { ControlRecord } from '@sluice/contracts'
import { type RedisServer, startOwnRedis } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreezeTestStack, order, startFreezeTestStack } from '../testing/freeze-test-stack.ts'
import { newPrincipal } from '../testing/new-principal.ts'

const FIXTURE = fileURLToPath(new URL('../../fixtures/freeze-user.ts', import.meta.url))

let server: RedisServer
let stack: FreezeTestStack
beforeAll(async () => {
  server = await startOwnRedis({ sources: ['binary'] })
  stack = await startFreezeTestStack(server)
  // No other process may record a freeze in the place of the one that a test has for it.
  stack.control.close()
}, 300_000)
afterAll(async () => await stack?.stop())

const unrecorded = () => stack.redis.hlen(stack.connect({}).keys.unrecorded)

/** Starts the process that freezes a user on demand. */
async function startFreezer() {
  const child = spawn(process.execPath, ['--conditions=@sluice/source', FIXTURE, server.url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return {
    freeze: async (sub: string) => {
      child.stdin.write(`${sub}\n`)
      await once(child.stdout, 'data')
    },
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

describe('a freeze that nobody has recorded', () => {
  it('because Redis stood still and the process that ordered it was killed, is recorded once Redis goes on', async () => {
    const freezer = await startFreezer()
    const control = stack.anotherControl({})
    const principal = newPrincipal()
    process.kill(server.pid() ?? 0, 'SIGSTOP')
    try {
      await freezer.freeze(principal.sub)
      await freezer.kill()
    } finally {
      process.kill(server.pid() ?? 0, 'SIGCONT')
    }
    const marker = stack.connect({}).keys.user({ tenant: 'acme', sub: principal.sub }).marker
    await expect.poll(() => stack.redis.hget(marker, 'state'), { timeout: 10_000 }).toBe('frozen')
    const records = () => stack.records.filter(({ actor }) => actor === 'user:killed')
    await expect.poll(records, { timeout: 20_000 }).toEqual([
      expect.objectContaining({
        ...{ event: 'user.frozen', sub: principal.sub, service: 'fixture', reason: 'reported by the SOC' },
        details: { changed: true, version: 1, seen_late: true },
      }),
    ])
    await expect.poll(unrecorded, { timeout: 5_000 }).toBe(0)
    control.close()
  }, 60_000)

  it('because the outbox was full, is recorded when there is room', async () => {
    const accepted: ControlRecord[] = []
    let isFull = true
    const outbox = {
      append: async (record: ControlRecord) => {
        if (isFull) throw new Error('full')
        accepted.push(record)
      },
    }
    const control = stack.anotherControl({ outbox, acknowledgeWithinMs: 50 })
    const principal = newPrincipal()
    expect(await control.freezeUser(principal, order)).toMatchObject({ changed: true, recorded: false })
    isFull = false
    await expect
      .poll(() => accepted, { timeout: 15_000 })
      .toEqual([
        expect.objectContaining({ sub: principal.sub, details: { changed: true, version: 1, seen_late: true } }),
      ])
    await expect.poll(unrecorded, { timeout: 5_000 }).toBe(0)
    control.close()
  }, 30_000)

  it('is kept in the step that freezes, and forgotten as soon as its record is in the outbox', async () => {
    const control = stack.anotherControl({ acknowledgeWithinMs: 50 })
    const release = Promise.withResolvers<void>()
    const seen: number[] = []
    const slow = stack.anotherControl({
      acknowledgeWithinMs: 50,
      outbox: {
        append: async () => {
          seen.push(await unrecorded())
          await release.promise
        },
      },
    })
    const frozen = slow.freezeUser(newPrincipal(), order)
    await expect.poll(() => seen).toEqual([1])
    release.resolve()
    expect(await frozen).toMatchObject({ recorded: true })
    await expect.poll(unrecorded).toBe(0)
    control.close()
    slow.close()
  })
})
