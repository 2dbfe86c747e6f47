import type { Awaitable } from '../layer.ts'

/** A commitment that was made before there was anything to commit to. 32 bytes each, base64url without padding. */
export interface Mask {
  /** The encoded point that is published. */
  readonly masked: string
  /** Secret: scalars, little-endian. */
  readonly value: string
  readonly blinding: string
  /** The scalar that makes it a commitment to a number, 0 to 63. Asked for once: two show the difference. */
  shiftTo(committed: number): string
}

/** Masks that were made ahead, because making one takes longer than a request may. */
export interface MaskPool {
  /**
   * Takes a mask, which nobody else gets. A promise where none is there: users take turns, and each user's requests are
   * served in their order. Rejects with `audit_unavailable` where none comes in time.
   */
  take(user: string): Awaitable<Mask>
}
