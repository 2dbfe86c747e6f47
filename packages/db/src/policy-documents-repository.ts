import type { Database } from './database.ts'
import { attempt } from './dependency-error.ts'
import { and, eq } from './drizzle.ts'
import { policyDocuments } from './policy-document-tables.ts'

/** A text that decisions followed from. */
export interface KeptPolicyDocument {
  /** SHA-256 of the text, base64url. */
  readonly digest: string
  readonly kind: 'policies' | 'schema' | 'entities' | 'registry'
  readonly text: string
}

/** What decisions followed from, kept for good. Every method throws `dependency_unavailable` if PostgreSQL fails. */
export interface PolicyDocumentsRepository {
  /** Keeps those of a tenant that are not there yet. */
  keep(tenant: string, documents: readonly KeptPolicyDocument[]): Promise<void>
  find(tenant: string, digest: string): Promise<KeptPolicyDocument | undefined>
}

export function createPolicyDocumentsRepository({ orm }: Pick<Database, 'orm'>): PolicyDocumentsRepository {
  return {
    keep: (tenant, documents) =>
      attempt(async () => {
        const rows = documents.map(({ digest, kind, text }) => ({ tenant, digest, kind, text }))
        await orm.insert(policyDocuments).values(rows).onConflictDoNothing()
      }),
    find: (tenant, digest) =>
      attempt(async () => {
        const ofDigest = and(eq(policyDocuments.tenant, tenant), eq(policyDocuments.digest, digest))
        const [row] = await orm.select().from(policyDocuments).where(ofDigest)
        return row && { digest: row.digest, kind: row.kind, text: row.text }
      }),
  }
}
