import { SluiceError } from '@sluice/contracts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, asc, count, desc, eq, gt, lt, max, sql } from './drizzle.ts'
import { policies, policySets, policyVersions } from './policy-tables.ts'
import type { PolicyChange, PolicyVersion, StoredPolicy } from './stored-policy.ts'

interface PolicyPage {
  readonly tenant: string
  /** 1 to 1,000 policies. */
  readonly limit: number
  /** The id of the last policy of the page before. */
  readonly after?: string | undefined
}

interface HistoryPage {
  readonly tenant: string
  readonly id: string
  /** 1 to 1,000 versions. */
  readonly limit: number
  /** The last version of the page before. */
  readonly before?: number | undefined
}

interface ChangeOrder {
  readonly tenant: string
  readonly change: PolicyChange
  /** `user:SUB`. */
  readonly by: string
}

/** A change that is made unless somebody objects. */
interface PendingChange {
  /** The policy as it is; absent where it is created. */
  readonly before: StoredPolicy | undefined
  readonly version: PolicyVersion
  /** All policies of the tenant as they would stand. */
  readonly all: readonly StoredPolicy[]
}

/**
 * `conflict`: the policy is not at the version that the author has seen, or one to be created is there already.
 * `full`: the tenant has as many policies as it may have. Both leave everything as it was.
 */
type ChangeOutcome =
  | { readonly type: 'changed'; readonly version: PolicyVersion }
  | { readonly type: 'conflict'; readonly current: StoredPolicy | undefined }
  | { readonly type: 'full' }

/** The policies of tenants and all their versions. Every method throws `dependency_unavailable` if PostgreSQL fails. */
export interface PoliciesRepository {
  find(tenant: string, id: string): Promise<StoredPolicy | undefined>
  /** In the order of their ids. Throws `invalid_request` for a limit out of range. */
  list(page: PolicyPage): Promise<StoredPolicy[]>
  /** The newest first. Throws `invalid_request` for a limit out of range. */
  history(page: HistoryPage): Promise<PolicyVersion[]>
  /** How often the policies of each tenant have changed. Read it before the policies: what is newer is read again. */
  revisions(): Promise<ReadonlyMap<string, number>>
  /** All policies of a tenant in the order of their ids. */
  all(tenant: string): Promise<StoredPolicy[]>
  /**
   * Makes one change, after every earlier one of the tenant. `beforeCommit` may still prevent it by rejecting.
   */
  change(order: ChangeOrder, beforeCommit: (pending: PendingChange) => Promise<void>): Promise<ChangeOutcome>
}

interface PoliciesRepositoryOptions {
  /** The most policies that a tenant may have; 200 by default. */
  readonly maxPolicies?: number
}

const MAX_PAGE = 1_000
const MAX_POLICIES = 200

type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0]

export function createPoliciesRepository(
  { orm }: Pick<Database, 'orm'>,
  { maxPolicies = MAX_POLICIES }: PoliciesRepositoryOptions = {},
): PoliciesRepository {
  return {
    find: (tenant, id) => attempt(() => findPolicy(orm, tenant, id)),
    list: async ({ tenant, limit, after }) => {
      checkLimit(limit)
      const beyond = after === undefined ? undefined : gt(policies.id, after)
      const ofPage = and(eq(policies.tenant, tenant), beyond)
      return await attempt(() => orm.select().from(policies).where(ofPage).orderBy(asc(policies.id)).limit(limit))
    },
    history: async ({ tenant, id, limit, before }) => {
      checkLimit(limit)
      const { version } = policyVersions
      const older = before === undefined ? undefined : lt(version, before)
      const ofPage = and(eq(policyVersions.tenant, tenant), eq(policyVersions.id, id), older)
      return await attempt(() => orm.select().from(policyVersions).where(ofPage).orderBy(desc(version)).limit(limit))
    },
    revisions: () =>
      attempt(async () => {
        const rows = await orm.select().from(policySets)
        return new Map(rows.map(({ tenant, revision }) => [tenant, revision]))
      }),
    all: (tenant) => attempt(() => selectAll(orm, tenant)),
    change: (order, beforeCommit) =>
      attempt(() =>
        orm.transaction(async (transaction) => {
          const { tenant, change } = order
          await lockSet(transaction, tenant)
          const current = await findPolicy(transaction, tenant, change.id)
          if (!fits(change, current)) return { type: 'conflict', current } as const
          if (change.kind === 'created' && (await countOf(transaction, tenant)) >= maxPolicies) {
            return { type: 'full' } as const
          }
          const version = await write(transaction, order, current)
          await beforeCommit({ before: current, version, all: await selectAll(transaction, tenant) })
          return { type: 'changed', version } as const
        }),
      ),
  }
}

function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_PAGE) return
  throw new SluiceError({ code: 'invalid_request', param: 'limit' })
}

/** Changes of one tenant follow one another, so that each is judged with the outcome of the one before. */
async function lockSet(transaction: Transaction, tenant: string): Promise<void> {
  await transaction.insert(policySets).values({ tenant }).onConflictDoNothing()
  await transaction.select().from(policySets).where(eq(policySets.tenant, tenant)).for('update')
}

function fits(change: PolicyChange, current: StoredPolicy | undefined): boolean {
  return change.kind === 'created' ? current === undefined : current?.version === change.version
}

async function write(
  transaction: Transaction,
  { tenant, change, by }: ChangeOrder,
  current: StoredPolicy | undefined,
): Promise<PolicyVersion> {
  const { id, kind } = change
  const statement = kind === 'deleted' ? requireFound(current) : change.statement
  const { description, text, immutable, enabled } = statement
  const [version] = await transaction
    .insert(policyVersions)
    .values({
      ...{ tenant, id, change: kind, description, text, immutable, enabled, changedBy: by },
      version: (await lastVersion(transaction, tenant, id)) + 1,
    })
    .returning()
  const { change: _change, ...policy } = requireFound(version)
  const isPolicy = and(eq(policies.tenant, tenant), eq(policies.id, id))
  if (kind === 'created') await transaction.insert(policies).values(policy)
  else if (kind === 'updated') await transaction.update(policies).set(policy).where(isPolicy)
  else await transaction.delete(policies).where(isPolicy)
  const revision = sql`${policySets.revision} + 1`
  await transaction.update(policySets).set({ revision }).where(eq(policySets.tenant, tenant))
  return requireFound(version)
}

/** A policy that is created anew goes on counting, so that no version has two meanings. */
async function lastVersion(transaction: Transaction, tenant: string, id: string): Promise<number> {
  const [row] = await transaction
    .select({ version: max(policyVersions.version) })
    .from(policyVersions)
    .where(and(eq(policyVersions.tenant, tenant), eq(policyVersions.id, id)))
  return row?.version ?? 0
}

async function findPolicy(
  orm: Database['orm'] | Transaction,
  tenant: string,
  id: string,
): Promise<StoredPolicy | undefined> {
  const [row] = await orm
    .select()
    .from(policies)
    .where(and(eq(policies.tenant, tenant), eq(policies.id, id)))
  return row
}

async function selectAll(orm: Database['orm'] | Transaction, tenant: string): Promise<StoredPolicy[]> {
  return await orm.select().from(policies).where(eq(policies.tenant, tenant)).orderBy(asc(policies.id))
}

async function countOf(transaction: Transaction, tenant: string): Promise<number> {
  const [row] = await transaction.select({ policies: count() }).from(policies).where(eq(policies.tenant, tenant))
  return row?.policies ?? 0
}

function requireFound<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('a policy that must be there is not')
  return row
}
