import type { DirectorySyncCounts, DirectoryUserRow, KnownUser } from '@sluice/db'
import { DirectoryFault } from './directory-fault.ts'
import type { DirectoryPull } from './directory-pull.ts'
import { type NamedUser, usersAfter } from './users-after.ts'

type ChangeType = 'created' | 'updated' | 'renamed' | 'deactivated' | 'deleted' | 'reactivated'

interface Change {
  readonly type: ChangeType
  /** The subject afterwards; of a deleted user the last one. */
  readonly sub: string
  /** The subject before, where it was another. */
  readonly from?: string
}

/** Why a subject loses its access. `passed_on`: it belongs to another user of the directory from now on. */
export type RevocationCause = 'deleted' | 'deactivated' | 'passed_on'

export interface Revocation {
  readonly sub: string
  readonly cause: RevocationCause
}

/** What a pull means for the users that are known. */
export interface Reconciliation {
  readonly changes: readonly Change[]
  /** Subjects that were active and lose their access: their sessions must be frozen. */
  readonly revocations: readonly Revocation[]
  /** New subjects of users that are renamed: who is frozen under the old one stays so under the new one. */
  readonly renames: readonly { readonly from: string; readonly to: string }[]
  /** Ids of users that a snapshot no longer names. */
  readonly missingIds: readonly string[]
  readonly upserts: readonly DirectoryUserRow[]
  readonly removedSubs: readonly string[]
  readonly droppedSubs: readonly string[]
  readonly passedSubs: readonly string[]
  /** Active users of the directory before: what the share of revocations is measured on. */
  readonly knownActive: number
  readonly counts: DirectorySyncCounts
}

/** The known users of a tenant, ready to be compared. */
export interface KnownUsers {
  readonly bySub: ReadonlyMap<string, KnownUser>
  /** Those of the directory, by its own id. */
  readonly byId: ReadonlyMap<string, KnownUser>
  /** Active users of the directory. */
  readonly active: number
}

interface KnownIndex {
  add(page: readonly KnownUser[]): void
  known(): KnownUsers
}

interface ReconcileInput {
  readonly directory: string
  readonly known: KnownUsers
  readonly pull: DirectoryPull
}

/** Prepares the users of a tenant, page by page; that can be done while the directory answers. */
export function createIndex(directory: string): KnownIndex {
  const bySub = new Map<string, KnownUser>()
  const byId = new Map<string, KnownUser>()
  let active = 0
  return {
    add(page) {
      for (const user of page) {
        bySub.set(user.sub, user)
        if (user.directory !== directory || user.directoryUserId === undefined) continue
        byId.set(user.directoryUserId, user)
        if (user.active) active += 1
      }
    },
    known: () => ({ bySub, byId, active }),
  }
}

/**
 * Compares the known users of a tenant with what a directory says. The directory's id identifies a user, so that a
 * new name is no new user. Users of other directories are left alone, and those added by hand are adopted when the
 * directory has their subject. A user who is active again is not unfrozen: nothing here ends a freeze.
 *
 * Throws {@link DirectoryFault}: `duplicate` for two users of one id or one subject, `conflict` for a subject of
 * another directory, `cursor_expired` for a delta that says too little about a user who is not known.
 */
export function reconcile(input: ReconcileInput): Reconciliation {
  const { directory, known } = input
  const { bySub, byId, active: knownActive } = known
  const { present, ignored } = usersAfter(byId, input.pull)
  const owners = subjectsOf(present)
  const plan = createPlan()
  for (const user of present.values()) compare(plan, user, { directory, owners, bySub, before: byId.get(user.id) })
  for (const [id, before] of byId) if (!present.has(id) && !before.removed) remove(plan, before, owners)
  const revocations = [...plan.revocations].map(([sub, cause]) => ({ sub, cause }))
  return { ...plan, revocations, knownActive, counts: count(plan, byId.size, present.size, ignored) }
}

interface Plan {
  readonly changes: Change[]
  /** One cause per subject: who is deactivated may also lose the subject to somebody else. */
  readonly revocations: Map<string, RevocationCause>
  readonly renames: { readonly from: string; readonly to: string }[]
  readonly missingIds: string[]
  readonly upserts: DirectoryUserRow[]
  readonly removedSubs: string[]
  readonly droppedSubs: string[]
  readonly passedSubs: string[]
}

interface Surroundings {
  readonly directory: string
  /** Whose a subject is afterwards: the directory's id. */
  readonly owners: ReadonlyMap<string, string>
  readonly bySub: ReadonlyMap<string, KnownUser>
  readonly before: KnownUser | undefined
}

function createPlan(): Plan {
  return {
    changes: [],
    revocations: new Map(),
    renames: [],
    missingIds: [],
    upserts: [],
    removedSubs: [],
    droppedSubs: [],
    passedSubs: [],
  }
}

function subjectsOf(present: ReadonlyMap<string, NamedUser>): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { id, sub } of present.values()) {
    if (owners.has(sub)) throw new DirectoryFault('duplicate', 'The directory has two users of one subject.')
    owners.set(sub, id)
  }
  return owners
}

function compare(plan: Plan, user: NamedUser, surroundings: Surroundings): void {
  const { bySub, before } = surroundings
  const holder = bySub.get(user.sub)
  const predecessor = holder !== undefined && holder !== before ? holder : undefined
  if (predecessor !== undefined) takeOver(plan, user, predecessor, surroundings)
  if (before !== undefined && before.sub !== user.sub) leaveSubject(plan, before, user, surroundings)
  // Added by hand, and the directory knows the subject: it is the same user.
  const same = before ?? (predecessor?.directory === undefined ? predecessor : undefined)
  const type = changeOf(same, user)
  if (type === undefined) return
  if (same?.active === true && !user.active) {
    plan.revocations.set(same.sub, 'deactivated')
  }
  const from = before !== undefined && before.sub !== user.sub ? { from: before.sub } : {}
  plan.changes.push({ type, sub: user.sub, ...from })
  const { id: directoryUserId, sub, preferredUsername, email, groups, active } = user
  plan.upserts.push({ directoryUserId, sub, preferredUsername, email, groups, active })
}

/** The subject was another user's, so the sessions under it are not this user's. */
function takeOver(plan: Plan, user: NamedUser, predecessor: KnownUser, { directory }: Surroundings): void {
  if (predecessor.directory === undefined) return
  if (predecessor.directory !== directory) {
    throw new DirectoryFault('conflict', `A subject of this directory belongs to directory ${predecessor.directory}.`)
  }
  plan.passedSubs.push(user.sub)
  if (predecessor.active && !plan.revocations.has(user.sub)) plan.revocations.set(user.sub, 'passed_on')
}

function leaveSubject(plan: Plan, before: KnownUser, user: NamedUser, { owners }: Surroundings): void {
  plan.renames.push({ from: before.sub, to: user.sub })
  if (!owners.has(before.sub)) plan.droppedSubs.push(before.sub)
}

function changeOf(before: KnownUser | undefined, user: NamedUser): ChangeType | undefined {
  if (before === undefined) return 'created'
  if (before.active && !user.active) return 'deactivated'
  if (!before.active && user.active) return 'reactivated'
  if (before.sub !== user.sub) return 'renamed'
  const same =
    !before.removed &&
    before.directoryUserId === user.id &&
    before.preferredUsername === user.preferredUsername &&
    before.email === user.email &&
    sameGroups(before.groups, user.groups)
  return same ? undefined : 'updated'
}

function remove(plan: Plan, before: KnownUser, owners: ReadonlyMap<string, string>): void {
  const { sub, active, directoryUserId } = before
  plan.changes.push({ type: 'deleted', sub })
  if (directoryUserId !== undefined) plan.missingIds.push(directoryUserId)
  // Where another user has the subject now, it was revoked as passed on.
  if (owners.has(sub)) return
  plan.removedSubs.push(sub)
  if (active) plan.revocations.set(sub, 'deleted')
}

function sameGroups(before: readonly string[], after: readonly string[]): boolean {
  if (before.length !== after.length) return false
  const names = new Set(before)
  return after.every((name) => names.has(name))
}

function count(plan: Plan, known: number, seen: number, ignored: number): DirectorySyncCounts {
  const of = { created: 0, updated: 0, renamed: 0, deactivated: 0, deleted: 0, reactivated: 0 }
  for (const { type } of plan.changes) of[type] += 1
  return { known, seen, ...of, unchanged: seen - plan.upserts.length, ignored, revocations: plan.revocations.size }
}
