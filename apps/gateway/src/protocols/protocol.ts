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
    | 'mcp'
  readonly kind: Kind
  /** Where its clients put their token. */
  readonly credentials: readonly CredentialHeader[]
  /** Where a client of this wire names its session by itself, in small letters; `x-session-id` counts before it. */
  readonly sessionHeader?: string
  /** Which session a request asks for, where the wire has its own way to say it; `x-session-id` counts before it. */
  readonly session?: () => string | undefined
  /** The longest body of this wire, where it is short enough to be parsed here; else `MAX_BODY_BYTES`. */
  readonly bodyLimit?: { readonly maxBytes: number; readonly variable: string }
  /** Headers of this wire that go on to an endpoint which speaks it, in small letters; none where absent. */
  readonly passedHeaders?: readonly string[]
  /** Takes a parsed JSON body for a request of this wire. Throws `invalid_request` with the member at fault. */
  parse(body: unknown): LocalRequest & { readonly kind: Kind }
  readonly renderError: RenderError
}
