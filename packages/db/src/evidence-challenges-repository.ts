import { SluiceError } from '@sluice/contracts'
import type { AuditRow } from './audit-trail.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, eq, sql } from './drizzle.ts'
import { evidenceChallenges } from './evidence-proof-tables.ts'
import { requestProofs } from './evidence-proofs-repository.ts'

/** Records that an auditor has named after a checkpoint was published. */
export interface EvidenceChallenge {
  /** A UUID. */
  readonly id: string
  readonly tenant: string
  /** Whether `numbers` are indexes of leaves, or positions among the records of the tenant. */
  readonly by: 'leaf' | 'position'
  /** 1 to 1,000, each once, in ascending order. */
  readonly numbers: readonly number[]
  /** What has chosen them, and between which numbers. */
  readonly choice: { readonly seed: string; readonly from: number; readonly to: number } | undefined
  /** Of the tree of that checkpoint. */
  readonly size: number
  readonly askedBy: string
  readonly askedAt: Date
  /** When each of them must be answered. */
  readonly answerBy: Date
}

/** The challenges of auditors. Every method throws `dependency_unavailable` where PostgreSQL fails. */
export interface EvidenceChallengesRepository {
  /**
   * Puts a challenge on record, keeps it and asks for the proofs that it needs: all, or nothing is kept. Challenges of
   * one tenant are added one after the other, so that the bound holds. Throws `conflict` where those whose time is not
   * over would name more than 10,000 records, `invalid_request` for more than 2,000 proofs (those of the records, and
   * of their clearances), and what `record` throws.
   */
  add(
    challenge: EvidenceChallenge,
    needed: readonly Pick<AuditRow, 'number' | 'tenant' | 'timeMs'>[],
    record: () => Promise<void>,
  ): Promise<void>
  find(tenant: string, id: string): Promise<EvidenceChallenge | undefined>
}

const MAX_NEEDED = 2_000
/** Records that the challenges of a tenant name whose time is not over. */
const MAX_OPEN = 10_000

export function createEvidenceChallengesRepository({ orm }: Pick<Database, 'orm'>): EvidenceChallengesRepository {
  return {
    add: ({ choice, numbers, ...challenge }, needed, record) =>
      attempt(async () => {
        if (needed.length > MAX_NEEDED) throw new SluiceError({ code: 'invalid_request', param: 'needed' })
        await orm.transaction(async (transaction) => {
          await requireRoom(transaction, challenge.tenant, numbers.length)
          await record()
          await transaction.insert(evidenceChallenges).values({ ...challenge, ...choice, numbers: [...numbers] })
          await requestProofs(transaction, needed, challenge.answerBy)
        })
      }),
    find: (tenant, id) =>
      attempt(async () => {
        const isMeant = and(eq(evidenceChallenges.tenant, tenant), eq(evidenceChallenges.id, id))
        const [row] = await orm.select().from(evidenceChallenges).where(isMeant)
        if (row === undefined) return undefined
        const { seed, from, to, ...rest } = row
        return { ...rest, choice: seed === null || from === null || to === null ? undefined : { seed, from, to } }
      }),
  }
}

/** Until the transaction ends, nobody else adds a challenge of the tenant. */
async function requireRoom(transaction: Pick<Database['orm'], 'execute'>, tenant: string, wanted: number) {
  await transaction.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`evidence challenge\n${tenant}`}, 0))`)
  const { rows } = await transaction.execute<{ named: string }>(sql`
    SELECT coalesce(sum(cardinality(numbers)), 0)::text AS named FROM evidence_challenges
    WHERE tenant = ${tenant} AND answer_by > now()`)
  if (Number(rows[0]?.named ?? 0) + wanted <= MAX_OPEN) return
  const message = `Challenges whose time is not over name ${MAX_OPEN} records at most.`
  throw new SluiceError({ code: 'conflict', message })
}
