import type { TextRead } from './stream-reading.ts'

/** When the acknowledgement was read, and when everything had been read that lay in the reader's sockets then. */
export interface AcknowledgementRead {
  readonly readMs: number
  readonly sweptMs: number
}

/** Bytes of model text by the time at which they were read. */
export interface TextByOrder {
  /** Read before the acknowledgement. */
  readonly before: number
  /** Read after it, but in the sweep that empties the sockets: it may have lain there already, or not. */
  readonly inSweep: number
  /** Read after that: it came after the acknowledgement. */
  readonly after: number
}

/** Says for each byte of model text whether it came before the acknowledgement. */
export function orderText(texts: readonly TextRead[], { readMs, sweptMs }: AcknowledgementRead): TextByOrder {
  const sum = (from: number, to: number) =>
    texts.reduce((bytes, text) => (text.atMs > from && text.atMs <= to ? bytes + text.bytes : bytes), 0)
  return {
    before: sum(Number.NEGATIVE_INFINITY, readMs),
    inSweep: sum(readMs, sweptMs),
    after: sum(sweptMs, Number.POSITIVE_INFINITY),
  }
}

/**
 * Waits until everything has been read that lay in the sockets of this process: until the end of the first round of the
 * event loop that begins to poll from now on. A poll hands out every socket that has bytes (libuv takes 1,024 of them
 * at a time), and each is read until it is empty.
 */
export async function sweepSockets(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
}
