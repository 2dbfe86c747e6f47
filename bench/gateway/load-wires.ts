/** How a wire is asked, and what it answers. */
export interface LoadWire {
  readonly path: string
  /** The members of a request beside its model and `stream`. */
  ask(prompt: string): object
  /** The text of a whole answer; undefined for anything else. */
  jsonText(body: string): string | undefined
  /** The text of a stream; undefined where it did not end as the wire demands. */
  streamedText(body: string): string | undefined
}

/** What is read of answers; anything else fails the comparison with the prompt. */
interface Answer {
  readonly choices?: readonly {
    readonly message?: { readonly content?: string }
    readonly delta?: { readonly content?: string | null }
  }[]
  readonly output?: readonly { readonly content?: readonly { readonly text?: string }[] }[]
  readonly content?: readonly { readonly text?: string }[]
  readonly type?: string
  readonly delta?: string | { readonly text?: string }
}

export const CHAT: LoadWire = {
  path: '/v1/chat/completions',
  ask: (prompt) => ({ messages: [{ role: 'user', content: prompt }] }),
  jsonText: (body) => parse(body).choices?.[0]?.message?.content,
  streamedText(body) {
    const frames = dataOf(body)
    if (frames.pop() !== '[DONE]') return undefined
    return frames.map((frame) => parse(frame).choices?.[0]?.delta?.content ?? '').join('')
  },
}

export const RESPONSES: LoadWire = {
  path: '/v1/responses',
  ask: (prompt) => ({ input: prompt, store: false }),
  jsonText: (body) => parse(body).output?.[0]?.content?.[0]?.text,
  streamedText: (body) =>
    textOfEvents(body, 'response.completed', ({ type, delta }) =>
      type === 'response.output_text.delta' && typeof delta === 'string' ? delta : '',
    ),
}

export const MESSAGES: LoadWire = {
  path: '/v1/messages',
  ask: (prompt) => ({ max_tokens: 1_024, messages: [{ role: 'user', content: prompt }] }),
  jsonText: (body) => parse(body).content?.[0]?.text,
  streamedText: (body) =>
    textOfEvents(body, 'message_stop', ({ delta }) => (typeof delta === 'object' ? (delta.text ?? '') : '')),
}

function textOfEvents(body: string, last: string, textOf: (event: Answer) => string): string | undefined {
  const events = dataOf(body).map(parse)
  return events.at(-1)?.type === last ? events.map(textOf).join('') : undefined
}

function dataOf(body: string): string[] {
  return body.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
}

function parse(text: string): Answer {
  return JSON.parse(text) as Answer
}
