/** One event of a `text/event-stream`. */
export interface SseEvent {
  /** The `event` field; empty where there is none. */
  readonly type: string
  readonly data: string
}

interface SseParser {
  /**
   * The events that these bytes complete. Bytes may be cut anywhere, inside a UTF-8 character or a CRLF too. The
   * bytes are kept until their line is complete, so the caller must not write to them again.
   */
  push(bytes: Uint8Array): SseEvent[]
  /** True once an event has outgrown its bound; from then on `push` gives nothing more. */
  readonly overflowed: boolean
}

const LF = 10
const CR = 13
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/**
 * An incremental parser of server-sent events: lines end in LF, CR or CRLF, `data` lines of one event are joined by LF,
 * comments are skipped, a leading byte order mark is dropped, and an event that the end of the stream cuts off is
 * never given. Frames are cut on bytes and decoded afterwards, so a character is never broken. Linear in the input.
 *
 * Source: WHATWG HTML, 9.2.6 Interpreting an event stream. `id` and `retry` are of no use here and are skipped.
 *
 * @param maxEventBytes the most bytes that one unfinished event may hold, its current line included.
 */
export function createSseParser(maxEventBytes: number): SseParser {
  const line = createLineBuffer()
  let type = ''
  let data: string[] = []
  let dataBytes = 0
  let isAfterCr = false
  let isFirstLine = true
  let overflowed = false

  const takeLine = (bytes: Buffer, events: SseEvent[]) => {
    const content = isFirstLine ? withoutByteOrderMark(bytes) : bytes
    isFirstLine = false
    if (content.length === 0) {
      if (data.length > 0) events.push({ type, data: data.length === 1 ? (data[0] ?? '') : data.join('\n') })
      type = ''
      data = []
      dataBytes = 0
      return
    }
    const value = fieldValue(content, 'data')
    if (value !== undefined) {
      data.push(value)
      dataBytes += content.length + 1
      return
    }
    type = fieldValue(content, 'event') ?? type
  }

  const push = (bytes: Uint8Array): SseEvent[] => {
    const events: SseEvent[] = []
    if (overflowed) return events
    let start = 0
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at]
      if (byte !== LF && byte !== CR) continue
      const isSecondHalf = byte === LF && isAfterCr && at === start && line.length === 0
      isAfterCr = byte === CR
      if (!isSecondHalf) {
        if (dataBytes + line.length + (at - start) > maxEventBytes) {
          overflowed = true
          return events
        }
        takeLine(line.take(bytes.subarray(start, at)), events)
      }
      start = at + 1
    }
    if (start < bytes.length) {
      line.hold(bytes.subarray(start))
      isAfterCr = false
    }
    if (dataBytes + line.length > maxEventBytes) overflowed = true
    return events
  }

  return {
    push,
    get overflowed() {
      return overflowed
    },
  }
}

/** The pieces of a line that has not ended yet. Copied once, when it ends, however small the pieces. */
function createLineBuffer() {
  let pieces: Uint8Array[] = []
  let length = 0
  return {
    get length() {
      return length
    },
    hold(piece: Uint8Array): void {
      pieces.push(piece)
      length += piece.length
    },
    take(rest: Uint8Array): Buffer {
      if (length === 0) return Buffer.from(rest.buffer, rest.byteOffset, rest.length)
      const whole = Buffer.concat([...pieces, rest], length + rest.length)
      pieces = []
      length = 0
      return whole
    },
  }
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes
}

const COLON = 58
const SPACE = 32

function fieldValue(line: Buffer, name: 'data' | 'event'): string | undefined {
  for (let at = 0; at < name.length; at += 1) {
    if (line[at] !== name.charCodeAt(at)) return undefined
  }
  if (line.length === name.length) return ''
  if (line[name.length] !== COLON) return undefined
  return line.toString('utf8', name.length + (line[name.length + 1] === SPACE ? 2 : 1))
}
