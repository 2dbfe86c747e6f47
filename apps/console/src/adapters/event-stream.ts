import { createParser } from 'eventsource-parser'

interface StreamedEvent {
  readonly type: string
  readonly data: string
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 15_000

interface StreamOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly onEvent: (event: StreamedEvent) => void
  /** Called with true when the stream is open, with false when it is lost and opened again. */
  readonly onState: (isOpen: boolean) => void
  /** Whether an answer with this status ends the stream for good. */
  readonly isFinal: (status: number) => boolean
  readonly signal: AbortSignal
}

/**
 * Reads server-sent events by `fetch`, because an `EventSource` sends no header, and opens the stream again when it is
 * lost: after 0.5 s, then twice as long each time up to 15 s. It returns when `signal` aborts or a status is final.
 */
export async function readEventStream(options: StreamOptions): Promise<void> {
  const { signal, onState } = options
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    const ended = await readOnce(options, () => {
      waitMs = FIRST_WAIT_MS
      onState(true)
    }).catch(() => false)
    if (ended || signal.aborted) return
    onState(false)
    await pause(waitMs, signal)
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)
  }
}

/** Says whether the stream has ended for good. */
async function readOnce({ url, headers, onEvent, isFinal, signal }: StreamOptions, onOpen: () => void) {
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal })
  if (!response.ok || response.body === null) return isFinal(response.status)
  onOpen()
  const parser = createParser({ onEvent: ({ event, data }) => onEvent({ type: event ?? 'message', data }) })
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return false
    parser.feed(value)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
