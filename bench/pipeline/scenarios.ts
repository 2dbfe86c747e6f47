import type { ChatRequest, CompletionChunk } from '@sluice/contracts'

/** One kind of request, and how the model answers it. */
export interface Scenario {
  readonly name: string
  /** The n-th request; no two carry the same values. */
  request(number: number): ChatRequest
  /** The answer to the request as L5 sends it, with tokens in the place of values. */
  answer(request: ChatRequest): readonly CompletionChunk[]
}

const STREAMED_CHUNKS = 200
const HEAD = { id: 'chatcmpl-bench', object: 'chat.completion.chunk', created: 1, model: 'bench-model' } as const
const USAGE = { prompt_tokens: 20, completion_tokens: 20, total_tokens: 40 }
const FILLER = 'Thank you for writing to us, we have looked at it and will come back to you within two working days. '

/** The scenario that the budget of a request is about. */
export const SHORT_PROMPT = 'short prompt, 1 value'

export const SCENARIOS: readonly Scenario[] = [
  {
    name: SHORT_PROMPT,
    request: shortPrompt,
    answer: (request) => [wholeAnswer(lastText(request))],
  },
  {
    name: 'chat of 20 messages, 10 values',
    request: longChat,
    answer: (request) => [wholeAnswer(lastText(request))],
  },
  {
    name: `short prompt, streamed in ${STREAMED_CHUNKS} chunks`,
    request: (number) => ({ ...shortPrompt(number), stream: true }),
    answer: (request) => streamedAnswer(lastText(request)),
  },
]

function shortPrompt(number: number): ChatRequest {
  const content = `Please draft a short, friendly reply to customer.${number}@example.com about order ${number}.`
  return { model: 'bench-model', messages: [{ role: 'user', content }] }
}

function longChat(number: number): ChatRequest {
  const messages = Array.from({ length: 20 }, (_, turn): ChatRequest['messages'][number] => {
    if (turn === 0) return { role: 'system', content: 'You help the staff of a support desk to write good letters.' }
    if (turn % 2 === 0) return { role: 'assistant', content: `Here is draft ${turn}. ${FILLER}` }
    return { role: 'user', content: `Write to customer.${number}.${turn}@example.com about order ${turn}. ${FILLER}` }
  })
  return { model: 'bench-model', temperature: 0.2, max_tokens: 500, messages }
}

function lastText({ messages }: ChatRequest): string {
  const content = messages.at(-1)?.content
  if (typeof content !== 'string') throw new Error('The last message of a scenario is a text.')
  return content
}

function wholeAnswer(content: string): CompletionChunk {
  return {
    ...HEAD,
    choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: USAGE,
  }
}

/** The tokens of the text are cut as well, as they are in streams of real models. */
function streamedAnswer(text: string): readonly CompletionChunk[] {
  const pieceLength = 5
  const padded = text.padEnd(STREAMED_CHUNKS * pieceLength, FILLER).slice(0, STREAMED_CHUNKS * pieceLength)
  const pieces = Array.from({ length: STREAMED_CHUNKS }, (_, index): CompletionChunk => {
    const content = padded.slice(index * pieceLength, (index + 1) * pieceLength)
    return { ...HEAD, choices: [{ index: 0, delta: { content }, finish_reason: null }] }
  })
  return [...pieces, { ...HEAD, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }]
}
