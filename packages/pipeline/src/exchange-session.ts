/** The session that a request runs in. */
export interface ExchangeSession {
  readonly id: number
  /** Sealed, as `KeyRing.newSessionSecret` gave it. */
  readonly secret: string
  /** As the caller named it; absent where it did not. */
  readonly name?: string
}
