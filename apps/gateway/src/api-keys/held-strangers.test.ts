import { type ErrorCode, type Principal, SluiceError } from '@sluice/contracts'
import { expect, it } from 'vitest'
import { HeldStrangers } from './held-strangers.ts'

const ALICE: Principal = { tenant: 't', sub: 'a', username: 'a', groups: [], roles: [], departments: [], client: 'c' }

function setUp() {
  let nowMs = 0
  const held: number[] = []
  const clock = { monotonicMs: () => nowMs }
  const strangers = new HeldStrangers(clock, async (ms) => void held.push(ms))
  const authenticate = strangers.hold(async (code = '') => {
    if (code === '') return ALICE
    throw new SluiceError(code as ErrorCode)
  })
  const ask = async (count: number, code: string) => {
    for (let index = 0; index < count; index += 1) {
      await expect(authenticate(code)).rejects.toMatchObject({ code })
    }
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { authenticate, ask, pass, held }
}

it('refuses a few strangers at once, and holds back the refusals of more', async () => {
  const { ask, pass, held } = setUp()
  await ask(20, 'token_invalid')
  expect(held).toEqual([])
  await ask(3, 'token_expired')
  expect(held).toEqual([1_000, 1_000, 1_000])
  pass(1_000)
  await ask(20, 'token_missing')
  expect(held).toHaveLength(3)
})

it('holds back nobody who is known, and no other error', async () => {
  const { authenticate, ask, held } = setUp()
  await ask(20, 'token_invalid')
  expect(await authenticate(undefined)).toBe(ALICE)
  await ask(3, 'dependency_unavailable')
  await ask(3, 'overloaded')
  expect(held).toEqual([])
})
