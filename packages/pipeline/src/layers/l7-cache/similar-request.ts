import { hash } from 'node:crypto'
import { type ChatMessage, type ChatRequest, canonicalJson } from '@sluice/contracts'
import { normalFormOf, worksOnText } from '@sluice/semantic-match'
import { findTokens } from '@sluice/token-vault'
import { type CacheScope, placeOf } from './cache-key.ts'

/**
 * The key of all requests of one user that ask the same in other words and are equal in all else; `undefined` where
 * only the very same request may have the answer. Never shared between users, whatever the endpoints say: a value that
 * L2 has missed would cross with the answer.
 */
export function similarKeyOf(scope: Omit<CacheScope, 'isShareable'>, request: ChatRequest): string | undefined {
  const similar = similarRequestOf(request)
  if (similar === undefined) return undefined
  // It has no token.
  const { key } = placeOf({ ...scope, isShareable: false }, similar, () => false)
  return hash('sha256', `sluice similar v2 ${key}`, 'hex')
}

/** In UTF-16 units of JSON: what is longer is a long conversation, which rarely comes again. */
const MAX_REQUEST_LENGTH = 65_536

/**
 * The request with the normal form of its question. All else stays as it is: the system prompt, earlier messages,
 * tools, parameters, the form of the answer. `undefined` where it is too long, where the last message is not text of a
 * user or has no normal form, where a token stands somewhere, because the answer may be about how the words around it
 * are put, and where what was said before may ask for work on the very words, as an order to translate does.
 */
function similarRequestOf(request: ChatRequest): ChatRequest | undefined {
  const last = request.messages.at(-1)
  const text = last === undefined ? undefined : questionOf(last)
  if (last === undefined || text === undefined) return undefined
  const json = canonicalJson(request)
  if (json.length > MAX_REQUEST_LENGTH || findTokens(json).length > 0) return undefined
  if (request.messages.some((message) => message !== last && mayWorkOnText(message))) return undefined
  const form = normalFormOf(text)
  if (form === undefined) return undefined
  return { ...request, messages: [...request.messages.slice(0, -1), { ...last, content: form }] }
}

/** What a user asks in one text. */
function questionOf({ role, content }: ChatMessage): string | undefined {
  return role === 'user' && typeof content === 'string' ? content : undefined
}

/** Of what the model itself has said nothing is an instruction. */
function mayWorkOnText({ role, content }: ChatMessage): boolean {
  if (role === 'assistant') return false
  return typeof content !== 'string' || worksOnText(content)
}
