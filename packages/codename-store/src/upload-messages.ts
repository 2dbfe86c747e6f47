import type { CodenameBlock } from '@sluice/db'
import type { UploadCounts, UploadMode } from './apply-upload.ts'
import type { RowFault } from './read-upload.ts'
import type { CodenameClasses } from './registered-term.ts'

/** What the thread of an upload knows from its beginning. */
export interface UploadThreadData {
  readonly tenant: string
  /** The data keys by id, the oldest first. */
  readonly dataKeys: ReadonlyMap<string, Uint8Array>
  readonly currentKeyId: string
  readonly classes: CodenameClasses
}

/** A CSV has its mode beside it; JSON says itself what is to be done. */
export type UploadBody =
  | { readonly format: 'csv'; readonly bytes: Uint8Array; readonly mode: UploadMode }
  | { readonly format: 'json'; readonly bytes: Uint8Array }

export type ToUploadThread =
  | { readonly type: 'read'; readonly body: UploadBody }
  | { readonly type: 'block'; readonly block: CodenameBlock }
  | { readonly type: 'apply'; readonly version: number }

/** What an upload asks for, without its terms. */
export interface UploadHead {
  readonly mode: UploadMode
  readonly terms: number
  /** The version that its author has seen. */
  readonly version: number | undefined
  readonly reason: string | undefined
}

export type FromUploadThread =
  | { readonly type: 'read'; readonly head: UploadHead }
  | { readonly type: 'faulty'; readonly faults: readonly RowFault[]; readonly more: boolean }
  | { readonly type: 'block'; readonly block: CodenameBlock }
  | { readonly type: 'applied'; readonly counts: UploadCounts }
  | { readonly type: 'full' }
