import type { Approval } from '@sluice/db'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { approvalForTests, TIMES, voteForTests } from './testing/approval-for-tests.ts'
import { EXECUTION_UNCERTAIN, fail, finish, hasLapsed, lapse, renew, start, vote } from './transitions.ts'

const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return (error as { code: string }).code
  }
  return 'done'
}

describe('a vote', () => {
  it('approves where one approver is asked for', () => {
    const approved = vote(approvalForTests(), voteForTests('bob'), 10, TIMES)
    expect(approved).toMatchObject({ state: 'approved', untilMs: 10 + TIMES.approvedMs })
  })

  it('of the requester is refused', () => {
    const cast = () => vote(approvalForTests(), voteForTests('alice', 'approve', 'ciso'), 0, TIMES)
    expect(codeOf(cast)).toBe('action_not_permitted')
  })

  it('counts once for each person', () => {
    const waiting = vote(approvalForTests({ thresholds: [{ count: 2, roles: [] }] }), voteForTests('bob'), 0, TIMES)
    expect(waiting).toMatchObject({ state: 'pending', untilMs: 1_000 })
    expect(codeOf(() => vote(waiting, voteForTests('bob'), 0, TIMES))).toBe('conflict')
    expect(vote(waiting, voteForTests('carol'), 0, TIMES).state).toBe('approved')
  })

  it('meets each threshold that asks for a role of the voter, and all must be met', () => {
    const thresholds = [
      { count: 2, roles: [] },
      { count: 1, roles: ['ciso'] },
    ]
    const two = ['bob', 'carol'].reduce(
      (current, sub) => vote(current, voteForTests(sub, 'approve', 'aigo'), 0, TIMES),
      approvalForTests({ thresholds }),
    )
    expect(two.state).toBe('pending')
    expect(vote(two, voteForTests('dan', 'approve', 'ciso'), 0, TIMES).state).toBe('approved')
  })

  it('of a role that nobody asked for is refused', () => {
    const asked = approvalForTests({ thresholds: [{ count: 1, roles: ['ciso'] }] })
    expect(codeOf(() => vote(asked, voteForTests('bob', 'approve', 'aigo'), 0, TIMES))).toBe('action_not_permitted')
  })

  it('against the request denies it, whoever approved before', () => {
    const waiting = vote(approvalForTests({ thresholds: [{ count: 2, roles: [] }] }), voteForTests('bob'), 0, TIMES)
    expect(vote(waiting, voteForTests('carol', 'deny'), 0, TIMES).state).toBe('denied')
  })

  it('approves anew what failed, with votes from nothing, while its content is kept', () => {
    const failed = approvalForTests({
      state: 'failed',
      failure: EXECUTION_UNCERTAIN,
      run: 1,
      votes: [voteForTests('bob')],
      thresholds: [{ count: 2, roles: [] }],
    })
    const anew = vote(failed, voteForTests('bob'), 5, TIMES)
    expect(anew).toMatchObject({ state: 'pending', untilMs: 5 + TIMES.pendingMs, votes: [{ sub: 'bob' }], run: 1 })
    expect(anew.failure).toBeUndefined()
    expect(codeOf(() => vote({ ...failed, hasContent: false }, voteForTests('bob'), 0, TIMES))).toBe('conflict')
  })
})

describe('a lapse', () => {
  it.each([
    ['pending', { state: 'expired' }],
    ['approved', { state: 'expired' }],
    ['started', { state: 'failed', failure: EXECUTION_UNCERTAIN }],
    ['done', { state: 'done', hasContent: false }],
    ['denied', { state: 'denied', hasContent: false }],
  ] as const)('of %s', (state, expected) => {
    expect(lapse(approvalForTests({ state }), 2_000, TIMES).approval).toMatchObject(expected)
  })

  it('deletes what has no content any more', () => {
    expect(lapse(approvalForTests({ state: 'done', hasContent: false }), 0, TIMES).isGone).toBe(true)
  })
})

/** Everything that can be done to an approval. */
type Step =
  | { readonly type: 'vote'; readonly sub: string; readonly deny: boolean; readonly roles: readonly string[] }
  | { readonly type: 'start' | 'lapse' }
  | { readonly type: 'renew' | 'finish' | 'fail'; readonly run: number }
  | { readonly type: 'refuse' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    type: fc.constant('vote' as const),
    sub: fc.constantFrom('alice', 'bob', 'carol', 'dan'),
    deny: fc.boolean(),
    roles: fc.subarray(['ciso', 'aigo']),
  }),
  fc.record({ type: fc.constantFrom('start' as const, 'lapse' as const) }),
  fc.record({
    type: fc.constantFrom('renew' as const, 'finish' as const, 'fail' as const),
    run: fc.integer({ min: 0, max: 3 }),
  }),
  fc.record({ type: fc.constant('refuse' as const) }),
)

const thresholds = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 3 }), roles: fc.subarray(['ciso', 'aigo']) }),
  { minLength: 1, maxLength: 3 },
)

function apply(approval: Approval, taken: Step, nowMs: number): Approval {
  switch (taken.type) {
    case 'vote': {
      const cast = voteForTests(taken.sub, taken.deny ? 'deny' : 'approve', ...taken.roles)
      return vote(approval, cast, nowMs, TIMES)
    }
    case 'start':
      return start(approval, nowMs, TIMES)
    case 'lapse':
      return hasLapsed(approval, nowMs) ? lapse(approval, nowMs, TIMES).approval : approval
    case 'renew':
      return renew(approval, taken.run, nowMs, TIMES)
    case 'finish':
      return finish(approval, taken.run, nowMs, TIMES)
    case 'fail':
      return fail(approval, taken.run, 'upstream_error', nowMs, TIMES)
    case 'refuse':
      return fail(approval, undefined, 'session_frozen', nowMs, TIMES)
  }
}

describe('any sequence of steps', () => {
  it('starts a run only after a full round of votes by others, and ends it once', () => {
    fc.assert(
      fc.property(
        thresholds,
        fc.array(fc.tuple(step, fc.integer({ min: 0, max: TIMES.pendingMs })), { maxLength: 40 }),
        (asked, steps) => {
          let approval = approvalForTests({ thresholds: asked, untilMs: TIMES.pendingMs })
          let nowMs = 0
          for (const [taken, passingMs] of steps) {
            nowMs += passingMs
            let next: Approval
            try {
              next = apply(approval, taken, nowMs)
            } catch (error) {
              expect(['conflict', 'action_not_permitted']).toContain((error as { code: string }).code)
              continue
            }
            const subs = next.votes.map(({ sub }) => sub)
            expect(new Set(subs).size).toBe(subs.length)
            expect(subs).not.toContain('alice')
            expect(next.run - approval.run).toBe(taken.type === 'start' ? 1 : 0)
            if (taken.type === 'start') expect(approval.state).toBe('approved')
            if (next.state === 'done' && approval.state !== 'done') expect(approval.state).toBe('started')
            if (next.state === 'approved' && approval.state !== 'approved') {
              for (const { count, roles } of asked) {
                const counted = next.votes.filter(
                  (one) => roles.length === 0 || roles.some((role) => one.roles.includes(role)),
                )
                expect(counted.length).toBeGreaterThanOrEqual(count)
              }
              expect(next.votes.every(({ decision }) => decision === 'approve')).toBe(true)
            }
            // Nothing is stuck: each state lapses.
            expect(Number.isFinite(next.untilMs)).toBe(true)
            approval = next
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
