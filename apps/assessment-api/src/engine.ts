import type { scanFiguresSchema } from '@sluice/assessment-contract'
import type { CycloneDxVersion, ScanFailureReason, SignatureKind } from '@sluice/assessment-contract/vocabulary'
import type { z } from 'zod'

/**
 * What the routes need of the assessment engine. The real one (`compose-engine.ts`) runs in processes of its own
 * (`engine/separate-engine.ts`) and hands over finished bytes: whatever a scanned file does to it, and however long an
 * answer is, the process that listens goes on answering.
 */
export interface Engine {
  /** Scans a folder. Throws a {@link ScanFailure} where that could not be completed. */
  assess(request: AssessmentRequest, options: AssessmentOptions): Promise<AssessedProject>
  /** The keys that bills of materials are signed with. Throws when the engine cannot start. */
  describeKeys(): Promise<SigningKeys>
  close(): void
}

export interface AssessmentRequest {
  /** What is scanned: an absolute path with every symbolic link resolved. */
  readonly root: string
  /** The path as the bill of materials shows it. */
  readonly projectPath: string
}

export interface AssessmentOptions {
  readonly signal: AbortSignal
  readonly onProgress: (progress: AssessmentProgress) => void
}

export interface AssessmentProgress {
  readonly filesRead: number
  readonly filesFound: number
  readonly bytesRead: number
  readonly detections: number
}

/** A project that was scanned. The engine keeps what it found until it is released. */
export interface AssessedProject {
  readonly summary: AssessmentSummary
  /** Makes one of the project's documents, in UTF-8 where it is text; in parts that belong together. */
  render(view: View): Promise<readonly Uint8Array<ArrayBuffer>[]>
  release(): void
  /** False once the process that holds it has ended. */
  isUsable(): boolean
}

/** What of a scan its history keeps, beside the members of the specification. */
export type ScanFigures = z.output<typeof scanFiguresSchema>

export interface AssessmentSummary {
  readonly findingCount: number
  readonly figures: ScanFigures
  /** 0 (all quantum-safe) to 1 (all quantum-broken). */
  readonly systemScore: number
  /** `report-{date}.pdf`, by the date that every document of this assessment has. */
  readonly reportFileName: string
  /** When the scan had ended; ISO 8601, UTC. */
  readonly assessedAt: string
  readonly filesRead: number
  readonly bytesRead: number
  readonly durationMs: number
}

/** An earlier scan of the same project. */
interface PreviousScan {
  readonly systemScore: number
  readonly findingCount: number
  /** ISO 8601, UTC. */
  readonly at: string
}

/** The documents that an assessment can be shown as. */
export type View =
  | { readonly kind: 'cbom'; readonly signature: SignatureKind }
  | { readonly kind: 'cyclonedx'; readonly version: CycloneDxVersion }
  | { readonly kind: 'findings' }
  | { readonly kind: 'sarif' }
  | { readonly kind: 'score'; readonly previous?: PreviousScan }
  | { readonly kind: 'verdict' }
  | { readonly kind: 'plan' }
  | {
      readonly kind: 'report'
      readonly format: 'html' | 'md' | 'pdf'
      readonly names: ReportNames
      readonly previous?: PreviousScan
    }

/** What a report says of its project that a scan cannot know. */
export interface ReportNames {
  readonly organization?: string | undefined
  /** The project's name, instead of that of its folder. */
  readonly project?: string | undefined
  readonly version?: string | undefined
  readonly commit?: string | undefined
  readonly classification?: string | undefined
  readonly linkTemplate?: string | undefined
  /** Who replaces an algorithm until when; `*` is for all others. */
  readonly assignments?:
    | Readonly<Record<string, { readonly owner?: string | undefined; readonly due?: string | undefined }>>
    | undefined
}

export interface SigningKey {
  /** Hexadecimal SHA-256 of the public key's SubjectPublicKeyInfo. */
  readonly keyId: string
  /** `ECDSA-P384-SHA384`, `ML-DSA-87`, ... */
  readonly algorithm: string
  /** PEM (SubjectPublicKeyInfo). */
  readonly publicKey: string
}

export type SigningKeys = Readonly<Record<SignatureKind, SigningKey>>

/** A scan that was not completed: its findings, if any, must not be taken for all there are. */
export class ScanFailure extends Error {
  readonly reason: ScanFailureReason

  constructor(reason: ScanFailureReason, options?: { readonly cause?: unknown }) {
    super(`the scan was not completed: ${reason}`, options)
    this.name = 'ScanFailure'
    this.reason = reason
  }
}
