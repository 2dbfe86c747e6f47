import type { LocalRequest, ModelRequestKind } from '@sluice/pipeline'
import type { RenderError } from '@sluice/service-kit'
import type { CredentialHeader } from '../admission/credentials.ts'

/** How one wire is read, and how its clients read errors. */
export interface Protocol<Kind extends ModelRequestKind> {
  /** Under which threads know it: see `protocols.ts`. */
  readonly name:
    | 'openai-chat'
    | 'openai-completions'
    | 'openai-embeddings'
    | 'openai-responses'
    | 'anthropic-messages'
    | 'anthropic-count-tokens'
  readonly kind: Kind
  /** Where its clients put their token. */
  readonly credentials: readonly CredentialHeader[]
  /** Where a client of this wire names its session by itself, in small letters; `x-session-id` counts before it. */
  readonly sessionHeader?: string
  /** Headers of this wire that go on to an endpoint which speaks it, in small letters; none where absent. */
  readonly passedHeaders?: readonly string[]
  /** Takes a parsed JSON body for a request of this wire. Throws `invalid_request` with the member at fault. */
  parse(body: unknown): LocalRequest & { readonly kind: Kind }
  readonly renderError: RenderError
}
