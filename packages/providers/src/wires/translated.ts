import type { Answer, EndpointCall, ModelRequest } from '@sluice/pipeline/ports'
import { MessagesWriter } from '../translate/chat-to-messages-events.ts'
import { ResponsesWriter } from '../translate/chat-to-responses-events.ts'
import { ChatWriter } from '../translate/messages-to-chat-chunks.ts'
import type { NamespacedTools } from '../translate/namespaces.ts'
import { translateRequest } from '../translate/translate-request.ts'
import { lastItem, writeAnswer } from '../translate/write-answer.ts'
import type { Upstream } from '../upstream.ts'
import type { ChatAnswer } from './chat.ts'
import { askMessages } from './messages.ts'

type RequestOf<Kind extends ModelRequest['kind']> = ModelRequest & { readonly kind: Kind }
type EventAnswer = Answer & { readonly kind: 'events' }

/** Asks for a chat completion, whatever the server speaks. */
export type AskChat = (upstream: Upstream, request: RequestOf<'chat'>, call: EndpointCall) => Promise<ChatAnswer>

/** Asks what can be asked for chat for a message. */
export function askMessagesOver(askChat: AskChat) {
  return async (upstream: Upstream, request: RequestOf<'messages'>, call: EndpointCall): Promise<EventAnswer> => {
    const chat = await translateRequest(upstream, 'messages-to-chat', request, call)
    const { chunks } = await askChat(upstream, chat.request, call)
    return { kind: 'events', events: writeAnswer(chunks, new MessagesWriter(upstream.answerDefaults(request, call))) }
  }
}

/** Asks what can be asked for chat for a response. */
export function askResponsesOver(askChat: AskChat) {
  return async (upstream: Upstream, request: RequestOf<'responses'>, call: EndpointCall): Promise<EventAnswer> => {
    const chat = await translateRequest(upstream, 'responses-to-chat', request, call)
    return asResponse(await askChat(upstream, chat.request, call), upstream, request, call, chat.namespaced)
  }
}

/** Asks a server that speaks Messages for a chat completion. */
export async function askChatOverMessages(
  upstream: Upstream,
  request: RequestOf<'chat'>,
  call: EndpointCall,
): Promise<ChatAnswer> {
  const messages = await translateRequest(upstream, 'chat-to-messages', request, call)
  return asChat(await askMessages(upstream, messages.request, call), upstream, request, call)
}

/** Asks a server that speaks Messages for a response, by way of chat. */
export async function askResponsesOverMessages(
  upstream: Upstream,
  request: RequestOf<'responses'>,
  call: EndpointCall,
): Promise<EventAnswer> {
  const messages = await translateRequest(upstream, 'responses-to-messages', request, call)
  const chat = asChat(await askMessages(upstream, messages.request, call), upstream, request, call)
  return asResponse(chat, upstream, request, call, messages.namespaced)
}

function asChat({ events }: EventAnswer, upstream: Upstream, request: ModelRequest, call: EndpointCall): ChatAnswer {
  const writer = new ChatWriter(upstream.answerDefaults(request, call))
  return { kind: 'chunks', chunks: writeAnswer(events, writer) }
}

function asResponse(
  { chunks }: ChatAnswer,
  upstream: Upstream,
  request: RequestOf<'responses'>,
  call: EndpointCall,
  namespaced: NamespacedTools,
): EventAnswer {
  const repeated = request.remote === undefined ? request.body : {}
  const writer = new ResponsesWriter(upstream.answerDefaults(request, call), repeated, namespaced)
  const events = writeAnswer(chunks, writer)
  return { kind: 'events', events: request.body.stream === true ? events : lastItem(events) }
}
