/** Why a directory could not be read, or its answers must not be used. */
const DIRECTORY_FAULTS = [
  /** No connection, or it broke. */
  'unreachable',
  /** Not within the time allowed. */
  'timeout',
  /** The credentials are wrong, or may not read users. */
  'unauthorized',
  /** The directory asks for a longer wait than is allowed. */
  'throttled',
  /** The directory refused, or failed. */
  'refused',
  /** An answer of another form than the protocol's. */
  'malformed',
  /** Parts are missing, or contradict each other. */
  'incomplete',
  /** Two users where there can be one. */
  'duplicate',
  /** More data than the limits allow. */
  'too_large',
  /** The directory gives no more than its own limit. */
  'size_limit',
  /** Entries are kept on another server. */
  'referral',
  /** The cursor has expired: all users must be read again. */
  'cursor_expired',
  /** A subject of this directory belongs to another directory. */
  'conflict',
  /** Another pull was applied while this one ran. */
  'overtaken',
] as const

type DirectoryFaultCode = (typeof DIRECTORY_FAULTS)[number]

/** The message names the request and the answer, and no user: it is stored, logged and shown. */
export class DirectoryFault extends Error {
  readonly code: DirectoryFaultCode

  constructor(code: DirectoryFaultCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = 'DirectoryFault'
    this.code = code
  }
}
