import type { CredentialHeader } from '../admission/credentials.ts'

/** How one wire is read. */
export interface Protocol<Request> {
  /** Where its clients put their token. */
  readonly credentials: readonly CredentialHeader[]
  /** Takes a parsed JSON body for a request of this wire. Throws `invalid_request` with the member at fault. */
  parse(body: unknown): Request
}
