import type { KnownUser } from '@sluice/db'
import { DirectoryFault } from './directory-fault.ts'
import type { Delta, DirectoryPull, DirectoryUser, DirectoryUserPatch } from './directory-pull.ts'

/** A user of the directory who has a subject. */
export interface NamedUser extends DirectoryUser {
  readonly sub: string
}

interface UsersAfter {
  /** By the directory's id. */
  readonly present: ReadonlyMap<string, NamedUser>
  /** Users without a subject who are not known either. */
  readonly ignored: number
}

/**
 * Every user that the directory has after a pull, by its id. A known user who has lost the attribute that becomes the
 * subject keeps the old one and is inactive. Throws {@link DirectoryFault} as `reconcile` does.
 */
export function usersAfter(byId: ReadonlyMap<string, KnownUser>, pull: DirectoryPull): UsersAfter {
  const users = pull.kind === 'snapshot' ? pull.users : patched(byId, pull)
  const named = new Map<string, NamedUser>()
  const nameless: NamedUser[] = []
  let ignored = 0
  for (const user of users) {
    if (named.has(user.id)) throw duplicateId()
    if (isNamed(user)) {
      named.set(user.id, user)
      continue
    }
    const before = byId.get(user.id)
    if (before === undefined || before.removed) ignored += 1
    else nameless.push({ ...user, sub: before.sub, active: false })
  }
  if (nameless.length === 0) return { present: named, ignored }
  const taken = new Set([...named.values()].map(({ sub }) => sub))
  for (const user of nameless) {
    if (named.has(user.id)) throw duplicateId()
    // Where another user has the subject now, this one counts as gone.
    if (taken.has(user.sub)) ignored += 1
    else named.set(user.id, user)
  }
  return { present: named, ignored }
}

function isNamed(user: DirectoryUser): user is NamedUser {
  return user.sub !== undefined
}

function duplicateId(): DirectoryFault {
  return new DirectoryFault('duplicate', 'The directory named one user twice.')
}

function* patched(byId: ReadonlyMap<string, KnownUser>, delta: Delta): Generator<DirectoryUser> {
  const patches = new Map<string, DirectoryUserPatch>()
  for (const patch of delta.changed) {
    if (patches.has(patch.id)) throw duplicateId()
    patches.set(patch.id, patch)
  }
  const removed = new Set(delta.removed)
  for (const [id, before] of byId) {
    const patch = patches.get(id)
    if (removed.has(id) || (before.removed && patch === undefined)) continue
    yield patchUser(before, patch ?? { id }, delta)
  }
  for (const patch of patches.values()) {
    if (!byId.has(patch.id) && !removed.has(patch.id)) yield newUser(patch, delta)
  }
}

function patchUser(before: KnownUser, patch: DirectoryUserPatch, delta: Delta): DirectoryUser {
  if (before.removed) return newUser({ ...restored(before), ...patch }, delta)
  const { groups } = delta
  const { sub, preferredUsername, email, active } = patch
  return {
    id: patch.id,
    sub: sub === undefined ? before.sub : (sub ?? undefined),
    preferredUsername: preferredUsername === undefined ? before.preferredUsername : (preferredUsername ?? undefined),
    email: email === undefined ? before.email : (email ?? undefined),
    groups: groups === undefined ? before.groups : (groups.get(patch.id) ?? []),
    active: active ?? before.active,
  }
}

/** A user who comes back must be described in full. Only the subject may be taken from before. */
function restored({ sub }: KnownUser): Pick<DirectoryUserPatch, 'sub'> {
  return { sub }
}

function newUser(patch: DirectoryUserPatch, { groups }: Delta): DirectoryUser {
  const { id, sub, preferredUsername, email, active } = patch
  if (active === undefined || sub === undefined) {
    throw new DirectoryFault('cursor_expired', 'The delta changes a user who is not known: all must be read anew.')
  }
  return {
    id,
    sub: sub ?? undefined,
    preferredUsername: preferredUsername ?? undefined,
    email: email ?? undefined,
    groups: groups?.get(id) ?? [],
    active,
  }
}
