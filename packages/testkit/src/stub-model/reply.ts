import type { StubRequest } from './request-log.ts'

interface StubToolCall {
  /** The default is `call_<index>`. */
  readonly id?: string
  readonly name: string
  /** The JSON text of the arguments. */
  readonly arguments: string
  /** Where the arguments are split in a stream, in UTF-16 units; the default is every 8. */
  readonly cuts?: readonly number[]
  /** Gemini's signature of the thoughts before the call. */
  readonly signature?: string
}

export interface StubChoice {
  readonly text?: string | null
  /** Where the text is split in a stream, in UTF-16 units; the default is before every word. */
  readonly cuts?: readonly number[]
  readonly toolCalls?: readonly StubToolCall[]
  /** The default is `tool_calls` when there are any, else `stop`. */
  readonly finishReason?: string
  /** Extra members of the message, and of the first delta in a stream, such as `reasoning_content` or `refusal`. */
  readonly extraMessage?: Readonly<Record<string, unknown>>
}

export type StubFault =
  /** An HTTP error; the default body is an OpenAI error object. */
  | { readonly type: 'status'; readonly status: number; readonly body?: unknown; readonly headers?: StubHeaders }
  /** The connection is reset (RST) before any byte of the answer. */
  | { readonly type: 'reset-before-headers' }
  | { readonly type: 'hang-before-headers' }
  /**
   * The answer stops after this many SSE frames (not streamed: after half of the body), then the connection is reset.
   */
  | { readonly type: 'reset-mid-stream'; readonly afterFrames?: number }
  | { readonly type: 'hang-mid-stream'; readonly afterFrames?: number }
  /** One frame, or the whole body, is broken JSON. */
  | { readonly type: 'malformed-json'; readonly afterFrames?: number }
  /** Bytes that are no SSE at all stand between two frames. */
  | { readonly type: 'malformed-sse'; readonly afterFrames?: number }
  /** The stream ends cleanly without `data: [DONE]`. */
  | { readonly type: 'no-done' }
  /** An `{"error":...}` frame ends the stream, as OpenAI reports a failure in mid-stream. */
  | { readonly type: 'error-frame'; readonly afterFrames?: number; readonly message?: string }

type StubHeaders = Readonly<Record<string, string>>

export interface StubAnswer extends StubChoice {
  /** Different choices for `n > 1`; without it, every choice is the same. */
  readonly choices?: readonly StubChoice[]
  /** The whole completion, verbatim; a stream is derived from its choices. */
  readonly completion?: Readonly<Record<string, unknown>>
  /** The whole stream, one object per frame, verbatim. */
  readonly chunks?: readonly unknown[]
  /** The whole response body, verbatim. */
  readonly rawBody?: string | Uint8Array
  /** How vectors are written; the default is what the request asks for. */
  readonly vectorFormat?: 'float' | 'base64'
  readonly usage?: Readonly<Record<string, unknown>>
  /** Items that stand before the others in the output of a response, verbatim. */
  readonly items?: readonly Readonly<Record<string, unknown>>[]
  /** Extra top-level members of the completion and of every chunk. */
  readonly extra?: Readonly<Record<string, unknown>>
  readonly headers?: StubHeaders
  /** Offsets at which the body's bytes are split into separate writes. */
  readonly byteCuts?: readonly number[]
  /** Splits the body into writes of this many bytes. */
  readonly bytesPerWrite?: number
  readonly headersDelayMs?: number
  /** Waits this long before every frame after the first. */
  readonly frameDelayMs?: number
  readonly fault?: StubFault
}

/** A text, an answer in full, or a function that makes one from the request. */
export type StubReply =
  | string
  | StubAnswer
  | ((request: StubRequest) => string | StubAnswer | Promise<string | StubAnswer>)

/** Splits a text at the given offsets; offsets outside the text and repeated ones split nothing. */
export function splitAt(text: string, cuts: readonly number[]): string[] {
  const inside = [...new Set(cuts)].filter((cut) => cut > 0 && cut < text.length).sort((a, b) => a - b)
  const bounds = [0, ...inside, text.length]
  return bounds.slice(1).map((end, index) => text.slice(bounds[index], end))
}

/** Splits a text before every word, as models roughly do. */
export function splitIntoWords(text: string): string[] {
  return text.match(/\s*\S+|\s+/g) ?? []
}

/** Splits a text into pieces of equal length. */
export function splitEvery(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  )
}
