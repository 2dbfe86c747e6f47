import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

const MOST_BYTES = 65_536

/** What came back over a socket of its own. */
interface RawReply {
  /** The first 64 KiB, as Latin-1. */
  readonly text: string
  /** Whether the other side ended the connection. */
  readonly ended: boolean
}

/**
 * Writes pieces to a server as they are, and gives what it answers until it ends the connection, or until the time is
 * up.
 *
 * @param pauseMs between the pieces.
 */
export async function exchangeRaw(
  url: URL,
  pieces: Iterable<string | Uint8Array>,
  { waitMs, pauseMs = 0, signal }: { readonly waitMs: number; readonly pauseMs?: number; readonly signal: AbortSignal },
): Promise<RawReply> {
  const isTls = url.protocol === 'https:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port === '' ? (isTls ? 443 : 80) : url.port)
  const socket = isTls ? connectTls({ host, port, servername: host }) : connect({ host, port })
  const received: Buffer[] = []
  let bytes = 0
  const closed = new Promise<boolean>((resolve) => {
    socket.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes <= MOST_BYTES) received.push(piece)
    })
    socket
      .on('error', () => resolve(true))
      .on('end', () => resolve(true))
      .on('close', () => resolve(true))
  })
  const timeUp = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), waitMs)
    signal.addEventListener('abort', () => resolve(false), { once: true })
    socket.on('close', () => clearTimeout(timer))
  })
  const isOver = Promise.race([closed, timeUp])
  let over = false
  void isOver.then(() => {
    over = true
  })
  for (const piece of pieces) {
    if (over || socket.destroyed) break
    socket.write(piece)
    await Promise.race([isOver, new Promise((resume) => setTimeout(resume, pauseMs))])
  }
  const ended = await isOver
  socket.destroy()
  return { text: Buffer.concat(received).toString('latin1'), ended }
}

/** The statuses of the answers in a text. */
export function statusesOf(text: string): number[] {
  return Array.from(text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm), ([, status]) => Number(status))
}
