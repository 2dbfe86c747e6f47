import { randomUUID } from 'node:crypto'
import { type StubModel, type StubRequest, startStubModel } from '@sluice/testkit/local'
import {
  CHARS_PER_TOKEN,
  composeDemoAnswer,
  DEMO_EMBEDDING_MODEL_NAME,
  DEMO_MODEL_NAME,
  describeMessages,
  endInTime,
} from './demo-answer.ts'

const PIECE_LENGTH = 5
const PIECE_DELAY_MS = 15
const LONGEST_SHOWN_CHARS = 4000

interface DemoModelOptions {
  readonly port: number
  /** The address to listen on; loopback by default. */
  readonly host?: string
  /** Gets a readable block of every prompt that the model receives. */
  readonly show: (block: string) => void
}

/** Starts the demo model. */
export async function startDemoModel({ show, ...address }: DemoModelOptions): Promise<StubModel> {
  return await startStubModel({
    ...address,
    models: [DEMO_MODEL_NAME, DEMO_EMBEDDING_MODEL_NAME],
    record: false,
    reply: (request) => {
      show(promptBlock(request))
      if ('input' in request.body) return { text: '' }
      const answer = endInTime(composeDemoAnswer(request.body), request.body)
      const { text } = answer
      const cuts = Array.from({ length: Math.ceil(text.length / PIECE_LENGTH) }, (_, index) => index * PIECE_LENGTH)
      const extra = { id: `chatcmpl-demo-${randomUUID()}`, created: Math.floor(Date.now() / 1000) }
      return {
        ...answer,
        cuts,
        extra,
        frameDelayMs: PIECE_DELAY_MS,
        usage: usageOf(request.rawBody.length, text.length),
      }
    },
  })
}

/** What the demo model received, framed for the console: this, and nothing else, left Sluice. */
export function promptBlock(request: Pick<StubRequest, 'body'>): string {
  const lines = describeMessages(request.body).flatMap(({ role, text }) =>
    shorten(text)
      .split('\n')
      .map((line, index) => `│ ${index === 0 ? `${role}: ` : ' '.repeat(role.length + 2)}${line}`),
  )
  const rest = isShownWhole(request.body) ? [] : [`│ whole body: ${shorten(JSON.stringify(request.body))}`]
  return ['┌─ The demo model received (this is what left Sluice)', ...lines, ...rest, '└─'].join('\n')
}

/** Whether the lines show all that a caller can have written: nothing but texts, and no tools. */
function isShownWhole(body: StubRequest['body']): boolean {
  const { model: _model, stream: _stream, stream_options: _options, encoding_format: _format, ...content } = body
  const { messages, input, ...others } = content
  if (input !== undefined) return Object.keys(others).length === 0
  if (Object.keys(others).length > 0 || !Array.isArray(messages)) return false
  return messages.every((message) => {
    const { role: _role, content, ...more } = message as Readonly<Record<string, unknown>>
    return typeof content === 'string' && Object.keys(more).length === 0
  })
}

function shorten(text: string): string {
  return text.length <= LONGEST_SHOWN_CHARS
    ? text
    : `${text.slice(0, LONGEST_SHOWN_CHARS)} … (${text.length} characters)`
}

function usageOf(promptChars: number, answerChars: number) {
  const [prompt, completion] = [Math.ceil(promptChars / CHARS_PER_TOKEN), Math.ceil(answerChars / CHARS_PER_TOKEN)]
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
}
