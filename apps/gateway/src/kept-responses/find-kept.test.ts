import { createKeyRing } from '@sluice/token-vault'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findKept } from './find-kept.ts'

const keyRing = createKeyRing(new Map([['k1', new Uint8Array(32).fill(7)]]), 'k1')
const ID = 'resp_01a2080d-61b1-7e62-b795-67e1c1bd9eb9'
const principal = {
  ...{ tenant: 'default', sub: 'alice', username: 'alice', groups: [], roles: [], departments: [], client: 'app' },
}

let turn = 0
let counting = true
beforeEach(() => {
  counting = true
  const count = () => {
    turn += 1
    if (counting) setImmediate(count)
  }
  setImmediate(count)
})
afterEach(() => {
  counting = false
})

const dependencies = {
  apiKeys: { grantOf: () => undefined } as never,
  clock: { nowMs: Date.now, monotonicMs: () => performance.now() },
  // Opening it costs 4 ms, which is what one turn of the event loop gives.
  kept: { find: async () => 'x'.repeat(400_000) } as never,
  keyRing,
  sessionKeys: { require: async () => undefined, load: async () => undefined },
}

it('opens what a store answers for many requests at once in turns of the event loop', async () => {
  const turns = new Set<number>()
  const outgoing = { closed: false }
  const asked = Array.from({ length: 20 }, async () => {
    await findKept(dependencies, { principal, outgoing }, ID)
    turns.add(turn)
  })
  await Promise.all(asked)
  expect(turns.size).toBeGreaterThan(15)
})

it('opens nothing for a caller who has left meanwhile', async () => {
  const outgoing = { closed: false }
  const asked = Array.from({ length: 4 }, () => findKept(dependencies, { principal, outgoing }, ID))
  outgoing.closed = true
  const settled = await Promise.allSettled(asked)
  expect(settled.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'request_aborted' } })
})
