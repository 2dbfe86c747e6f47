/** What goes into the header `authorization`. */
export interface Credentials {
  /** Throws `DirectoryFault` where no token can be obtained. */
  header(signal: AbortSignal): Promise<string>
  /** Reports that this header was refused. Returns true where another header may be accepted. */
  refuse(header: string): boolean
}

/** Credentials that never change: `Bearer TOKEN`, or Okta's `SSWS TOKEN`. */
export function fixedCredentials(scheme: string, token: string): Credentials {
  return { header: () => Promise.resolve(`${scheme} ${token}`), refuse: () => false }
}
