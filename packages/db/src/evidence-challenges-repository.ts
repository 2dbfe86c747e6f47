import { SluiceError } from '@sluice/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { AuditRow } from './audit-trail.ts'
import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
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
   * Keeps a challenge and asks for the proofs that it needs, both or neither. Throws `invalid_request` for more than
   * 2,000 proofs: those of the records, and of their clearances.
   */
  add(challenge: EvidenceChallenge, needed: readonly Pick<AuditRow, 'number' | 'tenant' | 'timeMs'>[]): Promise<void>
  find(tenant: string, id: string): Promise<EvidenceChallenge | undefined>
  /** How many numbers the challenges of a tenant have whose time is not over. */
  countOpen(tenant: string): Promise<number>
}

const MAX_NEEDED = 2_000

export function createEvidenceChallengesRepository({ orm }: Pick<Database, 'orm'>): EvidenceChallengesRepository {
  return {
    add: ({ choice, numbers, ...challenge }, needed) =>
      attempt(async () => {
        if (needed.length > MAX_NEEDED) throw new SluiceError({ code: 'invalid_request', param: 'needed' })
        await orm.transaction(async (transaction) => {
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
    countOpen: (tenant) =>
      attempt(async () => {
        const { rows } = await orm.execute<{ named: string }>(sql`
          SELECT coalesce(sum(cardinality(numbers)), 0)::text AS named FROM evidence_challenges
          WHERE tenant = ${tenant} AND answer_by > now()`)
        return Number(rows[0]?.named ?? 0)
      }),
  }
}
