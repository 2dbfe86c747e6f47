import { SluiceError } from '@sluice/contracts'
import type { Answer, EndpointCall, ModelRequest } from '@sluice/pipeline/ports'
import type { EndpointKind } from '../endpoint-options.ts'
import { translateRequest } from '../translate/translate-request.ts'
import type { Upstream } from '../upstream.ts'
import { askChat } from './chat.ts'
import { countTokens, estimateTokens } from './count-tokens.ts'
import { askEmbeddings } from './embeddings.ts'
import { askEmbeddingsOverSdk } from './embeddings-over-sdk.ts'
import { askMessages } from './messages.ts'
import { askOverSdk } from './over-sdk.ts'
import { askResponses } from './responses.ts'
import {
  type AskChat,
  askChatOverMessages,
  askMessagesOver,
  askResponsesOver,
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

/** The wires of what speaks chat, and embeddings where it makes any. */
function overChat(askForChat: AskChat, embeddings: Wires['embeddings']): Wires {
  return {
    chat: askForChat,
    embeddings,
    responses: askResponsesOver(askForChat),
    messages: askMessagesOver(askForChat),
    'token-count': estimateTokens,
  }
}

/** Chat as servers want it that name some members otherwise. */
function askChatIn(dialect: 'chat-to-mistral' | 'chat-with-max-tokens'): AskChat {
  return async (upstream, request, call) =>
    askChat(upstream, (await translateRequest(upstream, dialect, request, call)).request, call)
}

const CHAT = overChat(askChat, askEmbeddings)
const OPENAI: Wires = { ...CHAT, responses: askResponses }

const WIRES: Readonly<Record<EndpointKind, Wires>> = {
  'openai-compatible': CHAT,
  openai: OPENAI,
  'azure-openai': OPENAI,
  anthropic: {
    chat: askChatOverMessages,
    embeddings: notSpoken,
    responses: askResponsesOverMessages,
    messages: askMessages,
    'token-count': countTokens,
  },
  gemini: overChat(askOverSdk('gemini'), askEmbeddingsOverSdk('gemini')),
  bedrock: overChat(askOverSdk('bedrock'), askEmbeddingsOverSdk('bedrock')),
  mistral: overChat(askChatIn('chat-to-mistral'), askEmbeddings),
  vllm: CHAT,
  ollama: overChat(askChatIn('chat-with-max-tokens'), askEmbeddings),
  'llama-cpp': CHAT,
  tgi: overChat(askChatIn('chat-with-max-tokens'), notSpoken),
}

/** The wires of a kind of endpoint. */
export function wiresOf(kind: EndpointKind): Wires {
  return WIRES[kind]
}
