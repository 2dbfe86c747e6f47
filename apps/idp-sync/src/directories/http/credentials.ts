/** What goes into the header `authorization`. */
export interface Credentials {
  /** Throws `DirectoryFault` where there is no token to be had. */
  header(signal: AbortSignal): Promise<string>
  /** Says that this header was refused. True where the next one may be better. */
  refuse(header: string): boolean
}

/** Credentials that never change: `Bearer TOKEN`, or Okta's `SSWS TOKEN`. */
export function fixedCredentials(scheme: string, token: string): Credentials {
  return { header: () => Promise.resolve(`${scheme} ${token}`), refuse: () => false }
}
