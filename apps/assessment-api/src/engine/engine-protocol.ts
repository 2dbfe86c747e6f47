import type { ScanFailureReason } from '@sluice/assessment-contract/vocabulary'
import type { AssessmentProgress, AssessmentRequest, AssessmentSummary, SigningKeys, View } from '../engine.ts'
import type { SigningKeyPems } from '../signing-keys.ts'

/** What the engine is made from in each of its processes. */
export interface EngineSettings {
  /** Knowledge packs beside the built-in one, by id or path. */
  readonly packs: readonly string[]
  /** Threads that parse, per scan; the engine's own choice if absent. */
  readonly scanWorkers?: number
  readonly maxFileBytes: number
  /** Reads also what ignore files leave out. */
  readonly readsIgnored: boolean
  readonly timeLimitMs: number
  readonly maxFindings: number
  readonly signingKeys: SigningKeyPems
  /** What reports name when a request names no organization; the engine's own default if absent. */
  readonly organization: string | undefined
}

/** To an engine process. `call` numbers what is answered; a project keeps its call's number. */
export type ToEngine =
  | { readonly kind: 'start'; readonly settings: EngineSettings }
  | { readonly kind: 'assess'; readonly call: number; readonly request: AssessmentRequest }
  | { readonly kind: 'abort'; readonly call: number }
  | { readonly kind: 'render'; readonly call: number; readonly project: number; readonly view: View }
  | { readonly kind: 'release'; readonly project: number }
  | { readonly kind: 'keys'; readonly call: number }

/** From an engine process. Several `part` come before their `rendered`, so that none is long to take in. */
export type FromEngine =
  | { readonly kind: 'progress'; readonly call: number; readonly progress: AssessmentProgress }
  | { readonly kind: 'assessed'; readonly call: number; readonly summary: AssessmentSummary }
  | { readonly kind: 'part'; readonly call: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'rendered'; readonly call: number }
  | { readonly kind: 'keys'; readonly call: number; readonly keys: SigningKeys }
  | { readonly kind: 'failed'; readonly call: number; readonly reason?: ScanFailureReason; readonly error: Error }
