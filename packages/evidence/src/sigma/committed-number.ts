/** The order of ristretto255, little-endian: 2^252 + 27742317777372353535851937790883648493. RFC 9496, section 4. */
const ORDER = Uint8Array.from([
  ...[0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14],
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10],
])
const BYTES = ORDER.length
/** What is committed to is less than this: s + 8r, or c. */
const BOUND = 64
const LEVEL_BITS = 3
const HIGHEST_LEVEL = 7

/** The two hidden levels of a request, each 0 to 7. */
interface RequestLevels {
  readonly sensitivity: number
  readonly restored: number
}

/**
 * The one number that a request commits to: s + 8r, for its sensitivity level s and the highest level r of what may be
 * restored in its answer.
 *
 * @throws {RangeError} for what is no level.
 */
export function packLevels({ sensitivity, restored }: RequestLevels): number {
  if (!isLevel(sensitivity) || !isLevel(restored)) throw new RangeError('Not a level.')
  return sensitivity | (restored << LEVEL_BITS)
}

/** The levels of a number that `packLevels` gave. @throws {RangeError} for another number. */
export function unpackLevels(committed: number): RequestLevels {
  if (!isCommitted(committed)) throw new RangeError('Not a committed number.')
  return { sensitivity: committed & HIGHEST_LEVEL, restored: committed >> LEVEL_BITS }
}

/**
 * The shift that makes a mask commit to a number: `committed - value` modulo the order. It takes no curve operation and
 * no branch that depends on a secret, so that a request can afford it.
 *
 * @param value the secret value of the mask: 32 bytes, little-endian, less than the order. Not changed.
 * @param committed 0 to 63: s + 8r of a request, or c of a session.
 * @throws {RangeError} for another number or length.
 */
export function shiftOf(value: Uint8Array, committed: number): Uint8Array {
  if (value.length !== BYTES || !isCommitted(committed)) throw new RangeError('Not a mask and a committed number.')
  const shift = new Uint8Array(BYTES)
  let carry = committed
  for (let at = 0; at < BYTES; at += 1) {
    carry += byteOf(ORDER, at) - byteOf(value, at)
    shift[at] = carry & 0xff
    carry >>= 8
  }
  return reduceOnce(shift)
}

/**
 * The number that a mask and its shift commit to: `value + shift` modulo the order.
 *
 * @param value, shift 32 bytes each, little-endian, less than the order.
 * @returns 0 to 63.
 * @throws {RangeError} where they commit to another number, or have another length.
 */
export function committedOf(value: Uint8Array, shift: Uint8Array): number {
  if (value.length !== BYTES || shift.length !== BYTES) throw new RangeError('Not a mask and a shift.')
  const sum = new Uint8Array(BYTES)
  let carry = 0
  for (let at = 0; at < BYTES; at += 1) {
    carry += byteOf(value, at) + byteOf(shift, at)
    sum[at] = carry & 0xff
    carry >>= 8
  }
  const [committed = BOUND, ...rest] = reduceOnce(sum)
  if (rest.some((byte) => byte !== 0) || !isCommitted(committed)) throw new RangeError('Not a committed number.')
  return committed
}

/** Takes the order off, where the number is not less than it; it is less than twice the order. */
function reduceOnce(number: Uint8Array): Uint8Array {
  const reduced = new Uint8Array(BYTES)
  let borrow = 0
  for (let at = 0; at < BYTES; at += 1) {
    borrow += byteOf(number, at) - byteOf(ORDER, at)
    reduced[at] = borrow & 0xff
    borrow >>= 8
  }
  // -1 where the number is less than the order: then all its own bytes are kept.
  for (let at = 0; at < BYTES; at += 1) reduced[at] = (byteOf(number, at) & borrow) | (byteOf(reduced, at) & ~borrow)
  return reduced
}

function byteOf(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0
}

function isLevel(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= HIGHEST_LEVEL
}

function isCommitted(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < BOUND
}
