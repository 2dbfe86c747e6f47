import { SluiceError } from '@sluice/contracts'
import type { UserRef, UserSessions } from '@sluice/sessions'
import type { Caller } from '../access-gate.ts'
import type { Dependencies } from '../dependencies.ts'

interface Subject extends UserSessions {
  readonly ref: UserRef
  /** Undefined where the Users store does not know the user. */
  readonly user: Awaited<ReturnType<Dependencies['users']['find']>>
  /** As the Users store knows it. */
  readonly username?: string
  /** Whether the Users store knows the user, or there is a session or a freeze of one. */
  readonly isKnown: boolean
}

/** Finds what is known of a user in the tenant of the caller. */
export async function findSubject(
  { users, sessions }: Pick<Dependencies, 'users' | 'sessions'>,
  { principal }: Caller,
  sub: string,
): Promise<Subject> {
  const ref = { tenant: principal.tenant, sub }
  const [user, found] = await Promise.all([users.find(ref.tenant, sub), sessions.findUser(ref)])
  return {
    ...{ ref, user },
    ...found,
    ...(user?.preferredUsername === undefined ? {} : { username: user.preferredUsername }),
    isKnown: user !== undefined || found.freezeState !== undefined || found.sessions > 0,
  }
}

/** As `findSubject`. Throws `user_not_found` for a subject that nobody knows. */
export async function findKnownSubject(
  dependencies: Pick<Dependencies, 'users' | 'sessions'>,
  caller: Caller,
  sub: string,
): Promise<Subject> {
  const subject = await findSubject(dependencies, caller, sub)
  if (!subject.isKnown) throw noSuchUser()
  return subject
}

export function noSuchUser(hint = ''): SluiceError {
  return new SluiceError({
    code: 'user_not_found',
    message: `No user with this subject is known here.${hint}`,
    param: 'sub',
  })
}
