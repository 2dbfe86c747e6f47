import type { ModelRequestKind } from '@sluice/pipeline'
import type { RenderError } from '@sluice/service-kit'
import type { CredentialHeader } from '../admission/credentials.ts'

/** How one wire is read, and how its clients read errors. */
export interface Protocol<Request> {
  readonly kind: ModelRequestKind
  /** Where its clients put their token. */
  readonly credentials: readonly CredentialHeader[]
  /** Takes a parsed JSON body for a request of this wire. Throws `invalid_request` with the member at fault. */
  parse(body: unknown): Request
  readonly renderError: RenderError
}
