import type { KnownUser } from '@sluice/db'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DirectoryPull, DirectoryUser } from './directory-pull.ts'
import { createIndex, type Reconciliation, reconcile } from './reconcile.ts'

const DIRECTORY = 'corp'

function knownUser(id: string, sub: string, changes: Partial<KnownUser> = {}): KnownUser {
  return { sub, groups: [], active: true, directory: DIRECTORY, directoryUserId: id, removed: false, ...changes }
}

function directoryUser(id: string, sub: string | undefined, changes: Partial<DirectoryUser> = {}): DirectoryUser {
  return { id, sub, groups: [], active: true, ...changes }
}

function snapshot(...users: DirectoryUser[]): DirectoryPull {
  return { kind: 'snapshot', users }
}

function plan(known: readonly KnownUser[], pull: DirectoryPull): Reconciliation {
  const index = createIndex(DIRECTORY)
  index.add(known)
  return reconcile({ directory: DIRECTORY, known: index.known(), pull })
}

/** The known users after a plan, as the database writes it. */
function apply(known: readonly KnownUser[], result: Reconciliation): KnownUser[] {
  const rows = new Map(known.map((user) => [user.sub, user]))
  for (const sub of result.droppedSubs) rows.delete(sub)
  for (const sub of result.removedSubs) rows.set(sub, { ...rows.get(sub)!, active: false, removed: true })
  for (const { directoryUserId, sub, preferredUsername, email, groups, active } of result.upserts) {
    const texts = { ...(preferredUsername && { preferredUsername }), ...(email && { email }) }
    rows.set(sub, { sub, groups, active, directory: DIRECTORY, directoryUserId, removed: false, ...texts })
  }
  return [...rows.values()]
}

describe('reconcile', () => {
  const ann = knownUser('1', 'ann')
  const bob = knownUser('2', 'bob')

  it.each<[string, KnownUser[], DirectoryUser[], [string, string][], string[]]>([
    ['nothing', [], [], [], []],
    ['a user who is new', [ann], [directoryUser('1', 'ann'), directoryUser('2', 'bob')], [['created', 'bob']], []],
    ['a user who is new and disabled', [], [directoryUser('2', 'bob', { active: false })], [['created', 'bob']], []],
    ['a user as before', [ann], [directoryUser('1', 'ann')], [], []],
    [
      'groups in another order',
      [knownUser('1', 'ann', { groups: ['a', 'b'] })],
      [directoryUser('1', 'ann', { groups: ['b', 'a'] })],
      [],
      [],
    ],
    ['other groups', [ann], [directoryUser('1', 'ann', { groups: ['x'] })], [['updated', 'ann']], []],
    ['another address', [ann], [directoryUser('1', 'ann', { email: 'a@b.test' })], [['updated', 'ann']], []],
    [
      'a user who is disabled',
      [ann, bob],
      [directoryUser('1', 'ann', { active: false }), directoryUser('2', 'bob')],
      [['deactivated', 'ann']],
      ['ann'],
    ],
    ['a user who is gone', [ann, bob], [directoryUser('2', 'bob')], [['deleted', 'ann']], ['ann']],
    ['a user who was gone before', [knownUser('1', 'ann', { active: false, removed: true })], [], [], []],
    ['a disabled user who is gone', [knownUser('1', 'ann', { active: false })], [], [['deleted', 'ann']], []],
    [
      'a user who is active again',
      [knownUser('1', 'ann', { active: false })],
      [directoryUser('1', 'ann')],
      [['reactivated', 'ann']],
      [],
    ],
    [
      'a user who is back',
      [knownUser('1', 'ann', { active: false, removed: true })],
      [directoryUser('1', 'ann')],
      [['reactivated', 'ann']],
      [],
    ],
    [
      'a user who is back, disabled',
      [knownUser('1', 'ann', { active: false, removed: true })],
      [directoryUser('1', 'ann', { active: false })],
      [['updated', 'ann']],
      [],
    ],
    ['a user who is renamed', [ann], [directoryUser('1', 'anna')], [['renamed', 'anna']], []],
    [
      'a user who is renamed and disabled',
      [ann],
      [directoryUser('1', 'anna', { active: false })],
      [['deactivated', 'anna']],
      ['ann'],
    ],
    [
      'a new account of an old name',
      [ann],
      [directoryUser('9', 'ann')],
      [
        ['created', 'ann'],
        ['deleted', 'ann'],
      ],
      ['ann'],
    ],
    [
      'a name that passes on',
      [ann, bob],
      [directoryUser('1', 'bob')],
      [
        ['renamed', 'bob'],
        ['deleted', 'bob'],
      ],
      ['bob'],
    ],
    [
      'names that are swapped',
      [ann, bob],
      [directoryUser('1', 'bob'), directoryUser('2', 'ann')],
      [
        ['renamed', 'bob'],
        ['renamed', 'ann'],
      ],
      ['bob', 'ann'],
    ],
    ['a user without the attribute', [], [directoryUser('1', undefined)], [], []],
    ['a known user who lost the attribute', [ann], [directoryUser('1', undefined)], [['deactivated', 'ann']], ['ann']],
    [
      'a known user who lost the name to another',
      [ann],
      [directoryUser('1', undefined), directoryUser('2', 'ann')],
      [
        ['created', 'ann'],
        ['deleted', 'ann'],
      ],
      ['ann'],
    ],
    [
      'a user added by hand whom the directory knows',
      [{ sub: 'ann', groups: [], active: true, removed: false }],
      [directoryUser('1', 'ann')],
      [['updated', 'ann']],
      [],
    ],
    [
      'one whom it knows as disabled',
      [{ sub: 'ann', groups: [], active: true, removed: false }],
      [directoryUser('1', 'ann', { active: false })],
      [['deactivated', 'ann']],
      ['ann'],
    ],
    [
      'a user added by hand whom it does not know',
      [{ sub: 'ann', groups: [], active: true, removed: false }],
      [],
      [],
      [],
    ],
    ['a user of another directory', [knownUser('1', 'ann', { directory: 'other' })], [], [], []],
  ])('of %s', (_what, known, users, changes, revoked) => {
    const result = plan(known, snapshot(...users))
    expect(result.changes.map(({ type, sub }) => [type, sub])).toEqual(changes)
    expect(result.revocations.map(({ sub }) => sub)).toEqual(revoked)
    expect(result.counts).toMatchObject({ revocations: revoked.length })
  })

  it.each([
    ['two users of one id', [directoryUser('1', 'ann'), directoryUser('1', 'bob')], [], 'duplicate'],
    ['two users of one subject', [directoryUser('1', 'ann'), directoryUser('2', 'ann')], [], 'duplicate'],
    [
      'one nameless and one named of one id',
      [directoryUser('1', undefined), directoryUser('1', 'bob')],
      [ann],
      'duplicate',
    ],
    [
      'a subject of another directory',
      [directoryUser('1', 'ann')],
      [knownUser('1', 'ann', { directory: 'other' })],
      'conflict',
    ],
  ])('refuses %s', (_what, users, known, code) => {
    expect(() => plan(known, snapshot(...users))).toThrow(expect.objectContaining({ name: 'DirectoryFault', code }))
  })

  it('remembers under which subject a renamed user was known', () => {
    expect(plan([ann], snapshot(directoryUser('1', 'anna')))).toMatchObject({
      renames: [{ from: 'ann', to: 'anna' }],
      droppedSubs: ['ann'],
      changes: [{ type: 'renamed', from: 'ann', sub: 'anna' }],
    })
  })

  describe('of a delta', () => {
    const delta = (changes: Partial<Extract<DirectoryPull, { kind: 'delta' }>>): DirectoryPull => ({
      kind: 'delta',
      changed: [],
      removed: [],
      cursor: 'next',
      ...changes,
    })

    it('leaves alone whom it does not name', () => {
      expect(plan([ann, bob], delta({}))).toMatchObject({ changes: [], revocations: [], counts: { unchanged: 2 } })
    })

    it('keeps what it does not name', () => {
      const known = [knownUser('1', 'ann', { email: 'a@b.test', preferredUsername: 'Ann', groups: ['x'] })]
      const { upserts } = plan(known, delta({ changed: [{ id: '1', email: null }] }))
      expect(upserts).toEqual([
        { sub: 'ann', directoryUserId: '1', preferredUsername: 'Ann', email: undefined, groups: ['x'], active: true },
      ])
    })

    it('revokes who is removed or disabled', () => {
      const result = plan([ann, bob], delta({ removed: ['1', 'unknown'], changed: [{ id: '2', active: false }] }))
      expect(result.revocations).toEqual([
        { sub: 'bob', cause: 'deactivated' },
        { sub: 'ann', cause: 'deleted' },
      ])
    })

    it('changes groups of users whom it does not name', () => {
      const result = plan([ann, bob], delta({ groups: new Map([['1', ['eng']]]) }))
      expect(result.upserts).toMatchObject([{ sub: 'ann', groups: ['eng'] }])
    })

    it('adds a user of whom it says enough, and takes back one who was removed', () => {
      const gone = knownUser('3', 'carl', { active: false, removed: true })
      const changed = [
        { id: '2', sub: 'bob', active: true },
        { id: '3', active: true },
      ]
      expect(plan([ann, gone], delta({ changed })).changes).toEqual([
        { type: 'reactivated', sub: 'carl' },
        { type: 'created', sub: 'bob' },
      ])
    })

    it.each([
      ['nothing of the subject', { id: '2', active: true }],
      ['not whether the user is enabled', { id: '2', sub: 'bob' }],
    ])('wants everything anew where it says %s', (_what, patch) => {
      expect(() => plan([ann], delta({ changed: [patch] }))).toThrow(
        expect.objectContaining({ code: 'cursor_expired' }),
      )
    })

    it('refuses two patches of one user', () => {
      const changed = [{ id: '1' }, { id: '1' }]
      expect(() => plan([ann], delta({ changed }))).toThrow(expect.objectContaining({ code: 'duplicate' }))
    })
  })

  describe('for all directories', () => {
    const id = fc.constantFrom('1', '2', '3', '4', '5')
    const sub = fc.constantFrom('a', 'b', 'c', 'd', 'e')
    const groups = fc.subarray(['x', 'y'])
    const users = fc
      .uniqueArray(fc.record({ id, sub: fc.option(sub, { nil: undefined, freq: 8 }), groups, active: fc.boolean() }), {
        selector: (user) => user.id,
      })
      .map((all) =>
        all.filter((user, n) => user.sub === undefined || all.findIndex((one) => one.sub === user.sub) === n),
      )
    const history = fc.array(users, { minLength: 1, maxLength: 6 })

    /** Pulls them one after the other, and returns what was known before each. */
    function follow(pulls: readonly DirectoryUser[][]) {
      let known: KnownUser[] = []
      return pulls.map((present) => {
        const before = known
        const result = plan(before, snapshot(...present))
        known = apply(before, result)
        return { before, present, result, after: known }
      })
    }

    it('what is known afterwards is what the directory says', () => {
      fc.assert(
        fc.property(history, (pulls) => {
          for (const { present, after } of follow(pulls)) {
            const named = present.filter((user) => user.sub !== undefined)
            const rows = after.filter((user) => user.active || !user.removed)
            for (const user of named) {
              const row = after.find((one) => one.sub === user.sub)
              expect(row).toMatchObject({ directoryUserId: user.id, active: user.active, groups: user.groups })
            }
            for (const row of rows.filter(({ active }) => active)) {
              expect(named.find((user) => user.sub === row.sub)).toMatchObject({ active: true })
            }
            const ids = after.map(({ directoryUserId, removed }) => `${directoryUserId}${removed}`)
            expect(new Set(ids).size).toBe(ids.length)
          }
        }),
      )
    })

    it('a second look changes nothing', () => {
      fc.assert(
        fc.property(history, (pulls) => {
          const last = follow(pulls).at(-1)!
          expect(plan(last.after, snapshot(...last.present))).toMatchObject({
            changes: [],
            revocations: [],
            upserts: [],
          })
        }),
      )
    })

    it('exactly those lose their access who are gone, disabled or replaced', () => {
      fc.assert(
        fc.property(history, (pulls) => {
          for (const { before, present, result } of follow(pulls)) {
            const expected = before
              .filter((user) => user.active)
              .filter((user) => {
                const owner = present.find((one) => one.sub === user.sub)
                if (owner !== undefined) return owner.id !== user.directoryUserId || !owner.active
                const self = present.find((one) => one.id === user.directoryUserId)
                return self?.sub === undefined || !self.active
              })
            const revoked = result.revocations.map((one) => one.sub).sort()
            expect(revoked).toEqual(expected.map((user) => user.sub).sort())
          }
        }),
      )
    })

    it('it makes no difference in which order users come', () => {
      fc.assert(
        fc.property(history, fc.func(fc.integer()), (pulls, rank) => {
          const { before, present, after } = follow(pulls).at(-1)!
          const shuffled = [...present].sort((a, b) => rank(a.id) - rank(b.id))
          const bySub = (all: KnownUser[]) => [...all].sort((a, b) => (a.sub < b.sub ? -1 : 1))
          expect(bySub(apply(before, plan(before, snapshot(...shuffled))))).toEqual(bySub(after))
        }),
      )
    })
  })
})
