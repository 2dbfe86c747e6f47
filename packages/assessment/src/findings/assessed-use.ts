import type { Detection, Parameters, Role } from '../model/detection.ts'
import type { Judgement, KnowledgeEntry, Purpose } from '../packs/knowledge-entry.ts'

/** One algorithm in one role with one set of parameters: what CycloneDX calls a component. */
export interface LogicalAsset {
  readonly logicalId: string
  readonly algorithm: string
  readonly role: Role
  readonly parameters: Parameters
  readonly entry: KnowledgeEntry
  readonly judgement: Judgement
  /** Absent where the algorithm serves several purposes and the code does not tell which. */
  readonly purpose: Purpose | undefined
  readonly notes: readonly string[]
  /** Absent where none is known for what the code says. */
  readonly oid: string | undefined
}

/** One detection with what it means. */
export interface AssessedUse {
  readonly detection: Detection
  readonly asset: LogicalAsset
  /** What the same line also says of the same algorithm in the same role; no finding of its own. */
  readonly others: readonly LogicalAsset[]
}
