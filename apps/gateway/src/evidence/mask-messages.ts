/** What the gateway asks a thread for: so many masks more. */
export interface OrderedMasks {
  readonly count: number
}

/** One after the other: the encoded point, the value and the blinding of each mask, 32 bytes each. */
export interface MadeMasks {
  readonly masks: ArrayBuffer
}

/** The bytes of a point or a scalar. */
export const PART_BYTES = 32
/** The bytes of one mask. */
export const MASK_BYTES = 3 * PART_BYTES
/** How many masks a thread hands over at once: each message costs both sides some microseconds. */
export const MASKS_AT_ONCE = 32
