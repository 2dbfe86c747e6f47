import { SluiceError } from '@sluice/contracts'
import { consoleSessions } from './console-session-tables.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, asc, count, eq, lt, or } from './drizzle.ts'
import { lockSecurityKeys } from './lock-security-keys.ts'
import { consoleChallenges, securityKeys } from './security-key-tables.ts'

interface Owner {
  readonly tenant: string
  readonly sub: string
}

/** A security key or passkey of a person. */
export interface SecurityKey extends Owner {
  /** A UUID. */
  readonly id: string
  readonly name: string
  /** As the authenticator names it, base64url. */
  readonly credentialId: string
  /** COSE, base64url. */
  readonly publicKey: string
  /** The person as authenticators know them, base64url. */
  readonly userHandle: string
  readonly counter: number
  readonly transports: readonly string[]
  /** Whether it may be copied to other devices of the person. */
  readonly isSynced: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

/** What an authenticator is to sign in a console session. */
interface ConsoleChallenge {
  /** base64url. */
  readonly challenge: string
  /** What it was given out for. */
  readonly purpose: string
  /** Of the person whose key is registered. */
  readonly userHandle: string | undefined
  readonly expiresAt: Date
}

/** Security keys in PostgreSQL. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface SecurityKeysRepository {
  /** The keys of one person, the oldest first. */
  list(owner: Owner): Promise<SecurityKey[]>
  count(owner: Owner): Promise<number>
  /**
   * Stores a new key. Throws `conflict` where its person has `max` already, or the credential is known.
   *
   * @param beforeCommit its failure leaves nothing stored.
   */
  insert(key: SecurityKey, max: number, beforeCommit: () => Promise<void>): Promise<void>
  /**
   * Notes a use. False where the counter has not grown since the last one, which says that there are two of the key, or
   * where the key is gone. A key that does not count stays at 0.
   */
  use(key: Owner & { readonly id: string; readonly counter: number; readonly at: Date }): Promise<boolean>
  /**
   * Removes a key, and lets no session of its person count as confirmed by a key any more. False where
   * the person has no such key.
   *
   * @param beforeCommit its failure removes nothing.
   */
  remove(key: Owner & { readonly id: string }, beforeCommit: (key: SecurityKey) => Promise<void>): Promise<boolean>
  /** Gives a session a challenge, in the place of the one before. */
  keepChallenge(idHash: string, challenge: ConsoleChallenge): Promise<void>
  /** Takes the challenge of a session, which is gone then, be it expired or not. */
  takeChallenge(idHash: string): Promise<ConsoleChallenge | undefined>
}

export function createSecurityKeysRepository({ orm }: Pick<Database, 'orm'>): SecurityKeysRepository {
  return {
    list: (owner) =>
      attempt(async () => {
        const rows = await orm
          .select()
          .from(securityKeys)
          .where(of(owner))
          .orderBy(asc(securityKeys.createdAt), asc(securityKeys.id))
        return rows.map(toKey)
      }),
    count: (owner) =>
      attempt(async () => {
        const [counted] = await orm.select({ keys: count() }).from(securityKeys).where(of(owner))
        return counted?.keys ?? 0
      }),
    insert: (key, max, beforeCommit) =>
      attempt(() =>
        orm.transaction(async (tx) => {
          // Two calls at once must not both find the last place free.
          await lockSecurityKeys(tx, key)
          const [counted] = await tx.select({ keys: count() }).from(securityKeys).where(of(key))
          if ((counted?.keys ?? 0) >= max) throw conflict(`Nobody has more than ${max} security keys.`)
          const row = { ...key, transports: [...key.transports], lastUsedAt: null }
          const stored = await tx
            .insert(securityKeys)
            .values(row)
            .onConflictDoNothing()
            .returning({ id: securityKeys.id })
          if (stored.length === 0) throw conflict('This key is registered already.')
          await beforeCommit()
        }),
      ),
    use: ({ counter, at, ...key }) =>
      attempt(async () => {
        const doesNotCount = counter === 0 ? eq(securityKeys.counter, 0) : undefined
        const hasGrown = or(lt(securityKeys.counter, counter), doesNotCount)
        const used = await orm
          .update(securityKeys)
          .set({ counter, lastUsedAt: at })
          .where(and(of(key), eq(securityKeys.id, key.id), hasGrown))
          .returning({ id: securityKeys.id })
        return used.length > 0
      }),
    remove: (key, beforeCommit) =>
      attempt(() =>
        orm.transaction(async (tx) => {
          const [removed] = await tx
            .delete(securityKeys)
            .where(and(of(key), eq(securityKeys.id, key.id)))
            .returning()
          if (removed === undefined) return false
          await tx
            .update(consoleSessions)
            .set({ securityKeyAt: null })
            .where(and(eq(consoleSessions.tenant, key.tenant), eq(consoleSessions.sub, key.sub)))
          await beforeCommit(toKey(removed))
          return true
        }),
      ),
    ...challengesIn(orm),
  }
}

function challengesIn(orm: Database['orm']): Pick<SecurityKeysRepository, 'keepChallenge' | 'takeChallenge'> {
  return {
    keepChallenge: (idHash, { userHandle, ...challenge }) =>
      attempt(async () => {
        const values = { ...challenge, userHandle: userHandle ?? null }
        await orm
          .insert(consoleChallenges)
          .values({ idHash, ...values })
          .onConflictDoUpdate({ target: consoleChallenges.idHash, set: values })
      }),
    takeChallenge: (idHash) =>
      attempt(async () => {
        const [taken] = await orm.delete(consoleChallenges).where(eq(consoleChallenges.idHash, idHash)).returning()
        if (taken === undefined) return undefined
        const { challenge, purpose, userHandle, expiresAt } = taken
        return { challenge, purpose, userHandle: userHandle ?? undefined, expiresAt }
      }),
  }
}

function of({ tenant, sub }: Owner) {
  return and(eq(securityKeys.tenant, tenant), eq(securityKeys.sub, sub))
}

function toKey({ lastUsedAt, ...row }: typeof securityKeys.$inferSelect): SecurityKey {
  return { ...row, lastUsedAt: lastUsedAt ?? undefined }
}

function conflict(message: string): SluiceError {
  return new SluiceError({ code: 'conflict', message })
}
