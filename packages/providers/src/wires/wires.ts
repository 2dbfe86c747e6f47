import { SluiceError } from '@sluice/contracts'
import type { Answer, EndpointCall, ModelRequest } from '@sluice/pipeline/ports'
import type { EndpointKind } from '../endpoint-options.ts'
import type { Upstream } from '../upstream.ts'
import { askChat } from './chat.ts'
import { countTokens, estimateTokens } from './count-tokens.ts'
import { askEmbeddings } from './embeddings.ts'
import { askMessages } from './messages.ts'
import { askResponses } from './responses.ts'
import {
  askChatOverMessages,
  askMessagesOverChat,
  askResponsesOverChat,
  askResponsesOverMessages,
} from './translated.ts'

/** Tools are called at tool servers. */
type RequestKind = Exclude<ModelRequest['kind'], 'tool-call' | 'tool-result'>

type Ask<Kind extends RequestKind> = (
  upstream: Upstream,
  request: ModelRequest & { readonly kind: Kind },
  call: EndpointCall,
) => Promise<Answer>

/** How an endpoint is asked for each kind of request. The answer has the form of the request's kind. */
export type Wires = { readonly [Kind in RequestKind]: Ask<Kind> }

/** Kinds of requests that an endpoint of this kind is not sent. */
function notSpoken(): Promise<never> {
  const message = 'The endpoint of this model makes no embeddings.'
  return Promise.reject(new SluiceError({ code: 'invalid_request', message, param: 'model' }))
}

const WIRES: Readonly<Record<EndpointKind, Wires>> = {
  'openai-compatible': {
    chat: askChat,
    embeddings: askEmbeddings,
    responses: askResponsesOverChat,
    messages: askMessagesOverChat,
    'token-count': estimateTokens,
  },
  openai: {
    chat: askChat,
    embeddings: askEmbeddings,
    responses: askResponses,
    messages: askMessagesOverChat,
    'token-count': estimateTokens,
  },
  anthropic: {
    chat: askChatOverMessages,
    embeddings: notSpoken,
    responses: askResponsesOverMessages,
    messages: askMessages,
    'token-count': countTokens,
  },
}

/** The wires of a kind of endpoint. */
export function wiresOf(kind: EndpointKind): Wires {
  return WIRES[kind]
}
