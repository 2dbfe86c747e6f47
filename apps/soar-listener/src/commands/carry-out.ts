import { DEFAULT_TENANT, SluiceError } from '@sluice/contracts'
import type { FreezeControl, FreezeOrder, FreezeReport, SessionStore, UserRef } from '@sluice/sessions'
import type { UserFinder } from '../find-user.ts'
import type { Command, FreezeUser, NamedUser } from './command.ts'

export interface CommandTools {
  readonly control: FreezeControl
  readonly sessions: Pick<SessionStore, 'find'>
  readonly findUsers: UserFinder
  readonly allowUnfreeze: boolean
}

export interface Outcome {
  readonly user: UserRef
  readonly report: FreezeReport
  readonly sessionId?: number
  /** The user was frozen without being known. */
  readonly marked?: true
}

/**
 * Carries a command out and waits for the gateways. A user who is not active can be frozen as well.
 * Throws `user_not_found`, `user_ambiguous`, `not_found` for a session, `unfreeze_not_permitted`, and what the freeze
 * control throws; nobody has been frozen or freed then.
 */
export async function carryOut(command: Command, order: FreezeOrder, tools: CommandTools): Promise<Outcome> {
  switch (command.command) {
    case 'freeze_user': {
      const { user, marked } = await findOrMark(command, tools.findUsers)
      const report = await tools.control.freezeUser(user, order)
      return { user, report, ...(marked ? { marked } : {}) }
    }
    case 'freeze_session':
      return await freezeSession(command, order, tools)
    case 'unfreeze_user': {
      requireUnfreeze(tools)
      const user = await findOne(tools.findUsers, command.user, command.tenant)
      if (user === undefined) throw unknownUser()
      return { user, report: await tools.control.unfreezeUser(user, order) }
    }
  }
}

/** Refuses to free anybody where configuration does not say so. Throws `unfreeze_not_permitted`. */
function requireUnfreeze({ allowUnfreeze }: CommandTools): void {
  if (allowUnfreeze) return
  throw new SluiceError({
    code: 'unfreeze_not_permitted',
    message: 'Unfreezing from here is turned off (SOAR_ALLOW_UNFREEZE). A CISO can unfreeze in the admin service.',
  })
}

async function findOrMark({ user, tenant, force }: FreezeUser, findUsers: UserFinder) {
  const ifUnknown =
    force === true && user.sub !== undefined ? { tenant: tenant ?? DEFAULT_TENANT, sub: user.sub } : undefined
  try {
    const found = await findOne(findUsers, user, tenant)
    if (found !== undefined) return { user: found }
  } catch (error) {
    // Whom to freeze is said exactly, so that a failing Users store does not keep a compromised user going.
    const exact = ifUnknown !== undefined && tenant !== undefined
    if (!exact || !(error instanceof SluiceError) || error.code !== 'dependency_unavailable') throw error
  }
  if (ifUnknown !== undefined) return { user: ifUnknown, marked: true } as const
  throw force === true
    ? new SluiceError({ code: 'user_not_found', message: 'No such user is known; force works by sub only.' })
    : unknownUser()
}

async function freezeSession(
  command: Extract<Command, { readonly command: 'freeze_session' }>,
  order: FreezeOrder,
  { control, sessions, findUsers }: CommandTools,
): Promise<Outcome> {
  const sessionId = command.session_id
  const session = await sessions.find(sessionId)
  const owner = session && { tenant: session.tenant, sub: session.sub }
  if (owner === undefined || (command.tenant ?? owner.tenant) !== owner.tenant) throw unknownSession()
  if (command.user !== undefined && !(await isNamed(owner, command.user, findUsers))) throw unknownSession()
  const report = await control.freezeSession({ ...owner, sessionId }, order)
  if (report === undefined) throw unknownSession()
  return { user: owner, report, sessionId }
}

/** By `sub` no look-up is needed: sessions carry it. */
async function isNamed(owner: UserRef, named: NamedUser, findUsers: UserFinder): Promise<boolean> {
  if (named.sub !== undefined) return named.sub === owner.sub
  const found = await findOne(findUsers, named, owner.tenant)
  return found?.sub === owner.sub
}

/** Undefined where nobody is meant. Throws `user_ambiguous` where several are. */
async function findOne(findUsers: UserFinder, named: NamedUser, tenant: string | undefined) {
  const [first, ...others] = await findUsers(named, tenant)
  if (others.length === 0) return first
  throw new SluiceError({
    code: 'user_ambiguous',
    message:
      tenant === undefined
        ? 'Several users are meant by this; nobody was touched. Give the tenant, or the sub.'
        : 'Several users are meant by this; nobody was touched. Give the sub.',
  })
}

function unknownUser(): SluiceError {
  return new SluiceError('user_not_found')
}

function unknownSession(): SluiceError {
  return new SluiceError({ code: 'not_found', message: 'There is no such session of such a user.' })
}
