import { SluiceError } from '@sluice/contracts'
import type { UserRef, UserSessions } from '@sluice/sessions'
import type { Context } from 'hono'
import type { AdminEnv } from '../access-gate.ts'
import type { Admin } from '../admin.ts'
import { readSub } from '../wire/path.ts'

export interface Subject extends UserSessions {
  readonly ref: UserRef
  /** As the Users store knows it. */
  readonly username?: string
  /** Whether the Users store knows the user, or there is a session or a freeze of one. */
  readonly isKnown: boolean
}

/** Looks the user up that the path names, in the tenant of the caller. Throws `invalid_request`. */
export async function findSubject(admin: Admin, context: Context<AdminEnv>): Promise<Subject> {
  const ref = { tenant: context.get('caller').principal.tenant, sub: readSub(context) }
  const [user, found] = await Promise.all([admin.users.find(ref.tenant, ref.sub), admin.sessions.findUser(ref)])
  return {
    ref,
    ...found,
    ...(user?.preferredUsername === undefined ? {} : { username: user.preferredUsername }),
    isKnown: user !== undefined || found.freezeState !== undefined || found.sessions > 0,
  }
}

export function noSuchUser(hint = ''): SluiceError {
  return new SluiceError({
    code: 'user_not_found',
    message: `No user with this subject is known here.${hint}`,
    param: 'sub',
  })
}
