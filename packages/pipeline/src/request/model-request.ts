import type { ChatRequest, EmbeddingsRequest } from '@sluice/contracts'
import type { RemoteBody } from './remote-body.ts'

export type ModelRequestKind = 'chat' | 'embeddings'

/** A request whose body is here. */
export type LocalRequest =
  | { readonly kind: 'chat'; readonly body: ChatRequest; readonly remote?: undefined }
  | { readonly kind: 'embeddings'; readonly body: EmbeddingsRequest; readonly remote?: undefined }

/** What the gateway itself reads of a chat request: how the answer is to be made and sent, and no text. */
type ChatHead = Pick<ChatRequest, 'model' | 'stream' | 'stream_options' | 'n'>
/** What the gateway itself reads of a request for embeddings, with the number of its texts. */
type EmbeddingsHead = Pick<EmbeddingsRequest, 'model' | 'encoding_format'> & { readonly texts: number }

/** A request whose body is so long that another thread holds it. */
export type RemoteRequest =
  | { readonly kind: 'chat'; readonly body: ChatHead; readonly remote: RemoteBody }
  | { readonly kind: 'embeddings'; readonly body: EmbeddingsHead; readonly remote: RemoteBody }

/** A request to a model, whatever wire it came by. Layers read its text positions and orders, not its members. */
export type ModelRequest = LocalRequest | RemoteRequest
