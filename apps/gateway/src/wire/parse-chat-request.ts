import { CHAT_LIMITS, type ChatRequest, chatRequestSchema, SluiceError } from '@sluice/contracts'

/**
 * Takes a parsed body for a chat request. Unknown members ride along.
 *
 * @throws SluiceError `invalid_request`, with the member at fault as `param`, in the way OpenAI writes it
 *   (`messages[3].content`). The message names types and bounds, never a value.
 */
export function parseChatRequest(body: unknown): ChatRequest {
  const parsed = chatRequestSchema.safeParse(body)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const param = issue && issue.path.length > 0 ? paramOf(issue.path) : undefined
  if (param === undefined) {
    throw new SluiceError({ code: 'invalid_request', message: 'The request body must be a JSON object.' })
  }
  throw new SluiceError({ code: 'invalid_request', message: `${param}: ${issue?.message}`, param })
}

/** A member name longer than this is the caller's own text and not worth repeating. */
const LONGEST_NAME = 64

function paramOf(path: readonly PropertyKey[]): string {
  return path
    .slice(0, CHAT_LIMITS.depth)
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key).slice(0, LONGEST_NAME)}`))
    .join('')
    .replace(/^\./, '')
}
