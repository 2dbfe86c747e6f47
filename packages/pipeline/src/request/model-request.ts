import type { ChatRequest, EmbeddingsRequest } from '@sluice/contracts'
import type { RemoteBody } from './remote-body.ts'

export type ModelRequestKind = 'chat' | 'embeddings'

/** A request whose body is here. */
export type LocalRequest =
  | { readonly kind: 'chat'; readonly body: ChatRequest; readonly remote?: undefined }
  | { readonly kind: 'embeddings'; readonly body: EmbeddingsRequest; readonly remote?: undefined }

/** What the gateway itself reads of a request: how the answer is to be made and sent, and no text. */
export type RequestHead =
  | { readonly kind: 'chat'; readonly body: Pick<ChatRequest, 'model' | 'stream' | 'stream_options' | 'n'> }
  | {
      readonly kind: 'embeddings'
      readonly body: Pick<EmbeddingsRequest, 'model' | 'encoding_format'> & { readonly texts: number }
    }

/** A request whose body is so long that another thread holds it. */
export type RemoteRequest = RequestHead & {
  readonly remote: RemoteBody
  /** What may leave: the body as JSON without its `model`, in UTF-8. Absent until L3 has masked it. */
  readonly masked?: Uint8Array
}

/** A request to a model, whatever wire it came by. Layers read its text positions and orders, not its members. */
export type ModelRequest = LocalRequest | RemoteRequest
