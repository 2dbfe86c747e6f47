import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import type { DirectorySyncCounts, PullKind } from './directory-sync-run.ts'
import { and, asc, eq, gt, sql } from './drizzle.ts'
import { directoryStates, directorySyncs, users } from './schema.ts'

/** A user as the sync sees it. */
export interface KnownUser {
  readonly sub: string
  readonly preferredUsername?: string
  readonly email?: string
  readonly groups: readonly string[]
  readonly active: boolean
  /** Absent for users added by hand. */
  readonly directory?: string
  readonly directoryUserId?: string
  /** True where the user was found to be gone from the directory. */
  readonly removed: boolean
}

export interface DirectoryUserRow {
  readonly sub: string
  readonly directoryUserId: string
  readonly preferredUsername?: string | undefined
  readonly email?: string | undefined
  readonly groups: readonly string[]
  readonly active: boolean
}

/** What a pull changes, all of it or nothing. */
export interface DirectoryChanges {
  readonly runId: string
  readonly directory: string
  readonly tenant: string
  /** The state's revision when the pull began: another pull that was applied meanwhile prevents this one. */
  readonly revision: number
  /** Users added or changed; one who comes back is no longer removed. */
  readonly upserts: readonly DirectoryUserRow[]
  /** Subjects of users that are gone: inactive from now on. */
  readonly removedSubs: readonly string[]
  /** Subjects that nobody has any more, because their users are called otherwise now. */
  readonly droppedSubs: readonly string[]
  /** Subjects that pass from one user of the directory to another. */
  readonly passedSubs: readonly string[]
  readonly pull: PullKind
  readonly counts: DirectorySyncCounts
  readonly cursor?: string | undefined
  /** Runs whose confirmation this one uses. */
  readonly settles: readonly string[]
}

/** The users of a directory. Every method throws `dependency_unavailable` when PostgreSQL fails. */
export interface DirectoryUsersRepository {
  /** Every user of the tenant, those of other directories and those added by hand too, in pages of 5,000. */
  known(tenant: string): AsyncIterable<readonly KnownUser[]>
  /**
   * Applies a pull in one transaction and ends its run. `beforeCommit` may still prevent it by rejecting. False where
   * another pull was applied since this one began: then nothing changes.
   */
  apply(changes: DirectoryChanges, beforeCommit: () => Promise<void>): Promise<boolean>
}

const KNOWN_PAGE = 5_000
const BATCH = 1_000

type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0]

export function createDirectoryUsersRepository({ orm }: Pick<Database, 'orm'>): DirectoryUsersRepository {
  return {
    async *known(tenant) {
      let after: string | undefined
      do {
        const beyond = after === undefined ? undefined : gt(users.sub, after)
        const rows = await attempt(() =>
          orm
            .select()
            .from(users)
            .where(and(eq(users.tenant, tenant), beyond))
            .orderBy(asc(users.sub))
            .limit(KNOWN_PAGE),
        )
        yield rows.map(toKnownUser)
        after = rows.length < KNOWN_PAGE ? undefined : rows.at(-1)?.sub
      } while (after !== undefined)
    },
    apply: (changes, beforeCommit) =>
      attempt(() =>
        orm.transaction(async (transaction) => {
          if (!(await lockState(transaction, changes))) return false
          await writeUsers(transaction, changes)
          await writeOutcome(transaction, changes)
          await beforeCommit()
          return true
        }),
      ),
  }
}

async function lockState(transaction: Transaction, { directory, revision }: DirectoryChanges): Promise<boolean> {
  const [state] = await transaction
    .select({ revision: directoryStates.revision })
    .from(directoryStates)
    .where(eq(directoryStates.directory, directory))
    .for('update')
  return state?.revision === revision
}

async function writeUsers(transaction: Transaction, changes: DirectoryChanges): Promise<void> {
  const { tenant, directory, upserts, removedSubs, droppedSubs, passedSubs } = changes
  const those = (subs: readonly string[]) =>
    and(
      eq(users.tenant, tenant),
      eq(users.directory, directory),
      sql`${users.sub} = ANY(${sql.param([...subs])}::text[])`,
    )
  for (const subs of batches(droppedSubs)) await transaction.delete(users).where(those(subs))
  // Two users that swap their names would else both have one id for the moment between two statements.
  for (const subs of batches(passedSubs)) {
    await transaction.update(users).set({ directoryUserId: null }).where(those(subs))
  }
  for (const rows of batches(upserts)) await upsert(transaction, tenant, directory, rows)
  for (const subs of batches(removedSubs)) {
    await transaction
      .update(users)
      .set({ active: false, removedAt: sql`now()`, updatedAt: sql`now()` })
      .where(those(subs))
  }
}

async function upsert(
  transaction: Transaction,
  tenant: string,
  directory: string,
  rows: readonly DirectoryUserRow[],
): Promise<void> {
  const written = await transaction
    .insert(users)
    .values(rows.map((row) => ({ ...row, tenant, directory, groups: [...row.groups] })))
    .onConflictDoUpdate({
      target: [users.tenant, users.sub],
      set: {
        preferredUsername: sql`excluded.preferred_username`,
        email: sql`excluded.email`,
        groups: sql`excluded.groups`,
        active: sql`excluded.active`,
        directory: sql`excluded.directory`,
        directoryUserId: sql`excluded.directory_user_id`,
        removedAt: null,
        updatedAt: sql`now()`,
      },
      // A user of another directory is never taken over.
      setWhere: sql`${users.directory} IS NULL OR ${users.directory} = ${directory}`,
    })
    .returning({ sub: users.sub })
  if (written.length !== rows.length) throw new Error('a subject belongs to another directory')
}

async function writeOutcome(transaction: Transaction, changes: DirectoryChanges): Promise<void> {
  const { runId, directory, tenant, revision, pull, counts, cursor = null, settles } = changes
  await transaction
    .update(directoryStates)
    .set({
      tenant,
      cursor,
      revision: revision + 1,
      ...(pull === 'snapshot' ? { fullPullAt: sql`now()` } : {}),
    })
    .where(eq(directoryStates.directory, directory))
  await transaction
    .update(directorySyncs)
    .set({ outcome: 'applied', finishedAt: sql`now()`, pull, counts })
    .where(eq(directorySyncs.id, runId))
  if (settles.length === 0) return
  await transaction
    .update(directorySyncs)
    .set({ settledBy: runId })
    .where(sql`${directorySyncs.id} = ANY(${sql.param([...settles])}::uuid[])`)
}

function toKnownUser(row: typeof users.$inferSelect): KnownUser {
  const { sub, preferredUsername, email, groups, active, directory, directoryUserId, removedAt } = row
  return {
    sub,
    groups,
    active,
    removed: removedAt !== null,
    ...(preferredUsername === null ? {} : { preferredUsername }),
    ...(email === null ? {} : { email }),
    ...(directory === null ? {} : { directory }),
    ...(directoryUserId === null ? {} : { directoryUserId }),
  }
}

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < all.length; start += BATCH) yield all.slice(start, start + BATCH)
}
