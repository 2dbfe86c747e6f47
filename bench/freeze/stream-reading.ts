import { StringDecoder } from 'node:string_decoder'

/** Model text that was read at one moment, in bytes of UTF-8; the time is the reader's, in milliseconds. */
export interface TextRead {
  readonly atMs: number
  readonly bytes: number
}

/** How a stream ended: with this error code in a terminal frame, with `[DONE]`, cut off, or not at all. */
export type StreamEnd = { readonly code: string } | 'done' | 'cut' | 'open'

/** What was read of one stream. */
export interface StreamReading {
  readonly texts: readonly TextRead[]
  /** Of any byte, the terminal frame's too. */
  readonly lastByteMs: number
  /** When the body had ended or was cut off; infinite while it is open. */
  readonly closedMs: number
  readonly end: StreamEnd
}

interface StreamReader {
  /** Takes bytes of the body as they were read. */
  take(bytes: Uint8Array, atMs: number): void
  /** The body has ended, or the connection. What was left unfinished counts as text of that last moment. */
  close(atMs: number): void
  reading(): StreamReading
  hasText(): boolean
}

/**
 * Reads server-sent events and keeps when model text came. A frame counts when its last byte is there; what cannot be
 * understood counts as text, with all its bytes.
 */
export function createStreamReader(): StreamReader {
  const decoder = new StringDecoder('utf8')
  const texts: TextRead[] = []
  let rest = ''
  let lastByteMs = Number.NEGATIVE_INFINITY
  let closedMs = Number.POSITIVE_INFINITY
  let end: StreamEnd = 'open'

  function note(bytes: number): void {
    if (bytes > 0) texts.push({ atMs: lastByteMs, bytes })
  }

  return {
    take(bytes, atMs) {
      lastByteMs = atMs
      const frames = (rest + decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))).split('\n\n')
      rest = frames.pop() ?? ''
      for (const frame of frames) {
        const content = readFrame(frame)
        if (typeof content === 'number') note(content)
        else end = content
      }
    },
    close(atMs) {
      closedMs = atMs
      note(Buffer.byteLength(rest + decoder.end()))
      rest = ''
      if (end === 'open') end = 'cut'
    },
    reading: () => ({ texts, lastByteMs, closedMs, end }),
    hasText: () => texts.length > 0,
  }
}

/** Bytes of model text in a frame, or how it ends the stream. */
function readFrame(frame: string): number | StreamEnd {
  if (frame === '' || frame.startsWith(':')) return 0
  if (frame === 'data: [DONE]') return 'done'
  try {
    const { error, choices } = JSON.parse(frame.replace(/^data: /, '')) as Frame
    if (typeof error?.code === 'string') return { code: error.code }
    const [{ delta }] = choices
    return Buffer.byteLength(delta.content ?? '')
  } catch {
    return Buffer.byteLength(frame)
  }
}

/** What a frame should be; whatever is not throws on the way, and counts as text. */
interface Frame {
  readonly error?: { readonly code?: unknown }
  readonly choices: readonly [{ readonly delta: { readonly content?: string | null } }]
}
