/** Source: RFC 8935, section 2.4 and section 7.1. */
type SetErrorCode =
  | 'invalid_request'
  | 'invalid_key'
  | 'invalid_issuer'
  | 'invalid_audience'
  | 'authentication_failed'
  | 'access_denied'

/** A security event token that is refused; the transmitter reads both, and does not send it again. */
export class SetError extends Error {
  readonly err: SetErrorCode

  /** The description quotes nothing of the token. */
  constructor(err: SetErrorCode, description: string) {
    super(description)
    this.name = 'SetError'
    this.err = err
  }
}
