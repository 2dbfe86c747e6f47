interface StreamFrames {
  readonly text: string
  /** Codes of error frames. */
  readonly errors: readonly string[]
  /** Whether it ended as a whole answer does. */
  readonly done: boolean
  /** The last frame, as it was sent. */
  readonly last: string
}

/** Reads the frames of a stream's body. */
export function readFrames(body: string): StreamFrames {
  const frames = body
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '))
    .map((frame) => frame.slice('data: '.length))
  const parsed = frames.filter((frame) => frame !== '[DONE]').map((frame) => JSON.parse(frame))
  return {
    text: parsed.map(({ choices }) => choices?.[0]?.delta?.content ?? '').join(''),
    errors: parsed.flatMap(({ error }) => (error === undefined ? [] : [error.code])),
    done: frames.includes('[DONE]'),
    last: frames.at(-1) ?? '',
  }
}
