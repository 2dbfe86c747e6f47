import { SluiceError } from '@sluice/contracts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, arrayContains, asc, eq, gt, or, type SQL, sql } from './drizzle.ts'
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
  /** The directory that the user comes from; absent for users added by hand. */
  readonly directory?: string
  /** The directory's own id, which stays when the user is renamed. */
  readonly directoryUserId?: string
  /** When the user was found to be gone from the directory. */
  readonly removedAt?: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

interface UserPage {
  readonly tenant: string
  /** 1 to 1,000 users. */
  readonly limit: number
  /** The `sub` of the last user of the page before. */
  readonly after?: string | undefined
}

/** Which users to list; every condition that is given must hold. */
interface UserFilter extends UserPage {
  /** What the subject, the name or the address begins with, in any case. */
  readonly prefix?: string | undefined
  readonly group?: string | undefined
  readonly active?: boolean | undefined
}

/** Exactly one of `sub`, `preferredUsername` and `email`; the last two in any case. */
interface UserSearch {
  /** In every tenant without it. */
  readonly tenant?: string | undefined
  readonly sub?: string | undefined
  readonly preferredUsername?: string | undefined
  readonly email?: string | undefined
  /** 1 to 1,000 users. */
  readonly limit: number
}

/** The users that the directory knows. Every method throws `dependency_unavailable` when PostgreSQL fails. */
export interface UsersRepository {
  find(tenant: string, sub: string): Promise<StoredUser | undefined>
  /** Those of these users who are known, in any order. Throws `invalid_request` for more than 10,000. */
  findAll(tenant: string, subs: readonly string[]): Promise<StoredUser[]>
  /** Adds a user or replaces all that is known of one. */
  upsert(user: User): Promise<StoredUser>
  /** Tells whether there is such a user. */
  setActive(tenant: string, sub: string, active: boolean): Promise<boolean>
  /** A tenant's users in the order of `sub`. Throws `invalid_request` for a limit out of range. */
  list(page: UserFilter): Promise<StoredUser[]>
  /** Subjects of active users who are in one of these groups, in order; 1,000 at most. */
  activeInGroups(tenant: string, groups: readonly string[]): Promise<string[]>
  /**
   * The users of one subject, name or address, in the order of tenant and `sub`: names and addresses need not be
   * unique, and users that left are found too. Throws `invalid_request` for a limit out of range or not exactly one
   * thing to look for.
   */
  search(query: UserSearch): Promise<StoredUser[]>
}

const MAXIMUM_PAGE = 1_000
const MAXIMUM_SUBS = 10_000

export function createUsersRepository({ orm }: Pick<Database, 'orm'>): UsersRepository {
  const isUser = (tenant: string, sub: string) => and(eq(users.tenant, tenant), eq(users.sub, sub))
  const updatedAt = sql`now()`
  return {
    find: (tenant, sub) =>
      attempt(async () => {
        const [row] = await orm.select().from(users).where(isUser(tenant, sub)).limit(1)
        return row && toUser(row)
      }),
    findAll: async (tenant, subs) => {
      if (subs.length > MAXIMUM_SUBS) throw new SluiceError({ code: 'invalid_request', param: 'subs' })
      return await attempt(() => selectNamed(orm, tenant, subs))
    },
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
    list: async ({ tenant, limit, after, prefix, group, active }) => {
      checkLimit(limit)
      const beyond = after === undefined ? undefined : gt(users.sub, after)
      const isMember = group === undefined ? undefined : arrayContains(users.groups, [group])
      const isActive = active === undefined ? undefined : active ? sql`${users.active}` : sql`not ${users.active}`
      const ofPage = and(eq(users.tenant, tenant), beyond, isMember, isActive, beginsWith(prefix))
      return await attempt(async () => {
        const rows = await orm.select().from(users).where(ofPage).orderBy(asc(users.sub)).limit(limit)
        return rows.map(toUser)
      })
    },
    activeInGroups: (tenant, groups) =>
      attempt(async () => {
        const isMember = sql`${users.groups} && ${sql.param([...groups])}::text[]`
        const rows = await orm
          .select({ sub: users.sub })
          .from(users)
          .where(and(eq(users.tenant, tenant), eq(users.active, true), isMember))
          .orderBy(asc(users.sub))
          .limit(MAXIMUM_PAGE)
        return rows.map(({ sub }) => sub)
      }),
    search: async (query) => {
      checkLimit(query.limit)
      const ofTenant = query.tenant === undefined ? undefined : eq(users.tenant, query.tenant)
      const found = and(ofTenant, searched(query))
      return await attempt(async () => {
        const rows = await orm
          .select()
          .from(users)
          .where(found)
          .orderBy(asc(users.tenant), asc(users.sub))
          .limit(query.limit)
        return rows.map(toUser)
      })
    },
  }
}

async function selectNamed(orm: Database['orm'], tenant: string, subs: readonly string[]): Promise<StoredUser[]> {
  const isNamed = sql`${users.sub} = ANY(${sql.param([...subs])}::text[])`
  const ofTenant = eq(users.tenant, tenant)
  const rows = await orm.select().from(users).where(and(ofTenant, isNamed))
  return rows.map(toUser)
}

function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAXIMUM_PAGE) return
  throw new SluiceError({ code: 'invalid_request', param: 'limit' })
}

/** What a pattern of LIKE takes for more than itself. */
const WILDCARDS = /[\\%_]/g

/** Each is the expression of an index, that PostgreSQL can read the beginning from. */
function beginsWith(prefix: string | undefined): SQL | undefined {
  if (prefix === undefined) return undefined
  const pattern = sql`lower(${`${prefix.replaceAll(WILDCARDS, '\\$&')}%`}::text)`
  const { sub, preferredUsername, email } = users
  return or(...[sub, preferredUsername, email].map((column) => sql`lower(${column}) LIKE ${pattern}`))
}

/** Each condition is the expression of an index. PostgreSQL lowers both sides, so that both are lowered alike. */
function searched({ sub, preferredUsername, email }: UserSearch): SQL {
  const conditions = [
    sub === undefined ? undefined : eq(users.sub, sub),
    preferredUsername === undefined
      ? undefined
      : sql`lower(${users.preferredUsername}) = lower(${preferredUsername}::text)`,
    email === undefined ? undefined : sql`lower(${users.email}) = lower(${email}::text)`,
  ].filter((condition) => condition !== undefined)
  const [condition, ...more] = conditions
  if (condition !== undefined && more.length === 0) return condition
  throw new SluiceError({ code: 'invalid_request', message: 'Give one of sub, preferredUsername and email.' })
}

function toUser(row: typeof users.$inferSelect): StoredUser {
  const { tenant, sub, groups, active, createdAt, updatedAt } = row
  const { preferredUsername, email, directory, directoryUserId, removedAt } = row
  return {
    tenant,
    sub,
    groups,
    active,
    createdAt,
    updatedAt,
    ...(preferredUsername === null ? {} : { preferredUsername }),
    ...(email === null ? {} : { email }),
    ...(directory === null ? {} : { directory }),
    ...(directoryUserId === null ? {} : { directoryUserId }),
    ...(removedAt === null ? {} : { removedAt }),
  }
}
