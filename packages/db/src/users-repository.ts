import { SluiceError } from '@sluice/contracts'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { users } from './schema.ts'

export interface User {
  readonly tenant: string
  /** As in claim `sub` of the user's tokens. */
  readonly sub: string
  readonly preferredUsername?: string
  readonly email?: string
  readonly groups: readonly string[]
  readonly active: boolean
}

export interface StoredUser extends User {
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface UserPage {
  readonly tenant: string
  /** 1 to 1,000 users. */
  readonly limit: number
  /** The `sub` of the last user of the page before. */
  readonly after?: string
}

/** The users that the directory knows. Every method throws `dependency_unavailable` when PostgreSQL fails. */
export interface UsersRepository {
  find(tenant: string, sub: string): Promise<StoredUser | undefined>
  /** Adds a user or replaces all that is known of one. */
  upsert(user: User): Promise<StoredUser>
  /** Tells whether there is such a user. */
  setActive(tenant: string, sub: string, active: boolean): Promise<boolean>
  /** A tenant's users in the order of `sub`. Throws `invalid_request` for a limit out of range. */
  list(page: UserPage): Promise<StoredUser[]>
}

const MAXIMUM_PAGE = 1_000

export function createUsersRepository({ orm }: Pick<Database, 'orm'>): UsersRepository {
  const isUser = (tenant: string, sub: string) => and(eq(users.tenant, tenant), eq(users.sub, sub))
  const updatedAt = sql`now()`
  return {
    find: (tenant, sub) =>
      attempt(async () => {
        const [row] = await orm.select().from(users).where(isUser(tenant, sub)).limit(1)
        return row && toUser(row)
      }),
    upsert: (user) =>
      attempt(async () => {
        const { tenant, sub, preferredUsername = null, email = null, groups, active } = user
        const facts = { preferredUsername, email, groups: [...groups], active }
        const [row] = await orm
          .insert(users)
          .values({ tenant, sub, ...facts })
          .onConflictDoUpdate({ target: [users.tenant, users.sub], set: { ...facts, updatedAt } })
          .returning()
        if (row === undefined) throw new Error('an upsert returned no row')
        return toUser(row)
      }),
    setActive: (tenant, sub, active) =>
      attempt(async () => {
        const changed = await orm
          .update(users)
          .set({ active, updatedAt })
          .where(isUser(tenant, sub))
          .returning({ sub: users.sub })
        return changed.length > 0
      }),
    list: async ({ tenant, limit, after }) => {
      if (!Number.isInteger(limit) || limit < 1 || limit > MAXIMUM_PAGE) {
        throw new SluiceError({ code: 'invalid_request', param: 'limit' })
      }
      const beyond = after === undefined ? undefined : gt(users.sub, after)
      const ofPage = and(eq(users.tenant, tenant), beyond)
      return await attempt(async () => {
        const rows = await orm.select().from(users).where(ofPage).orderBy(asc(users.sub)).limit(limit)
        return rows.map(toUser)
      })
    },
  }
}

function toUser({ preferredUsername, email, ...row }: typeof users.$inferSelect): StoredUser {
  return {
    ...row,
    ...(preferredUsername === null ? {} : { preferredUsername }),
    ...(email === null ? {} : { email }),
  }
}
