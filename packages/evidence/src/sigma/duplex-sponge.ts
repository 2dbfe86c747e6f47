import { shake128 } from '@noble/hashes/sha3.js'

/** SHAKE128 takes its input in blocks of this many bytes. */
const RATE_BYTES = 168
const SESSION_ID_BYTES = 32
/** Seeds the sponge that makes session identifiers of tags. */
const SESSION_ID_DOMAIN = new TextEncoder().encode('irtf-cfrg-fiat-shamir/session-id')

/**
 * A SHAKE128 duplex sponge: what is squeezed depends on everything that was absorbed before.
 *
 * Source: draft-irtf-cfrg-fiat-shamir (17 August 2026), sections 3.2 and 9.1.
 */
export class DuplexSponge {
  readonly #absorbed: ReturnType<typeof shake128.create>
  #reader: ReturnType<typeof shake128.create> | undefined

  /**
   * @param sessionId 32 bytes.
   * @throws {RangeError} for another length.
   */
  constructor(sessionId: Uint8Array) {
    if (sessionId.length !== SESSION_ID_BYTES)
      throw new RangeError(`A session identifier has ${SESSION_ID_BYTES} bytes.`)
    const block = new Uint8Array(RATE_BYTES)
    block.set(sessionId)
    this.#absorbed = shake128.create({}).update(block)
  }

  absorb(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#absorbed.update(bytes)
    this.#reader = undefined
  }

  /** The next bytes of the output. Calls that follow one another continue it. */
  squeeze(length: number): Uint8Array {
    this.#reader ??= this.#absorbed.clone()
    return this.#reader.xof(length)
  }
}

/** Makes a session identifier of a tag. Source: the same draft, section 5.1, DeriveSessionID. */
export function sessionIdOf(tag: Uint8Array): Uint8Array {
  const sponge = new DuplexSponge(SESSION_ID_DOMAIN)
  sponge.absorb(tag)
  return sponge.squeeze(SESSION_ID_BYTES)
}
