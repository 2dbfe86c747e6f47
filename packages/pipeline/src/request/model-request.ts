import type {
  ChatRequest,
  EmbeddingsRequest,
  MessagesRequest,
  ResponsesRequest,
  ToolAnswer,
  ToolRequest,
} from '@sluice/contracts'
import type { Excerpts, RemoteBody, Residual } from './remote-body.ts'
import type { ReadFiles } from './visit.ts'

/** The bodies of all kinds of requests, each as its own wire has it. */
interface Bodies {
  readonly chat: ChatRequest
  readonly embeddings: EmbeddingsRequest
  /** OpenAI's Responses. */
  readonly responses: ResponsesRequest
  /** Anthropic's Messages. */
  readonly messages: MessagesRequest
  /** A message whose tokens are only to be counted. */
  readonly 'token-count': MessagesRequest
  /** What is asked of a tool server. */
  readonly 'tool-call': ToolRequest
  /** What a tool server has answered, on its way in. */
  readonly 'tool-result': ToolAnswer
}

/** What the gateway itself reads of a body that another thread holds: no text. Tool calls are short and stay here. */
interface Heads {
  readonly chat: Pick<ChatRequest, 'model' | 'stream' | 'stream_options' | 'n'>
  readonly embeddings: Pick<EmbeddingsRequest, 'model' | 'encoding_format'> & { readonly texts: number }
  readonly responses: Pick<ResponsesRequest, 'model' | 'stream' | 'store' | 'previous_response_id'> & {
    /** The ids of items that it names instead of repeating them. */
    readonly references?: readonly string[]
  }
  readonly messages: Pick<MessagesRequest, 'model' | 'stream'>
  readonly 'token-count': Pick<MessagesRequest, 'model'>
}

export type ModelRequestKind = keyof Bodies

/** What providers have signed or encrypted, in a request that brings it back to them. */
export interface KnownSeals {
  /** Positions that go on as they are: the seals, without their marks, and the texts that they sign. */
  readonly fixed: ReadonlySet<string>
  /** The endpoints that made them. */
  readonly endpoints: ReadonlySet<string>
  /** The body as the caller sent it, with the marks. */
  readonly asSent: unknown
}

/** A request whose body is here. */
export type LocalRequest = {
  readonly [Kind in ModelRequestKind]: {
    readonly kind: Kind
    readonly body: Bodies[Kind]
    readonly remote?: undefined
    /** Absent where the request brings nothing back. */
    readonly seals?: KnownSeals
    /** What was read of its files. */
    readonly files?: ReadFiles
  }
}[ModelRequestKind]

/** Kinds of requests that order nothing: a model embeds them or counts their tokens, or a tool has answered them. */
const DOCUMENTS = ['embeddings', 'token-count', 'tool-result'] as const

type DocumentKind = (typeof DOCUMENTS)[number]

/** Whether requests of this kind order nothing, so that none of them waits for a human. */
export function isDocument(kind: ModelRequestKind): kind is DocumentKind {
  return DOCUMENTS.some((each) => each === kind)
}

/** A request in which somebody says something, and may order something. */
export type ConversationRequest = Exclude<LocalRequest, { readonly kind: DocumentKind | 'tool-call' }>

/** Kinds of requests in which somebody says something. */
type ConversationKind = ConversationRequest['kind']

/** Whether somebody says something in the request, so that it may order something. */
export function isConversation<Request extends { readonly kind: ModelRequestKind }>(
  request: Request,
): request is Request & { readonly kind: ConversationKind } {
  return request.kind !== 'tool-call' && !isDocument(request.kind)
}

/** What the gateway itself reads of a request: how the answer is to be made and sent, and no text. */
export type RequestHead = {
  readonly [Kind in keyof Heads]: { readonly kind: Kind; readonly body: Heads[Kind] }
}[keyof Heads]

/** A request whose body is so long that another thread holds it. */
export type RemoteRequest = RequestHead & {
  readonly remote: RemoteBody
  /** The endpoints that have sealed something in it. */
  readonly seals?: Pick<KnownSeals, 'endpoints'>
  /** What may leave: the body as JSON without its `model`, in UTF-8. Absent until L3 has masked it. */
  readonly masked?: Uint8Array
  /** The tokens in that, each with its value, sealed as the Secure State Map keeps it. */
  readonly sealed?: readonly (readonly [token: string, sealed: string])[]
  /** What L2's second look still found in that. */
  readonly residual?: Residual
  /** What guard models may be shown of it, where they are to be asked. */
  readonly excerpts?: Excerpts | undefined
}

/** A request to a model, whatever wire it came by. Layers read its text positions and orders, not its members. */
export type ModelRequest = LocalRequest | RemoteRequest
