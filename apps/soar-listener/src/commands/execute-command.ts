import { DEFAULT_TENANT, SluiceError } from '@sluice/contracts'
import type { SoarAction } from '@sluice/policy'
import type { FreezeOrder, FreezeReport, UserRef } from '@sluice/sessions'
import { type Caller, mayDo } from '../callers/authenticate-caller.ts'
import type { Dependencies } from '../dependencies.ts'
import type { UserFinder } from '../find-user.ts'
import type { Command, FreezeUser, NamedUser } from './command.ts'

export type ExecuteDependencies = Pick<Dependencies, 'control' | 'findUsers' | 'policies' | 'sessions'>

interface Outcome {
  readonly user: UserRef
  readonly report: FreezeReport
  readonly sessionId?: number
  /** The user was frozen without being known. */
  readonly marked?: true
}

/** What the policy is asked before each command. */
const ACTIONS: Readonly<Record<Command['command'], SoarAction>> = {
  freeze_user: 'soar-freeze-user',
  freeze_session: 'soar-freeze-session',
  unfreeze_user: 'soar-unfreeze-user',
}

/**
 * Executes a command and waits for the gateways. A user who is not active can be frozen as well.
 * Throws `user_not_found`, `user_ambiguous`, `not_found` for a session, `unfreeze_not_permitted`,
 * `action_not_permitted`, and what the freeze control throws; nobody has been frozen or unfrozen then.
 */
export async function executeCommand(
  dependencies: ExecuteDependencies,
  caller: Caller,
  command: Command,
  order: FreezeOrder,
): Promise<Outcome> {
  const { control, findUsers, policies } = dependencies
  if (!mayDo(policies, caller, ACTIONS[command.command])) throw notPermitted(command)
  switch (command.command) {
    case 'freeze_user': {
      const { user, marked } = await findOrMark(command, findUsers)
      const report = await control.freezeUser(user, order)
      return { user, report, ...(marked ? { marked } : {}) }
    }
    case 'freeze_session':
      return await freezeSession(command, order, dependencies)
    case 'unfreeze_user': {
      const user = await findOne(findUsers, command.user, command.tenant)
      if (user === undefined) throw unknownUser()
      return { user, report: await control.unfreezeUser(user, order) }
    }
  }
}

function notPermitted({ command }: Command): SluiceError {
  if (command !== 'unfreeze_user') return new SluiceError('action_not_permitted')
  return new SluiceError({
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
    // Tenant and sub name the user exactly, so that a failing Users store does not delay the freeze.
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
  { control, sessions, findUsers }: ExecuteDependencies,
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

/** A `sub` needs no look-up: sessions carry it. */
async function isNamed(owner: UserRef, named: NamedUser, findUsers: UserFinder): Promise<boolean> {
  if (named.sub !== undefined) return named.sub === owner.sub
  const found = await findOne(findUsers, named, owner.tenant)
  return found?.sub === owner.sub
}

/** Undefined where nobody has the name. Throws `user_ambiguous` where several are. */
async function findOne(findUsers: UserFinder, named: NamedUser, tenant: string | undefined) {
  const [first, ...others] = await findUsers(named, tenant)
  if (others.length === 0) return first
  throw new SluiceError({
    code: 'user_ambiguous',
    message:
      tenant === undefined
        ? 'Several users have this name; nobody was touched. Give the tenant, or the sub.'
        : 'Several users have this name; nobody was touched. Give the sub.',
  })
}

function unknownUser(): SluiceError {
  return new SluiceError('user_not_found')
}

function unknownSession(): SluiceError {
  return new SluiceError({ code: 'not_found', message: 'There is no such session of such a user.' })
}
