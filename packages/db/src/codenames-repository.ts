import { codenameBlocks, codenameRegistries } from './codename-tables.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, asc, eq, gt, inArray } from './drizzle.ts'
import type { CodenameBlock, StoredRegistry } from './stored-codenames.ts'

interface UploadOrder {
  readonly tenant: string
  /** `user:SUB`. */
  readonly by: string
  readonly at: Date
  /** The version that the caller has seen; any where it is undefined. */
  readonly expected: number | undefined
}

/** `conflict`: the registry is not at the version that the caller has seen. `unchanged`: there was nothing to write. */
type UploadOutcome =
  | { readonly type: 'changed'; readonly version: number }
  | { readonly type: 'unchanged'; readonly version: number }
  | { readonly type: 'conflict'; readonly version: number }

/** The codenames of tenants. Every method throws `dependency_unavailable` if PostgreSQL fails. */
export interface CodenamesRepository {
  /** Undefined where the tenant never had codenames. */
  find(tenant: string): Promise<StoredRegistry | undefined>
  /** The version of each tenant. Read it before the blocks: what is newer is read again. */
  versions(): Promise<ReadonlyMap<string, number>>
  /** The blocks that were written after a version, all after 0, of one moment. */
  blocksAfter(tenant: string, version: number): Promise<readonly CodenameBlock[]>
  /** What is known of each block but its terms, in the order of their numbers. */
  outline(tenant: string): Promise<readonly Omit<CodenameBlock, 'sealed'>[]>
  /** Some blocks, in the order of their numbers. */
  blocks(tenant: string, numbers: readonly number[]): Promise<readonly CodenameBlock[]>
  /**
   * Makes one upload, after every earlier one of the tenant. `work` gets the blocks as they stand and the version that
   * is to be, and returns those to write; it prevents the upload by rejecting.
   */
  change(
    order: UploadOrder,
    work: (blocks: readonly CodenameBlock[], version: number) => Promise<readonly CodenameBlock[]>,
  ): Promise<UploadOutcome>
}

export function createCodenamesRepository({ orm }: Pick<Database, 'orm'>): CodenamesRepository {
  const { tenant: ofTenant, block, version } = codenameBlocks
  return {
    find: (tenant) =>
      attempt(async () => {
        const [row] = await orm.select().from(codenameRegistries).where(eq(codenameRegistries.tenant, tenant))
        return row
      }),
    versions: () =>
      attempt(async () => {
        const rows = await orm.select().from(codenameRegistries)
        return new Map(rows.map((row) => [row.tenant, row.version]))
      }),
    blocksAfter: (tenant, after) =>
      attempt(() =>
        orm
          .select()
          .from(codenameBlocks)
          .where(and(eq(ofTenant, tenant), gt(version, after))),
      ),
    outline: (tenant) =>
      attempt(() => {
        const { terms, counts } = codenameBlocks
        const members = { block, version, terms, counts }
        return orm.select(members).from(codenameBlocks).where(eq(ofTenant, tenant)).orderBy(asc(block))
      }),
    blocks: (tenant, numbers) =>
      attempt(() =>
        orm
          .select()
          .from(codenameBlocks)
          .where(and(eq(ofTenant, tenant), inArray(block, [...numbers])))
          .orderBy(asc(block)),
      ),
    change: (order, work) => attempt(() => orm.transaction((transaction) => makeChange(transaction, order, work))),
  }
}

type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0]

async function makeChange(
  transaction: Transaction,
  { tenant, by, at, expected }: UploadOrder,
  work: Parameters<CodenamesRepository['change']>[1],
): Promise<UploadOutcome> {
  const isTenant = eq(codenameRegistries.tenant, tenant)
  await transaction.insert(codenameRegistries).values({ tenant }).onConflictDoNothing()
  const [row] = await transaction.select().from(codenameRegistries).where(isTenant).for('update')
  const known = row?.version ?? 0
  if (expected !== undefined && expected !== known) return { type: 'conflict', version: known }
  const version = known + 1
  const before = await transaction.select().from(codenameBlocks).where(eq(codenameBlocks.tenant, tenant))
  const written = await work(before, version)
  if (written.length === 0) return { type: 'unchanged', version: known }
  for (const block of written) {
    const { sealed, terms, counts } = block
    await transaction
      .insert(codenameBlocks)
      .values({ tenant, ...block })
      .onConflictDoUpdate({
        target: [codenameBlocks.tenant, codenameBlocks.block],
        set: { version, sealed, terms, counts },
      })
  }
  await transaction.update(codenameRegistries).set({ version, changedBy: by, changedAt: at }).where(isTenant)
  return { type: 'changed', version }
}
