import type { ResponsesRequest } from '@sluice/contracts'
import { chatToMessages } from './chat-to-messages.ts'
import { chatToMistral, withMaxTokens } from './dialects.ts'
import { messagesToChat } from './messages-to-chat.ts'
import { responsesToChat } from './responses-to-chat.ts'

/** Every translation of a request's body, by name, so that a thread can be told which. */
export const TRANSLATIONS = {
  'messages-to-chat': { from: 'messages', to: 'chat', translate: messagesToChat },
  'responses-to-chat': { from: 'responses', to: 'chat', translate: responsesToChat },
  'chat-to-messages': { from: 'chat', to: 'messages', translate: chatToMessages },
  'responses-to-messages': {
    from: 'responses',
    to: 'messages',
    translate: (body: ResponsesRequest) => chatToMessages(responsesToChat(body)),
  },
  'chat-to-mistral': { from: 'chat', to: 'chat', translate: chatToMistral },
  'chat-with-max-tokens': { from: 'chat', to: 'chat', translate: withMaxTokens },
} as const

export type TranslationName = keyof typeof TRANSLATIONS
export type Translated<Name extends TranslationName> = (typeof TRANSLATIONS)[Name]['to']
export type Translatable<Name extends TranslationName> = (typeof TRANSLATIONS)[Name]['from']
