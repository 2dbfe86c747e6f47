/**
 * Keeps a key-encryption key that never leaves it, and wraps data keys with it. A service asks it when it starts, and
 * never again. Both verbs reject with a `KeyProviderError`, and with nothing else.
 */
export interface KeyProvider {
  /**
   * Wraps up to 128 bytes with the newest version of the key. The text names what unwraps it; it has 1 to 8,192 visible
   * characters of ASCII.
   */
  wrap(plain: Uint8Array): Promise<string>
  /** Unwraps what `wrap` gave, under whichever version of the key, as long as the provider keeps that version. */
  unwrap(wrapped: string): Promise<Uint8Array>
}

/**
 * `refused`: it has answered, and will not. `unavailable`: it does not answer, or not now. `malformed`: its answer, or
 * the wrapped text, has another form than it should.
 */
type KeyProviderFault = 'refused' | 'unavailable' | 'malformed'

/** A key provider has failed. Its message holds nothing that was sent or received, but a status. */
export class KeyProviderError extends Error {
  override readonly name = 'KeyProviderError'
  readonly fault: KeyProviderFault

  constructor(fault: KeyProviderFault, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.fault = fault
  }
}
