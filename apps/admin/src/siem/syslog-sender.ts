import { createSocket, type Socket as DatagramSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { withTimeout } from '@sluice/service-kit/async'

/** Where messages go: `syslog+tcp://HOST:PORT`, `syslog+tls://HOST:PORT` or `syslog+udp://HOST:PORT`. */
export const SYSLOG_PROTOCOLS = ['syslog+tcp', 'syslog+tls', 'syslog+udp'] as const

/** Sends messages of RFC 5424 to one receiver. */
interface SyslogSender {
  /**
   * Resolves when this machine has taken all of them for the receiver, in their order. Syslog has no acknowledgement:
   * what is under way when a connection breaks may be lost, unless the same messages are sent again. Rejects where
   * the receiver cannot be reached within the time limit.
   */
  send(messages: readonly string[]): Promise<void>
  close(): void
}

interface SyslogSenderOptions {
  readonly url: string
  /** The certificates that sign the receiver's, as PEM; those that Node knows without them. */
  readonly ca?: string | undefined
  /** For a connection, and for each call of `send`; 10,000 ms by default. */
  readonly timeoutMs?: number
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'syslog+tcp:': 601,
  'syslog+tls:': 6514,
  'syslog+udp:': 514,
}

/** Creates a sender. Ports by default: 601 (RFC 3195), 6514 (RFC 5425), 514 (RFC 5426). */
export function createSyslogSender({ url, ca, timeoutMs = 10_000 }: SyslogSenderOptions): SyslogSender {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const address = { host, port: port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port) }
  if (protocol === 'syslog+udp:') return new DatagramSender(address)
  const connect = protocol === 'syslog+tls:' ? openTls(address, ca) : openTcp(address)
  return new StreamSender(connect, timeoutMs)
}

interface Address {
  readonly host: string
  readonly port: number
}

/** Gives a connection, and what tells that it stands. */
type Connect = () => { readonly socket: Socket; readonly event: 'connect' | 'secureConnect' }

function openTcp(address: Address): Connect {
  return () => ({ socket: connectTcp({ ...address, keepAlive: true, noDelay: true }), event: 'connect' })
}

function openTls({ host, port }: Address, ca: string | undefined): Connect {
  const options = { host, port, minVersion: 'TLSv1.2' as const, ...(ca === undefined ? {} : { ca }) }
  return () => ({ socket: connectTls(options), event: 'secureConnect' })
}

/** Over TCP and TLS, each message behind its length in bytes (RFC 6587, section 3.4.1; RFC 5425, section 4.3). */
class StreamSender implements SyslogSender {
  readonly #connect: Connect
  readonly #timeoutMs: number
  #socket: Socket | undefined

  constructor(connect: Connect, timeoutMs: number) {
    this.#connect = connect
    this.#timeoutMs = timeoutMs
  }

  async send(messages: readonly string[]): Promise<void> {
    const frames = messages.map((message) => `${Buffer.byteLength(message)} ${message}`).join('')
    await withTimeout(
      this.#timeoutMs,
      async () => await write(await this.#connection(), frames),
      () => {
        this.close()
        throw new Error('The syslog receiver took nothing in time.')
      },
    )
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  async #connection(): Promise<Socket> {
    if (this.#socket?.writable) return this.#socket
    const { socket, event } = this.#connect()
    this.#socket = socket
    // A receiver sends nothing. What it sends is thrown away, so that its closing is seen.
    socket.resume()
    socket.on('error', () => undefined)
    await once(socket, event)
    return socket
  }
}

async function write(socket: Socket, text: string): Promise<void> {
  const written = Promise.withResolvers<void>()
  const fail = () => written.reject(new Error('The connection to the syslog receiver broke.'))
  socket.once('close', fail)
  socket.write(text, (error) => (error ? written.reject(error) : written.resolve()))
  try {
    await written.promise
  } finally {
    socket.off('close', fail)
  }
}

/** Over UDP, a datagram for each message: whatever is lost on the way is lost. Source: RFC 5426. */
class DatagramSender implements SyslogSender {
  readonly #address: Address
  #socket: DatagramSocket | undefined

  constructor(address: Address) {
    this.#address = address
  }

  async send(messages: readonly string[]): Promise<void> {
    const { host, port } = this.#address
    this.#socket ??= createSocket(host.includes(':') ? 'udp6' : 'udp4').on('error', () => this.close())
    const socket = this.#socket
    for (const message of messages) {
      const sent = Promise.withResolvers<void>()
      socket.send(message, port, host, (error) => (error ? sent.reject(error) : sent.resolve()))
      await sent.promise
    }
  }

  close(): void {
    this.#socket?.close()
    this.#socket = undefined
  }
}
