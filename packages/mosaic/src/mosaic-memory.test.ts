import { hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MosaicMemory, type MosaicOwner } from './mosaic-memory.ts'
import { readTraits } from './read-traits.ts'

const DAY_MS = 86_400_000
const NOW = Date.UTC(2026, 10, 27, 12)
const digest = (tenant: string, text: string) => hash('sha256', `${tenant} ${text}`, 'base64url')
const memoryOf = (bound = 20) => new MosaicMemory({ bound, digest })
const alice: MosaicOwner = { tenant: 'acme', sub: 'alice', sessionId: 1 }

const PARTS = ['She lives in Springfield', 'aged 47', 'She works as a nurse', 'a German national'] as const

function say(memory: MosaicMemory, owner: MosaicOwner, text: string, nowMs = NOW): number | undefined {
  const anonymitySet = memory.judge(owner, readTraits(text, []), nowMs)
  return anonymitySet === undefined ? undefined : Math.round(anonymitySet)
}

describe('a mosaic', () => {
  it('is what several requests tell together, each of which is harmless', () => {
    const memory = memoryOf()
    expect(PARTS.map((text) => say(memory, alice, text))).toEqual([undefined, undefined, 1, 1])
    for (const text of PARTS) expect(say(memoryOf(), alice, text)).toBeUndefined()
    expect(say(memory, alice, 'Thank you very much.')).toBeUndefined()
  })

  it('is foreseen as it is judged, and nothing of what was foreseen is remembered', () => {
    const request = fc.record({ sessionId: fc.constantFrom(1, 2), text: fc.subarray([...PARTS]), day: fc.nat(1) })
    fc.assert(
      fc.property(fc.array(request, { maxLength: 6 }), (requests) => {
        const [plain, foreseeing] = [memoryOf(), memoryOf()]
        for (const { sessionId, text, day } of requests) {
          const asked = [{ ...alice, sessionId }, readTraits(text.join(', '), []), NOW + day * DAY_MS] as const
          foreseeing.foresee(asked[0], readTraits('A man, born on 1 May 1950, a pilot', []), asked[2])
          const foreseen = foreseeing.foresee(...asked)
          expect(foreseen).toBe(plain.judge(...asked))
          expect(foreseeing.judge(...asked)).toBe(foreseen)
        }
      }),
    )
  })

  it('is also what one request tells, whatever was told of others before', () => {
    const memory = memoryOf()
    for (let day = 10; day < 30; day += 1) say(memory, alice, `A man born on 19${day}-01-${day}, in AZ 850${day}`)
    expect(say(memory, alice, 'A woman born 1961-03-04 in Cambridge, MA 02138')).toBe(1)
  })

  it('reaches over the sessions of a day, and a session over the days', () => {
    const memory = memoryOf()
    const [first, second, third] = PARTS
    say(memory, { ...alice, sessionId: 1 }, first)
    say(memory, { ...alice, sessionId: 2 }, second)
    expect(say(memory, { ...alice, sessionId: 3 }, third)).toBe(1)
    expect(say(memory, { ...alice, sessionId: 3 }, third, NOW + DAY_MS)).toBeUndefined()
    expect(say(memory, { ...alice, sessionId: 3 }, `${first}, ${second}`, NOW + DAY_MS)).toBe(1)
  })

  it('is none below the bound alone', () => {
    const memory = memoryOf(200)
    expect(say(memory, alice, 'She lives in Springfield')).toBeUndefined()
    expect(say(memory, alice, 'aged 47')).toBe(188)
    expect(say(memoryOf(188), alice, 'She lives in Springfield, aged 47')).toBe(188)
    expect(say(memoryOf(187), alice, 'She lives in Springfield, aged 47')).toBeUndefined()
  })

  it('of one user is never built from what another tells', () => {
    const user = fc.record({
      tenant: fc.constantFrom('acme', 'beta', '["acme'),
      sub: fc.constantFrom('alice', 'bob', 'alice"', '","'),
      sessionId: fc.constantFrom(1, 2),
    })
    const request = fc.record({ owner: user, text: fc.constantFrom(...PARTS) })
    const isOf = (owner: MosaicOwner) => (one: MosaicOwner) => one.tenant === owner.tenant && one.sub === owner.sub
    fc.assert(
      fc.property(fc.array(request, { maxLength: 40 }), user, (requests, who) => {
        const [together, apart] = [memoryOf(), memoryOf()]
        const all = requests.map(({ owner, text }) => [owner, say(together, owner, text)] as const)
        const own = requests.filter(({ owner }) => isOf(who)(owner)).map(({ owner, text }) => say(apart, owner, text))
        expect(all.filter(([owner]) => isOf(who)(owner)).map(([, people]) => people)).toEqual(own)
      }),
    )
  })

  it('keeps digests, and other ones for each user', () => {
    const memory = memoryOf()
    say(memory, alice, 'Born 1961-03-04 in Springfield, lives in Springfield')
    say(memory, { ...alice, sub: 'bob' }, 'lives in Springfield')
    const [ofAlice = [], ofBob = []] = memory.takeStale(9).map((user) => user.takeFresh())
    const valuesOf = (traits: typeof ofAlice) => new Set(traits.map(({ value }) => value))
    expect([...valuesOf(ofAlice)].every((value) => /^[\w-]{16}$/.test(value))).toBe(true)
    expect([...valuesOf(ofAlice)].some((value) => valuesOf(ofBob).has(value))).toBe(false)
  })
})

describe('what is told of a mosaic', () => {
  it('is one crossing for a session, and for a day only where no session of it was told', () => {
    const memory = memoryOf()
    for (const text of PARTS) say(memory, alice, text)
    const [user] = memory.takeStale(9)
    expect(user?.untold).toMatchObject([{ scope: 's1', anonymitySet: 1 }])
    user?.markTold('s1')
    for (const text of PARTS) say(memory, alice, text)
    expect(user?.untold).toEqual([])

    const other = memoryOf()
    for (const [sessionId, text] of PARTS.entries()) say(other, { ...alice, sessionId }, text)
    expect(other.takeStale(9).flatMap(({ untold }) => untold)).toMatchObject([{ scope: 'd2026-11-27' }])
  })

  it('may be found where gateways tell each other', () => {
    const [here, there] = [memoryOf(), memoryOf()]
    say(here, alice, `${PARTS[0]}, ${PARTS[1]}`)
    say(there, alice, PARTS[2])
    const [[mine], [theirs]] = [here.takeStale(9), there.takeStale(9)]
    if (mine === undefined || theirs === undefined) throw new Error('Both have something to tell.')
    expect([mine.untold, theirs.untold]).toEqual([[], []])
    here.join(mine, theirs.takeFresh())
    expect(mine.untold).toMatchObject([{ scope: 's1' }])
    expect(mine.takeFresh().every(({ precision }) => precision !== 'occupation')).toBe(true)
  })

  it('is gone with a user who is forgotten', () => {
    const memory = memoryOf()
    say(memory, alice, `${PARTS[0]}, ${PARTS[1]}`)
    memory.forget(alice)
    expect(say(memory, alice, PARTS[2])).toBeUndefined()
  })
})
