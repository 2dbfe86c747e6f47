import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a connection stays open, unread, behind the answer to a request whose body has not ended. */
const LINGER_MS = 500

/**
 * Reads no further in a chunked body once its request has been answered, and closes the connection half a second
 * later. Each chunk costs time, however short it is: to read on, only to throw it away, would let anybody fill the
 * event loop.
 */
export function stopReadingBehindAnswer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (incoming.headers['transfer-encoding'] === undefined) return
  outgoing.once('finish', () => {
    const { socket, complete } = incoming
    if (complete) return
    // Both Node and the adapter go on reading, to throw it away.
    socket.on('resume', () => socket.pause())
    socket.pause()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  })
}
