import { type ApiKeyWire, SluiceError } from '@sluice/contracts'
import { type ApiKeySpending, apiKeys } from './api-key-tables.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, arrayOverlaps, count, desc, eq, gt, isNull, lt, or, type SQL, sql } from './drizzle.ts'

/** A key as it is stored. Its secret is nowhere. */
export interface StoredApiKey {
  /** 16 hexadecimal digits. */
  readonly id: string
  readonly tenant: string
  /** For whom it acts: the `sub` of a user, or of a service identity. */
  readonly sub: string
  readonly name: string
  /** Those of the owner when the key was made, and the departments among them. */
  readonly groups: readonly string[]
  readonly departments: readonly string[]
  /** SHA-256 of the secret, in base64url. */
  readonly secretHash: string
  /** Undefined: all that the owner may use. */
  readonly models: readonly string[] | undefined
  readonly wires: readonly ApiKeyWire[] | undefined
  readonly requestsPerMinute: number | undefined
  readonly spending?: ApiKeySpending | undefined
  /** Counts the changes of the limits; 1 as the key was made. */
  readonly limitsVersion: number
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly revokedBy: string | undefined
  readonly revokedAt: Date | undefined
  /** `YYYY-MM-DD`: the last day on which a gateway took it. */
  readonly lastUsedOn: string | undefined
}

type NewApiKey = Omit<StoredApiKey, 'limitsVersion' | 'revokedBy' | 'revokedAt' | 'lastUsedOn'>

interface LimitsChange extends ApiKeyRef {
  /** Of the limits that whoever changes them has seen. */
  readonly version: number
  readonly requestsPerMinute: number | undefined
  readonly spending: ApiKeySpending | undefined
}

interface ApiKeyRef {
  readonly tenant: string
  readonly id: string
}

interface ApiKeyPage {
  readonly tenant: string
  /** Only keys of this owner, or of one in one of these departments; all of the tenant where absent. */
  readonly reach?: { readonly sub: string; readonly departments: readonly string[] } | undefined
  /** 1 to 100. */
  readonly limit: number
  /** The id of the last key of the page before. */
  readonly after?: string | undefined
}

/** API keys in PostgreSQL. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface ApiKeysRepository {
  /**
   * Stores a new key. Throws `conflict` where its owner has `maxOpen` that are good.
   *
   * @param beforeCommit its failure leaves nothing stored.
   */
  insert(key: NewApiKey, maxOpen: number, beforeCommit: () => Promise<void>): Promise<void>
  find(ref: ApiKeyRef): Promise<StoredApiKey | undefined>
  /** Finds a key of any tenant: a caller names its key, which names the tenant. */
  findAnywhere(id: string): Promise<StoredApiKey | undefined>
  /** The newest first. Throws `invalid_request` for a limit or a cursor out of range. */
  list(page: ApiKeyPage): Promise<StoredApiKey[]>
  /**
   * Replaces all limits of a key, and counts up their version. Throws `conflict` where the version is another one by
   * now, or the key was revoked.
   *
   * @param beforeCommit its failure changes nothing.
   */
  changeLimits(change: LimitsChange, beforeCommit: () => Promise<void>): Promise<StoredApiKey>
  /** Marks a key as revoked; who did it first stays. */
  revoke(ref: ApiKeyRef & { readonly by: string; readonly at: Date }): Promise<void>
  /** Notes that a key was used on a day, `YYYY-MM-DD`. */
  noteUse(id: string, day: string): Promise<void>
}

const MAX_PAGE = 100
const ID = /^[0-9a-f]{16}$/

export function createApiKeysRepository({ orm }: Pick<Database, 'orm'>): ApiKeysRepository {
  const find = async (id: string, condition: SQL | undefined) => {
    if (!ID.test(id)) return undefined
    return await attempt(async () => {
      const [row] = await orm.select().from(apiKeys).where(condition).limit(1)
      return row && toKey(row)
    })
  }
  return {
    insert: (key, maxOpen, beforeCommit) =>
      attempt(() =>
        orm.transaction(async (tx) => {
          // Two calls at once must not both find the last place free.
          const owner = JSON.stringify([key.tenant, key.sub])
          await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`api-keys:${owner}`}, 0))`)
          const [counted] = await tx.select({ open: count() }).from(apiKeys).where(isOpen(key))
          if ((counted?.open ?? 0) >= maxOpen) throw tooManyKeys(maxOpen)
          await tx.insert(apiKeys).values(toRow(key))
          await beforeCommit()
        }),
      ),
    find: (ref) => find(ref.id, is(ref)),
    findAnywhere: (id) => find(id, eq(apiKeys.id, id)),
    list: async ({ tenant, reach, limit, after }) => {
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE) throw badParameter('limit')
      if (after !== undefined && !ID.test(after)) throw badParameter('cursor')
      const { createdAt, id } = apiKeys
      const last = sql`select created_at, id from api_keys where id = ${after} and tenant = ${tenant}`
      const older = after === undefined ? undefined : sql`(${createdAt}, ${id}) < (${last})`
      return await attempt(async () => {
        const rows = await orm
          .select()
          .from(apiKeys)
          .where(and(eq(apiKeys.tenant, tenant), reach && isWithin(reach), older))
          .orderBy(desc(createdAt), desc(id))
          .limit(limit)
        return rows.map(toKey)
      })
    },
    changeLimits: ({ version, requestsPerMinute, spending, ...ref }, beforeCommit) =>
      attempt(() =>
        orm.transaction(async (tx) => {
          const stands = and(is(ref), isNull(apiKeys.revokedAt), eq(apiKeys.limitsVersion, version))
          const [row] = await tx
            .update(apiKeys)
            .set({
              requestsPerMinute: requestsPerMinute ?? null,
              spending: spending ?? null,
              limitsVersion: version + 1,
            })
            .where(stands)
            .returning()
          if (row === undefined) throw new SluiceError('conflict')
          await beforeCommit()
          return toKey(row)
        }),
      ),
    revoke: ({ by, at, ...ref }) =>
      attempt(async () => {
        const stands = and(is(ref), isNull(apiKeys.revokedAt))
        await orm.update(apiKeys).set({ revokedBy: by, revokedAt: at }).where(stands)
      }),
    noteUse: (id, day) =>
      attempt(async () => {
        const isNewer = or(isNull(apiKeys.lastUsedOn), lt(apiKeys.lastUsedOn, day))
        await orm
          .update(apiKeys)
          .set({ lastUsedOn: day })
          .where(and(eq(apiKeys.id, id), isNewer))
      }),
  }
}

function is({ tenant, id }: ApiKeyRef): SQL | undefined {
  return and(eq(apiKeys.id, id), eq(apiKeys.tenant, tenant))
}

function isOpen({ tenant, sub, createdAt }: NewApiKey): SQL | undefined {
  const ofOwner = and(eq(apiKeys.tenant, tenant), eq(apiKeys.sub, sub))
  return and(ofOwner, isNull(apiKeys.revokedAt), gt(apiKeys.expiresAt, createdAt))
}

function isWithin({ sub, departments }: NonNullable<ApiKeyPage['reach']>): SQL | undefined {
  const isOwn = eq(apiKeys.sub, sub)
  return departments.length === 0 ? isOwn : or(isOwn, arrayOverlaps(apiKeys.departments, [...departments]))
}

function tooManyKeys(maxOpen: number): SluiceError {
  return new SluiceError({ code: 'conflict', message: `There are ${maxOpen} keys of this owner. Revoke some first.` })
}

function badParameter(param: string): SluiceError {
  return new SluiceError({ code: 'invalid_request', param })
}

function toRow({ models, wires, requestsPerMinute, spending, groups, departments, ...key }: NewApiKey) {
  return {
    ...key,
    groups: [...groups],
    departments: [...departments],
    models: models === undefined ? null : [...models],
    wires: wires === undefined ? null : [...wires],
    requestsPerMinute: requestsPerMinute ?? null,
    spending: spending ?? null,
  }
}

function toKey(row: typeof apiKeys.$inferSelect): StoredApiKey {
  return {
    ...row,
    models: row.models ?? undefined,
    wires: row.wires ?? undefined,
    requestsPerMinute: row.requestsPerMinute ?? undefined,
    spending: row.spending ?? undefined,
    revokedBy: row.revokedBy ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
    lastUsedOn: row.lastUsedOn ?? undefined,
  }
}
