import { createParser, type EventSourceParser } from 'eventsource-parser'

/**
 * An incremental parser of server-sent events (WHATWG HTML, 9.2.6 Interpreting an event stream), bounded in size. It
 * gives the data of each event; types, ids and comments are of no use here.
 */
export class SseParser {
  readonly #maxEventLength: number
  // The byte order mark is the parser's to drop: the decoder would drop a second one.
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  readonly #parser: EventSourceParser
  #events: string[] = []
  #overflowed = false

  /** @param maxEventLength the most UTF-16 code units of one event, or of what is held until it is complete. */
  constructor(maxEventLength: number) {
    this.#maxEventLength = maxEventLength
    this.#parser = createParser({
      maxBufferSize: maxEventLength,
      onEvent: ({ data }) => this.#take(data),
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded') this.#overflowed = true
      },
    })
  }

  /** True once an event has outgrown its bound; from then on `push` gives nothing more. */
  get overflowed(): boolean {
    return this.#overflowed
  }

  /** The data of the events that these bytes complete. Bytes may be cut anywhere, also inside a UTF-8 character. */
  push(bytes: Uint8Array): readonly string[] {
    if (this.#overflowed) return []
    this.#events = []
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }))
    return this.#events
  }

  #take(data: string): void {
    if (data.length > this.#maxEventLength) this.#overflowed = true
    if (!this.#overflowed) this.#events.push(data)
  }
}
