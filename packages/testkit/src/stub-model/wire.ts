import { converseException, readBedrockPath, toConverseAnswer, toConverseFrames } from './bedrock.ts'
import { toChunks, toCompletion } from './completion.ts'
import { brokenEventFrame } from './event-stream.ts'
import { geminiError, readGeminiPath, toGeminiAnswer, toGeminiEvents } from './gemini.ts'
import { COUNT_TOKENS_PATH, MESSAGES_PATH, toMessage, toMessageEvents, toTokenCount } from './messages.ts'
import { readProviderEmbeddingsPath, toBedrockEmbeddings, toGeminiEmbeddings } from './provider-embeddings.ts'
import type { StubAnswer } from './reply.ts'
import type { StubRequest } from './request-log.ts'
import { RESPONSES_PATH, toResponse, toResponseEvents } from './responses.ts'

/** How an answer is written down for the path that was asked. */
export interface StubWire {
  /** The answer as one JSON object. */
  whole(answer: StubAnswer, request: StubRequest): Readonly<Record<string, unknown>>
  /** The frames of its stream, but for what ends it. */
  frames(answer: StubAnswer, request: StubRequest): readonly (string | Uint8Array)[]
  /** What stands behind the last frame. */
  readonly end: string
  /** Of a stream; `text/event-stream` where it is absent. */
  readonly mediaType?: string
  /** An event whose JSON is broken. */
  readonly brokenEvent: string | Uint8Array
  /** What reports a failure in mid-stream. */
  errorFrame(message: string): string | Uint8Array
}

const SSE = {
  brokenEvent: 'data: {"id":"chatcmpl-broken","choices":[{"index":0,\n\n',
  errorFrame(message: string): string {
    const error = { message, type: 'server_error', param: null, code: null }
    return `data: ${JSON.stringify({ error })}\n\n`
  },
}

const CHAT: StubWire = {
  ...SSE,
  whole: toCompletion,
  frames: (answer, request) => toChunks(answer, request).map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`),
  end: 'data: [DONE]\n\n',
}

const RESPONSES: StubWire = {
  ...SSE,
  whole: toResponse,
  frames: (answer, request) =>
    toResponseEvents(answer, request).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  end: '',
}

const MESSAGES: StubWire = {
  ...SSE,
  whole: toMessage,
  frames: (answer, request) =>
    toMessageEvents(answer, request).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
  end: '',
}

const TOKEN_COUNT: StubWire = { ...MESSAGES, whole: (_answer, request) => toTokenCount(request) }

const GEMINI: StubWire = {
  ...SSE,
  whole: toGeminiAnswer,
  frames: (answer, request) => toGeminiEvents(answer, request).map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`),
  end: '',
  errorFrame: (message) => `data: ${JSON.stringify(geminiError(message))}\r\n\r\n`,
}

const BEDROCK: StubWire = {
  whole: toConverseAnswer,
  frames: toConverseFrames,
  end: '',
  mediaType: 'application/vnd.amazon.eventstream',
  brokenEvent: brokenEventFrame(),
  errorFrame: converseException,
}

const PROVIDER_EMBEDDINGS: Readonly<Record<'gemini' | 'bedrock', StubWire>> = {
  gemini: { ...GEMINI, whole: toGeminiEmbeddings },
  bedrock: { ...BEDROCK, whole: toBedrockEmbeddings },
}

interface Asked {
  readonly wire: StubWire
  /** What the path says where the body does not. */
  readonly says?: { readonly model: string; readonly stream: boolean }
}

/** What a path asks for; undefined where nothing is served. */
export function readPath(path: string): Asked | undefined {
  const [pathname = ''] = path.split('?', 1)
  if (pathname === MESSAGES_PATH) return { wire: MESSAGES }
  if (pathname === COUNT_TOKENS_PATH) return { wire: TOKEN_COUNT }
  if (pathname === RESPONSES_PATH || pathname === '/openai/v1/responses' || pathname === '/openai/responses') {
    return { wire: RESPONSES }
  }
  if (CHAT_PATHS.test(pathname) || isEmbeddingsPath(pathname)) return { wire: CHAT }
  const embeddings = readProviderEmbeddingsPath(pathname)
  if (embeddings !== undefined) {
    return { wire: PROVIDER_EMBEDDINGS[embeddings.of], says: { model: embeddings.model, stream: false } }
  }
  const gemini = readGeminiPath(pathname)
  if (gemini !== undefined) return { wire: GEMINI, says: gemini }
  const bedrock = readBedrockPath(pathname)
  return bedrock === undefined ? undefined : { wire: BEDROCK, says: bedrock }
}

/** OpenAI's path, and both that Azure has. */
const CHAT_PATHS = /^\/(?:openai\/)?(?:v1|deployments\/[^/]+)\/chat\/completions$/

/** Whether embeddings are asked for, by OpenAI's path or one of Azure's. */
export function isEmbeddingsPath(path: string): boolean {
  return /^\/(?:openai\/)?(?:v1|deployments\/[^/]+)\/embeddings(?:\?|$)/.test(path)
}

/** The wire of a path that is served. */
export function wireOf(path: string): StubWire {
  return readPath(path)?.wire ?? CHAT
}
