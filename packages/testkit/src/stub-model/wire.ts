import { toChunks, toCompletion } from './completion.ts'
import { COUNT_TOKENS_PATH, MESSAGES_PATH, toMessage, toMessageEvents, toTokenCount } from './messages.ts'
import type { StubAnswer } from './reply.ts'
import type { StubRequest } from './request-log.ts'
import { RESPONSES_PATH, toResponse, toResponseEvents } from './responses.ts'

/** How an answer is written down for the path that was asked. */
interface StubWire {
  /** The answer as one JSON object. */
  whole(answer: StubAnswer, request: StubRequest): Readonly<Record<string, unknown>>
  /** The frames of its stream, but for what ends it. */
  frames(answer: StubAnswer, request: StubRequest): readonly string[]
  /** What stands behind the last frame. */
  readonly end: string
}

const CHAT: StubWire = {
  whole: toCompletion,
  frames: (answer, request) => toChunks(answer, request).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
  end: 'data: [DONE]\n\n',
}

const RESPONSES: StubWire = {
  whole: toResponse,
  frames: (answer, request) =>
    toResponseEvents(answer, request).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  end: '',
}

const MESSAGES: StubWire = {
  whole: toMessage,
  frames: (answer, request) =>
    toMessageEvents(answer, request).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  end: '',
}

const TOKEN_COUNT: StubWire = { ...MESSAGES, whole: (_answer, request) => toTokenCount(request) }

const WIRES: ReadonlyMap<string, StubWire> = new Map([
  [RESPONSES_PATH, RESPONSES],
  [MESSAGES_PATH, MESSAGES],
  [COUNT_TOKENS_PATH, TOKEN_COUNT],
])

/** The wire of a path; chat completions where no other is known. */
export function wireOf(path: string): StubWire {
  const [pathname = ''] = path.split('?', 1)
  return WIRES.get(pathname) ?? CHAT
}
