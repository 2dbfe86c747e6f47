import type { ChatRequest, EmbeddingsRequest } from '@sluice/contracts'

/** A request to a model, whatever wire it came by. Layers read its text positions and orders, not its members. */
export type ModelRequest =
  | { readonly kind: 'chat'; readonly body: ChatRequest }
  | { readonly kind: 'embeddings'; readonly body: EmbeddingsRequest }

export type ModelRequestKind = ModelRequest['kind']
