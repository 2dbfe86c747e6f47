export const SYNC_TRIGGERS = ['schedule', 'start', 'confirm'] as const
export type SyncTrigger = (typeof SYNC_TRIGGERS)[number]

export const SYNC_OUTCOMES = ['running', 'applied', 'held', 'failed'] as const
type SyncOutcome = (typeof SYNC_OUTCOMES)[number]

/** A snapshot names every user; a delta what changed since the last pull. */
export type PullKind = 'snapshot' | 'delta'

/** What a pull found; whole numbers of users. */
export interface DirectorySyncCounts {
  /** Users of this directory known before. */
  readonly known: number
  /** Users that the directory named. */
  readonly seen: number
  readonly created: number
  readonly updated: number
  readonly renamed: number
  readonly deactivated: number
  readonly deleted: number
  readonly reactivated: number
  readonly unchanged: number
  /** Users without the attribute that becomes `sub`, who therefore cannot be known here. */
  readonly ignored: number
  /** Active subjects that lose their access: what the share is measured on. */
  readonly revocations: number
}

/** A plan that waits for a CISO because it would revoke too many users at once. */
export interface HeldPlan {
  /** A confirmation counts until then. */
  readonly until: Date
  /** SHA-256, in hexadecimal, over the sorted subjects. */
  readonly digest: string
  /** The subjects to be revoked; absent where there are more than 10,000: then only the digest can be confirmed. */
  readonly subs?: readonly string[]
  readonly confirmedBy?: string
  readonly confirmedAt?: Date
  /** The run that used the confirmation. */
  readonly settledBy?: string
}

export interface DirectorySyncRun {
  /** A UUID. */
  readonly id: string
  readonly directory: string
  readonly tenant: string
  readonly trigger: SyncTrigger
  readonly outcome: SyncOutcome
  readonly pull?: PullKind
  readonly startedAt: Date
  readonly finishedAt?: Date
  readonly counts?: DirectorySyncCounts
  /** Why it failed or was held. The message names no user. */
  readonly fault?: { readonly code: string; readonly message: string }
  /** With outcome `held`. */
  readonly plan?: HeldPlan
}
