import { hash } from 'node:crypto'
import { canonicalJson } from '@sluice/contracts'
import { normalFormOf, worksOnText } from '@sluice/semantic-match'
import { findTokens } from '@sluice/token-vault'
import { type CacheScope, placeOf } from './cache-key.ts'
import type { CacheableRequest } from './cacheable-request.ts'

/**
 * The key of all requests of one user that ask the same in other words and are equal in all else; `undefined` where
 * only the very same request may have the answer. Never shared between users, whatever the endpoints say: a value that
 * L2 has missed would cross with the answer.
 */
export function similarKeyOf(scope: Omit<CacheScope, 'isShareable'>, request: CacheableRequest): string | undefined {
  const similar = similarRequestOf(request)
  if (similar === undefined) return undefined
  // It has no token.
  const { key } = placeOf({ ...scope, isShareable: false }, similar, () => false)
  return hash('sha256', `sluice similar v1 ${key}`, 'hex')
}

/** In UTF-16 units of JSON: what is longer is a long conversation, which rarely comes again. */
const MAX_REQUEST_LENGTH = 65_536

/**
 * The request with the normal form of its question. All else stays as it is: the system prompt, earlier messages,
 * tools, parameters, the form of the answer. `undefined` where it is too long, where the last message is not one text
 * of a user or has no normal form, where a token stands somewhere, because the answer may be about how the words around
 * it are put, and where what was said before may ask for work on the very words, as an order to translate does.
 */
function similarRequestOf(request: CacheableRequest): CacheableRequest | undefined {
  const question = questionOf(request)
  if (question === undefined) return undefined
  const json = canonicalJson(request.body)
  if (json.length > MAX_REQUEST_LENGTH || findTokens(json).length > 0) return undefined
  if (question.before.some(mayWorkOnText)) return undefined
  const form = normalFormOf(question.text)
  return form === undefined ? undefined : question.asking(form)
}

/** A message of any wire, or an item of Responses. */
interface Said {
  readonly role?: unknown
  readonly content?: unknown
  readonly type?: unknown
}

/** What a user asks in one text. */
interface Question {
  readonly text: string
  /** What was said before, instructions included. */
  readonly before: readonly Said[]
  /** The request with another text in its place. */
  readonly asking: (text: string) => CacheableRequest
}

function questionOf(request: CacheableRequest): Question | undefined {
  switch (request.kind) {
    case 'chat':
      return lastOf(request.body.messages, undefined, (messages) => ({
        ...request,
        body: { ...request.body, messages },
      }))
    case 'messages':
      return lastOf(request.body.messages, request.body.system, (messages) => ({
        ...request,
        body: { ...request.body, messages },
      }))
    case 'responses': {
      const { input, instructions } = request.body
      const asking = (changed: typeof input): CacheableRequest => ({
        ...request,
        body: { ...request.body, input: changed },
      })
      if (typeof input === 'string') return { text: input, before: instructed(instructions), asking }
      return input === undefined ? undefined : lastOf(input, instructions, asking)
    }
  }
}

/** The question in the last of the messages, or items, which is a user's. */
function lastOf<Message extends Said>(
  messages: readonly Message[],
  instructions: unknown,
  asking: (messages: Message[]) => CacheableRequest,
): Question | undefined {
  const last = messages.at(-1)
  if (last?.role !== 'user' || (last.type !== undefined && last.type !== 'message')) return undefined
  const earlier = messages.slice(0, -1)
  const before = [...instructed(instructions), ...earlier]
  const withContent = (content: unknown) => asking([...earlier, { ...last, content }])
  const { content } = last
  if (typeof content === 'string') return { text: content, before, asking: withContent }
  const [part, ...others]: readonly unknown[] = Array.isArray(content) ? content : []
  if (others.length > 0 || !isTextPart(part)) return undefined
  return { text: part.text, before, asking: (text) => withContent([{ ...part, text }]) }
}

/** What a wire says beside its messages. */
function instructed(content: unknown): readonly Said[] {
  return content === undefined || content === null ? [] : [{ role: 'system', content }]
}

/** Of what the model itself has said nothing is an instruction. */
function mayWorkOnText({ role, content }: Said): boolean {
  if (role === 'assistant') return false
  if (typeof content === 'string') return worksOnText(content)
  return !Array.isArray(content) || content.some((part) => !isTextPart(part) || worksOnText(part.text))
}

/** `text` on the wires of chat and Messages, `input_text` on that of Responses. */
function isTextPart(part: unknown): part is { readonly text: string } {
  if (typeof part !== 'object' || part === null || !('type' in part) || !('text' in part)) return false
  return (part.type === 'text' || part.type === 'input_text') && typeof part.text === 'string'
}
