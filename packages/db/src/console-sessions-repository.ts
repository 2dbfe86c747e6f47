import { consoleSessions } from './console-session-tables.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from './drizzle.ts'
import { users } from './schema.ts'

/** A login at the console. */
export interface ConsoleSession {
  /** SHA-256 of the id that the browser has, base64url. The id is nowhere. */
  readonly idHash: string
  readonly tenant: string
  readonly sub: string
  /** Tokens of the identity provider, sealed. */
  readonly tokens: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  /** It ends then, however much it is used. */
  readonly expiresAt: Date
  /** When the provider was last asked for tokens, or somebody set out to ask. */
  readonly refreshedAt: Date
  /** When the person logged in at the provider, and the authentication context class; where the provider says so. */
  readonly authTime: Date | undefined
  readonly acr: string | undefined
  /** When the person last confirmed with a security key here. */
  readonly securityKeyAt: Date | undefined
  /** The hash of the session's first id, to which its tokens are sealed: that stays when the id changes. */
  readonly series: string
  /** Digests of the person's groups at login: those of the token, and those of the Users store. */
  readonly tokenGroups: string
  readonly directoryGroups: string
  /** The version of the person's last freeze or unfreeze at login; 0 where there was none. */
  readonly freezeVersion: number
}

/** A session, and its person as the Users store has it now; undefined where it knows nobody of that name. */
export interface FoundConsoleSession {
  readonly session: ConsoleSession
  readonly user: { readonly active: boolean; readonly groups: readonly string[] } | undefined
}

interface Beginning {
  readonly session: ConsoleSession
  /** Sessions that the person may have then; the oldest ones end. */
  readonly maxOpen: number
  /** The session that this one takes the place of. */
  readonly replaces?: string | undefined
}

/** Console sessions in PostgreSQL. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface ConsoleSessionsRepository {
  /** Stores a new session, and drops up to 1,000 that have expired. */
  begin(beginning: Beginning): Promise<void>
  /** Finds sessions by the hashes of their ids, expired ones too, 1,000 at most. */
  find(idHashes: readonly string[]): Promise<FoundConsoleSession[]>
  /** Notes that the person was there. */
  touch(idHash: string, at: Date): Promise<void>
  /** Lets one of many ask the provider: true for the one who saw `seen` first. */
  claimRefresh(idHash: string, seen: Date, at: Date): Promise<boolean>
  /** Keeps other tokens, also where the session has another id by now. */
  keepTokens(series: string, tokens: string): Promise<void>
  /**
   * Gives a session another id, because its person has confirmed with a security key. Tells whether there was such a
   * session: of two that do it at once, one succeeds.
   */
  confirm(idHash: string, next: { readonly idHash: string; readonly at: Date }): Promise<boolean>
  /** Tells whether there was such a session. */
  end(idHash: string): Promise<boolean>
}

const MAX_FOUND = 1_000
const MAX_DROPPED = 1_000

export function createConsoleSessionsRepository({ orm }: Pick<Database, 'orm'>): ConsoleSessionsRepository {
  const is = (idHash: string) => eq(consoleSessions.idHash, idHash)
  return {
    begin: ({ session, maxOpen, replaces }) =>
      attempt(() =>
        orm.transaction(async (tx) => {
          const { tenant, sub, createdAt } = session
          const expired = tx
            .select({ idHash: consoleSessions.idHash })
            .from(consoleSessions)
            .where(lte(consoleSessions.expiresAt, createdAt))
            .limit(MAX_DROPPED)
          await tx.delete(consoleSessions).where(inArray(consoleSessions.idHash, expired))
          if (replaces !== undefined) await tx.delete(consoleSessions).where(is(replaces))
          const tooOld = tx
            .select({ idHash: consoleSessions.idHash })
            .from(consoleSessions)
            .where(and(eq(consoleSessions.tenant, tenant), eq(consoleSessions.sub, sub)))
            .orderBy(desc(consoleSessions.createdAt), desc(consoleSessions.idHash))
            .offset(maxOpen - 1)
          await tx.delete(consoleSessions).where(inArray(consoleSessions.idHash, tooOld))
          await tx.insert(consoleSessions).values(toRow(session))
        }),
      ),
    find: (idHashes) =>
      attempt(async () => {
        if (idHashes.length === 0) return []
        const rows = await orm
          .select({ session: consoleSessions, active: users.active, groups: users.groups })
          .from(consoleSessions)
          .leftJoin(users, and(eq(users.tenant, consoleSessions.tenant), eq(users.sub, consoleSessions.sub)))
          .where(inArray(consoleSessions.idHash, [...idHashes]))
          .limit(MAX_FOUND)
        return rows.map(({ session, active, groups }) => ({
          session: toSession(session),
          user: active === null || groups === null ? undefined : { active, groups },
        }))
      }),
    touch: (idHash, at) =>
      attempt(async () => {
        const isLater = sql`${consoleSessions.lastSeenAt} < ${at}`
        await orm
          .update(consoleSessions)
          .set({ lastSeenAt: at })
          .where(and(is(idHash), isLater))
      }),
    claimRefresh: (idHash, seen, at) =>
      attempt(async () => {
        const claimed = await orm
          .update(consoleSessions)
          .set({ refreshedAt: at })
          .where(and(is(idHash), eq(consoleSessions.refreshedAt, seen), gt(consoleSessions.expiresAt, at)))
          .returning({ idHash: consoleSessions.idHash })
        return claimed.length > 0
      }),
    keepTokens: (series, tokens) =>
      attempt(async () => {
        const { series: first, idHash } = consoleSessions
        const isOf = or(eq(first, series), and(isNull(first), eq(idHash, series)))
        await orm.update(consoleSessions).set({ tokens }).where(isOf)
      }),
    confirm: (idHash, next) => attempt(() => confirm(orm, idHash, next)),
    end: (idHash) =>
      attempt(async () => {
        const ended = await orm.delete(consoleSessions).where(is(idHash)).returning({ idHash: consoleSessions.idHash })
        return ended.length > 0
      }),
  }
}

async function confirm(
  orm: Database['orm'],
  idHash: string,
  next: { readonly idHash: string; readonly at: Date },
): Promise<boolean> {
  const series = sql`coalesce(${consoleSessions.series}, ${consoleSessions.idHash})`
  const confirmed = await orm
    .update(consoleSessions)
    .set({ idHash: next.idHash, securityKeyAt: next.at, lastSeenAt: next.at, series })
    .where(eq(consoleSessions.idHash, idHash))
    .returning({ idHash: consoleSessions.idHash })
  return confirmed.length > 0
}

function toRow(session: ConsoleSession): typeof consoleSessions.$inferInsert {
  const { authTime = null, acr = null, securityKeyAt = null, idHash, series } = session
  return { ...session, authTime, acr, securityKeyAt, series: series === idHash ? null : series }
}

function toSession(row: typeof consoleSessions.$inferSelect): ConsoleSession {
  const { authTime, acr, securityKeyAt, series, idHash } = row
  return {
    ...row,
    ...{ authTime: authTime ?? undefined, acr: acr ?? undefined, securityKeyAt: securityKeyAt ?? undefined },
    series: series ?? idHash,
  }
}
