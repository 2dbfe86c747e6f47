type Message = Readonly<Record<string, unknown>>

/** The name under which the demo model is served. */
export const DEMO_MODEL_NAME = 'sluice-demo'

/** The name under which it gives vectors; they say nothing about the meaning of a text. */
export const DEMO_EMBEDDING_MODEL_NAME = 'sluice-demo-embedding'

const INTRODUCTION = 'Demo model (not a real language model).'

/** The texts of a request as lines of `role: text`, with every text part; for the console and the answer. */
export function describeMessages(body: Readonly<Record<string, unknown>>): { role: string; text: string }[] {
  if ('input' in body) return [body.input].flat().map((text) => ({ role: 'input', text: String(text) }))
  return messagesOf(body).map((message) => ({ role: String(message.role ?? '?'), text: textOf(message.content) }))
}

/** Composes the demo model's answer from nothing but the prompt it received: it quotes the last user message. */
export function composeDemoAnswer(body: Readonly<Record<string, unknown>>): string {
  const spoken = describeMessages(body).findLast(({ role, text }) => role === 'user' && text !== '')
  if (spoken === undefined) return `${INTRODUCTION} You wrote nothing.`
  return `${INTRODUCTION} You wrote: ${spoken.text}`
}

/** Roughly four characters make a token of English text. */
export const CHARS_PER_TOKEN = 4

/**
 * Ends an answer where the request has it ended: `max_tokens`, or `max_completion_tokens`, which goes first. It ends
 * with a whole word, so that what stands for a value is whole, too.
 */
export function endInTime(text: string, body: Readonly<Record<string, unknown>>) {
  const most = body.max_completion_tokens ?? body.max_tokens
  if (typeof most !== 'number' || text.length <= most * CHARS_PER_TOKEN) return { text }
  const end = text.slice(0, most * CHARS_PER_TOKEN + 1).search(/\s\S*$/)
  return { text: text.slice(0, Math.max(end, 0)), finishReason: 'length' }
}

function messagesOf(body: Readonly<Record<string, unknown>>): Message[] {
  const messages: unknown[] = Array.isArray(body.messages) ? body.messages : []
  return messages.filter((message): message is Message => typeof message === 'object' && message !== null)
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  const parts: unknown[] = content
  return parts
    .map((part) => {
      if (typeof part !== 'object' || part === null) return ''
      if ('text' in part && typeof part.text === 'string') return part.text
      return 'type' in part ? `[${String(part.type)}]` : ''
    })
    .filter((text) => text !== '')
    .join('\n')
}
