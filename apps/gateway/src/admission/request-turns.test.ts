import { setImmediate as nextRound } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { waitForRequestTurn } from './request-turns.ts'

const OPEN = { closed: false }
/** Only what requests are charged counts, not how fast this machine is. */
const STANDING = { monotonicMs: () => 0 }
const [ALICE, BOB] = [
  { tenant: 'acme', sub: 'alice' },
  { tenant: 'acme', sub: 'bob' },
]

describe('a request', () => {
  it('of another user passes hundreds of one user that came before it', async () => {
    await nextRound()
    const begun: string[] = []
    const begin = async (user: typeof ALICE) => {
      await waitForRequestTurn(user, OPEN, STANDING)
      begun.push(user.sub)
    }
    const all = Array.from({ length: 300 }, () => begin(ALICE))
    await Promise.all([...all, begin(BOB)])
    expect(begun).toHaveLength(301)
    expect(begun.indexOf('bob')).toBeLessThan(12)
  })

  it.each([
    [0, 8],
    [4_096, 4],
    [16_384, 2],
    [Number.POSITIVE_INFINITY, 2],
  ])(
    'with a body of %d bytes is begun with so many others at most in one turn of the event loop: %d',
    async (bytes, most) => {
      await nextRound()
      let begun = 0
      const perRound: number[] = []
      const all = Array.from({ length: 24 }, async () => {
        await waitForRequestTurn(ALICE, OPEN, STANDING, { bodyBytes: bytes, longestMs: Number.POSITIVE_INFINITY })
        begun += 1
      })
      while (begun < all.length) {
        const before = begun
        await nextRound()
        perRound.push(begun - before)
      }
      await Promise.all(all)
      // What is begun while nobody waits comes first, before the first turn.
      expect(Math.max(...perRound.slice(1))).toBe(most)
    },
  )

  it('is begun at once where nobody waits', async () => {
    await nextRound()
    expect(waitForRequestTurn(ALICE, OPEN, STANDING)).toBeUndefined()
  })

  it('whose caller leaves in the meantime is not begun', async () => {
    await nextRound()
    const outgoing = { closed: false }
    const turns = Array.from({ length: 100 }, () => waitForRequestTurn(ALICE, outgoing, STANDING))
    outgoing.closed = true
    const waiting = turns.filter((turn) => turn !== undefined)
    expect(waiting.length).toBeGreaterThan(50)
    const left = { status: 'rejected', reason: expect.objectContaining({ code: 'request_aborted' }) }
    expect(await Promise.allSettled(waiting)).toEqual(waiting.map(() => left))
  })

  it('that has waited too long is refused, and those of a user who asks for little are not', async () => {
    await nextRound()
    let nowMs = 0
    const clock = { monotonicMs: () => nowMs }
    const turn = { bodyBytes: 0, longestMs: 500 }
    const ask = async (user: typeof ALICE) => await waitForRequestTurn(user, OPEN, clock, turn)
    const alice = Array.from({ length: 100 }, () => ask(ALICE))
    const settled = Promise.allSettled(alice)
    const bob = await Promise.allSettled(Array.from({ length: 3 }, () => ask(BOB)))
    // By now a few of Alice's have begun. The next round comes late.
    nowMs = 501
    const refused = (await settled).filter(({ status }) => status === 'rejected')
    expect(bob.every(({ status }) => status === 'fulfilled')).toBe(true)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({
      reason: { code: 'overloaded', refusal: { code: 'overloaded', retryAfterSeconds: 1 } },
    })
  })
})
