import { z } from '@hono/zod-openapi'
import type { Principal } from '@sluice/contracts'
import type { UsersRepository } from '@sluice/db'
import { defined } from '@sluice/service-kit/async'
import type { UserRef, UserSessions } from '@sluice/sessions'
import { freezeStateSchema, stateSchema, viewFreezeState } from './freeze-view.ts'

type StoredUser = NonNullable<Awaited<ReturnType<UsersRepository['find']>>>

export const personSchema = z
  .object({
    sub: z.string(),
    known: z.boolean().describe('Whether the Users store knows the person. One who is frozen need not be in it.'),
    active: z.boolean().describe('Whether the Users store has the person as active; nobody else gets in.'),
    username: z.string().optional(),
    email: z.string().optional(),
    departments: z.array(z.string()).describe('By the groups of the Users store, as the roles are.'),
    roles: z.array(z.string()),
    directory: z.string().optional().describe('The directory that the person comes from; absent where added by hand.'),
    removed_at: z.iso.datetime().optional().describe('When the person was found to be gone from the directory.'),
    state: stateSchema,
    freeze: freezeStateSchema.optional().describe('The last freeze or unfreeze; absent where there was none.'),
    sessions: z.int().describe('Sessions that have not ended, frozen ones included.'),
  })
  .openapi('Person')

interface Person extends UserSessions {
  readonly ref: UserRef
  /** Undefined where the Users store does not know the person. */
  readonly user: StoredUser | undefined
}

/** Reads who somebody is from claims, as gateways do. */
export type ReadPrincipal = (claims: Readonly<Record<string, unknown>>) => Principal

/** The principal that a person of the Users store would come as, with the groups of the store. */
export function principalOf({ sub, tenant, groups, preferredUsername }: StoredUser, read: ReadPrincipal): Principal {
  return { ...read({ sub, groups, ...defined({ preferred_username: preferredUsername }) }), tenant }
}

export function viewPerson(person: Person, readPrincipal: ReadPrincipal): z.output<typeof personSchema> {
  const { ref, user, freezeState, sessions } = person
  const { departments = [], roles = [] } = user === undefined ? {} : principalOf(user, readPrincipal)
  return {
    ...{ sub: ref.sub, known: user !== undefined, active: user?.active ?? false },
    ...{ departments: [...departments], roles: [...roles], state: freezeState?.state ?? 'active', sessions },
    ...defined({
      ...{ username: user?.preferredUsername, email: user?.email, directory: user?.directory },
      removed_at: user?.removedAt?.toISOString(),
      freeze: freezeState && viewFreezeState(freezeState),
    }),
  }
}
