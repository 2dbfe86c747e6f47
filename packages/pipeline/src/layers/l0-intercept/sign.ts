import type { ActionCategory } from '@sluice/contracts'

/** What a sentence sets out to do, and why it is thought to. */
export interface Sign {
  readonly category: ActionCategory
  readonly rule: string
  /** 0 to 1. */
  readonly confidence: number
}

/** What stands around a sentence. */
export interface Surroundings {
  /** What the sentences before it are about. */
  readonly nouns: number
  /** What the turns before are about; absent in the first. */
  readonly before?: number
  /** Whether code is being written: what is deleted is code. */
  readonly isCoding: boolean
  /** Whether a text is being written. */
  readonly isWriting: boolean
  /** What the turn before wishes to do, or orders. */
  readonly wish?: Sign | undefined
  /** Whether the code is changed by tools. */
  readonly editsCode?: boolean
  /** Whether a tool of this category is offered. */
  readonly mayDo: (category: ActionCategory) => boolean
}
