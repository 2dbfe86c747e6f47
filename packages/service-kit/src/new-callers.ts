import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Finds out whether callers who have just connected are still there, before anybody works for them. A request is read
 * before the end of its connection is, so whoever connects, asks and leaves, over and over, would be worked for, and
 * others who connect would wait behind that.
 */
export class NewCallers {
  readonly #new = new WeakSet<Duplex>()
  readonly #onLeft: (incoming: IncomingMessage) => void

  /** @param onLeft receives each request that nobody waits for any more. */
  constructor(onLeft: (incoming: IncomingMessage) => void) {
    this.#onLeft = onLeft
  }

  add(socket: Duplex): void {
    this.#new.add(socket)
  }

  /**
   * Answers a request: at once over a connection that has had one, else after one more look at the sockets, in the
   * order of the requests. Does nothing where the connection has ended by then.
   */
  handOver(incoming: IncomingMessage, answer: () => void): void {
    const { socket } = incoming
    if (!this.#new.has(socket)) {
      answer()
      return
    }
    // The first callback runs before the sockets are read again, the second one behind that.
    setImmediate(() =>
      setImmediate(() => {
        this.#new.delete(socket)
        if (socket.destroyed || socket.readableEnded) this.#onLeft(incoming)
        else answer()
      }),
    )
  }
}
