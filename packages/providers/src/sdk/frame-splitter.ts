/** The shortest frame of an event stream: prelude, its checksum, no headers, no payload, checksum. In bytes. */
const MIN_FRAME_BYTES = 16
const LENGTH_BYTES = 4

/**
 * Cuts the bytes of an AWS event stream into whole frames, whatever pieces they come in, in time linear in their
 * length. What a frame holds and its checksums are not looked at.
 *
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/API/RESTSelectObjectAppendix.html (the framing that Bedrock uses)
 */
export class FrameSplitter {
  readonly #maxFrameBytes: number
  #held: Uint8Array[] = []
  #heldBytes = 0
  #needed = LENGTH_BYTES

  constructor(maxFrameBytes: number) {
    this.#maxFrameBytes = maxFrameBytes
  }

  /** Whether a frame has begun that is not whole. */
  get isInFrame(): boolean {
    return this.#heldBytes > 0
  }

  /** The frames that are whole now; undefined where one says that it is longer than allowed, or too short to be one. */
  push(bytes: Uint8Array): readonly Uint8Array[] | undefined {
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    const frames: Uint8Array[] = []
    while (this.#heldBytes >= this.#needed) {
      const all = this.#held.length === 1 && this.#held[0] ? this.#held[0] : Buffer.concat(this.#held, this.#heldBytes)
      const length = new DataView(all.buffer, all.byteOffset).getUint32(0)
      if (length < MIN_FRAME_BYTES || length > this.#maxFrameBytes) return undefined
      if (all.length < length) {
        this.#hold(all, length)
        break
      }
      frames.push(all.subarray(0, length))
      this.#hold(all.subarray(length), LENGTH_BYTES)
    }
    return frames
  }

  #hold(rest: Uint8Array, needed: number): void {
    this.#held = rest.length === 0 ? [] : [rest]
    this.#heldBytes = rest.length
    this.#needed = needed
  }
}
