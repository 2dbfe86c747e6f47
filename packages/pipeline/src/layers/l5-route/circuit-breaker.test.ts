import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CircuitBreaker, type Pass } from './circuit-breaker.ts'

/** What happens at a time, in milliseconds. */
type Step = readonly [atMs: number, what: 'ok' | 'fail' | 'leave' | 'broke off', user?: string | undefined]

function after(steps: readonly Step[]): CircuitBreaker {
  const breaker = new CircuitBreaker()
  for (const [atMs, what, user] of steps) {
    if (what === 'broke off') {
      breaker.brokeOff(atMs, user)
      continue
    }
    const pass = breaker.admit(atMs)
    if (what === 'ok') pass?.succeeded()
    else if (what === 'fail') pass?.failed(atMs, user)
    else pass?.cancelled()
  }
  return breaker
}

const times = (count: number, atMs: number, what: Step[1], user?: string): Step[] =>
  Array.from({ length: count }, () => [atMs, what, user] as const)

describe('a circuit breaker', () => {
  it.each<[string, readonly Step[], number, string]>([
    ['at first', [], 0, 'closed'],
    ['after four failures', times(4, 0, 'fail'), 0, 'closed'],
    ['after five failures', times(5, 0, 'fail'), 0, 'open'],
    ['after five failures among six successes', [...times(6, 0, 'ok'), ...times(5, 0, 'fail')], 0, 'closed'],
    ['after five failures among five successes', [...times(5, 0, 'ok'), ...times(5, 0, 'fail')], 0, 'open'],
    ['after five answers that broke off', times(5, 0, 'broke off'), 0, 'open'],
    ['after a hundred failures of one user', times(100, 0, 'fail', 'mallory'), 0, 'closed'],
    ['after four of one user and one of nobody', [...times(9, 0, 'fail', 'm'), ...times(1, 0, 'broke off')], 0, 'open'],
    [
      'after a hundred of one user and four of another',
      [...times(100, 0, 'fail', 'm'), ...times(3, 0, 'ok', 'bob'), ...times(4, 0, 'fail', 'bob')],
      0,
      'open',
    ],
    [
      'after a hundred of one user among successes of others',
      [...times(100, 0, 'fail', 'm'), ...times(6, 0, 'ok', 'bob'), ...times(1, 0, 'fail', 'bob')],
      0,
      'closed',
    ],
    ['after five of two users', [...times(4, 0, 'fail', 'alice'), ...times(1, 0, 'fail', 'bob')], 0, 'open'],
    ['after five callers who have left', times(5, 0, 'leave'), 0, 'closed'],
    ['after failures that lie 30 s apart', [...times(4, 0, 'fail'), ...times(4, 30_000, 'fail')], 30_000, 'closed'],
    ['after failures that lie 29 s apart', [...times(4, 0, 'fail'), ...times(1, 29_000, 'fail')], 29_000, 'open'],
    ['before it has cooled down', times(5, 0, 'fail'), 4_999, 'open'],
    ['once it has cooled down', times(5, 0, 'fail'), 5_000, 'half-open'],
    ['after a trial that went well', [...times(5, 0, 'fail'), [5_000, 'ok']], 5_000, 'closed'],
    ['after a trial that failed', [...times(5, 0, 'fail'), [5_000, 'fail']], 14_999, 'open'],
    ['once it has cooled down for twice as long', [...times(5, 0, 'fail'), [5_000, 'fail']], 15_000, 'half-open'],
    ['after a trial whose caller has left', [...times(5, 0, 'fail'), [5_000, 'leave']], 5_000, 'half-open'],
    [
      'with four failures behind a trial',
      [...times(5, 0, 'fail'), [5_000, 'ok'], ...times(4, 5_000, 'fail')],
      5_000,
      'closed',
    ],
  ])('%s', (_when, steps, atMs, state) => {
    expect(after(steps).stateAt(atMs)).toBe(state)
  })

  it('cools down for a minute at the most', () => {
    const breaker = after(times(5, 0, 'fail'))
    let nowMs = 0
    const waits: number[] = []
    for (let trial = 0; trial < 7; trial += 1) {
      waits.push(breaker.waitMs(nowMs))
      nowMs += breaker.waitMs(nowMs)
      breaker.admit(nowMs)?.failed(nowMs)
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
  })

  it('says since when it has not been closed, whatever trials have failed meanwhile', () => {
    const breaker = after([...times(5, 1_000, 'fail'), [6_000, 'fail']])
    expect([breaker.brokenForMs(1_000), breaker.brokenForMs(9_000)]).toEqual([0, 8_000])
    breaker.admit(20_000)?.succeeded()
    expect(breaker.brokenForMs(20_000)).toBeUndefined()
    expect(after(times(4, 0, 'fail')).brokenForMs(0)).toBeUndefined()
  })

  it('stays open for no longer because of what began before it opened', () => {
    const breaker = new CircuitBreaker()
    const early = Array.from({ length: 6 }, () => breaker.admit(0))
    for (const pass of early.slice(1)) pass?.failed(0)
    early[0]?.failed(4_000)
    for (let time = 0; time < 5; time += 1) breaker.brokeOff(4_500)
    expect(breaker.waitMs(4_500)).toBe(500)
  })

  it('lets one request at a time try, and what began before it opened closes nothing', () => {
    const breaker = new CircuitBreaker()
    const early = breaker.admit(0)
    for (let time = 0; time < 5; time += 1) breaker.admit(0)?.failed(0)
    early?.succeeded()
    expect(breaker.stateAt(0)).toBe('open')
    const trial = breaker.admit(5_000)
    expect([trial === undefined, breaker.admit(5_000), breaker.admit(9_000)]).toEqual([false, undefined, undefined])
    trial?.succeeded()
    expect(breaker.admit(9_000)).toBeDefined()
  })

  it('never has two trials at once, and never lets a request through while it is open', () => {
    const step = fc.record({
      waitMs: fc.integer({ min: 0, max: 20_000 }),
      end: fc.constantFrom('succeeded', 'failed', 'cancelled', 'later'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const breaker = new CircuitBreaker()
        const underWay: Pass[] = []
        let trials = 0
        let nowMs = 0
        for (const { waitMs, end } of steps) {
          nowMs += waitMs
          const state = breaker.stateAt(nowMs)
          const pass = breaker.admit(nowMs)
          if (state === 'open') expect(pass).toBeUndefined()
          if (state === 'half-open' && pass !== undefined) trials += 1
          if (state === 'closed') trials = 0
          expect(trials).toBeLessThanOrEqual(1)
          const ending = end === 'later' ? undefined : (pass ?? underWay.pop())
          if (pass !== undefined && end === 'later') underWay.push(pass)
          if (state === 'half-open' && ending !== undefined) trials = 0
          if (end === 'failed') ending?.failed(nowMs)
          if (end === 'succeeded') ending?.succeeded()
          if (end === 'cancelled') ending?.cancelled()
        }
      }),
    )
  })
})
