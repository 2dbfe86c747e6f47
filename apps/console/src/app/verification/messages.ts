import type { EvidenceFindings } from './evidence-findings.ts'
import type { NamedBlob } from './lines-of.ts'
import type { RowProof } from './prove-row.ts'

/** What the verifier is asked to do. Nothing of it leaves the browser. */
export type VerifierOrder =
  | {
      readonly kind: 'row'
      /** The keys that are trusted, a line each, and the quorum. */
      readonly keys: string
      /** The export of the one row with its proof. */
      readonly exported: string
      /** What the screen shows of the row, which has to be the same. */
      readonly shown: { readonly number: number; readonly record: unknown }
    }
  | { readonly kind: 'files'; readonly keys: string; readonly files: readonly NamedBlob[] }

/** What the verifier says. All but `progress` is its last word. */
export type VerifierAnswer =
  | { readonly kind: 'progress'; readonly proofs: number }
  | { readonly kind: 'row'; readonly proof: RowProof }
  | { readonly kind: 'files'; readonly findings: EvidenceFindings }
  /** Something is false: altered, moved, not signed. */
  | { readonly kind: 'fault'; readonly message: string }
  /** The keys are none. */
  | { readonly kind: 'bad-keys'; readonly message: string }
  /** The verifier itself failed, so that nothing is known. */
  | { readonly kind: 'failed' }
