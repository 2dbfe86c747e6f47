import { SluiceError } from '@sluice/contracts'

/** Small pieces are copied into blocks of so many bytes: a piece that is kept costs 350 bytes, however short it is. */
const BLOCK_BYTES = 65_536
/** A piece of so many bytes is kept as it is. */
const LARGE_PIECE_BYTES = 8_192
/** So many pieces may be of any length. Each costs about 2 microseconds of the event loop. */
const FREE_PIECES = 4_096
/** What the pieces behind them have at least, in the mean over the whole body. */
const MEAN_PIECE_BYTES = 64

/** The pieces of a body as they arrive. */
export class BodyPieces {
  length = 0
  #count = 0
  readonly #parts: Buffer[] = []
  #block: Buffer | undefined
  #used = 0

  /** Takes the next piece. Throws `invalid_request` where a body comes in too many small ones. */
  add(piece: Buffer): void {
    this.#count += 1
    this.length += piece.length
    if (this.#count > FREE_PIECES + this.length / MEAN_PIECE_BYTES) {
      throw new SluiceError({ code: 'invalid_request', message: 'The request body comes in too many small pieces.' })
    }
    if (this.#count === 1 || piece.length >= LARGE_PIECE_BYTES) {
      this.#closeBlock()
      this.#parts.push(piece)
    } else this.#copy(piece)
  }

  /** The whole body; not copied where it came in one piece. */
  whole(): Buffer {
    this.#closeBlock()
    const [first] = this.#parts
    return this.#parts.length === 1 && first !== undefined ? first : Buffer.concat(this.#parts, this.length)
  }

  #copy(piece: Buffer): void {
    if (this.#used + piece.length > BLOCK_BYTES) this.#closeBlock()
    this.#block ??= Buffer.allocUnsafeSlow(BLOCK_BYTES)
    this.#used += piece.copy(this.#block, this.#used)
  }

  #closeBlock(): void {
    if (this.#block !== undefined) this.#parts.push(this.#block.subarray(0, this.#used))
    this.#block = undefined
    this.#used = 0
  }
}
