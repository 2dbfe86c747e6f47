import type { CodenameClasses } from '@sluice/codename-store'
import type { CodenameBlock } from '@sluice/db'
import type { CodenameTerm } from '@sluice/pipeline/ports'

/** What the thread that compiles codenames knows from its beginning. */
export interface IndexThreadData {
  /** The data keys by id, the oldest first. */
  readonly dataKeys: ReadonlyMap<string, Uint8Array>
  readonly currentKeyId: string
  readonly classes: CodenameClasses
  /** The codenames of the configuration, which every tenant has. */
  readonly configured: readonly CodenameTerm[]
}

export type ToIndexThread =
  | { readonly type: 'block'; readonly tenant: string; readonly block: CodenameBlock }
  | { readonly type: 'compile'; readonly tenant: string }

/** An index takes part in the memory of all threads: nothing of it is copied. */
export type FromIndexThread =
  | { readonly type: 'compiled'; readonly index: SharedArrayBuffer }
  | { readonly type: 'failed'; readonly stack: string }
