import { createSocket, type Socket as DatagramSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { withTimeout } from '@sluice/service-kit/async'
import type { SiemSender } from './siem-sender.ts'

/** Where messages go: `syslog+tcp://HOST:PORT`, `syslog+tls://HOST:PORT` or `syslog+udp://HOST:PORT`. */
export const SYSLOG_PROTOCOLS = ['syslog+tcp', 'syslog+tls', 'syslog+udp'] as const

interface SyslogSenderOptions {
  readonly url: string
  /** The certificates that sign the receiver's, as PEM; those that Node knows without them. */
  readonly ca?: string | undefined
  /** For each call of `send`; 30,000 ms by default. */
  readonly timeoutMs?: number
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  'syslog+tcp:': 601,
  'syslog+tls:': 6514,
  'syslog+udp:': 514,
}

/** Creates a sender. Ports by default: 601 (RFC 3195), 6514 (RFC 5425), 514 (RFC 5426). */
export function createSyslogSender({ url, ca, timeoutMs = 30_000 }: SyslogSenderOptions): SiemSender {
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

/**
 * Over TCP and TLS, each message behind its length in bytes (RFC 6587, section 3.4.1; RFC 5425, section 4.3).
 *
 * Syslog has no acknowledgement, and what the kernel has taken may never be read. So each call has a connection of its
 * own, and ends it: a receiver closes its side when it has read everything up to the end (RFC 5425, section 4.4). Where
 * the connection breaks before that, the call fails. A receiver that falls over afterwards may lose what it has read.
 */
class StreamSender implements SiemSender {
  readonly #connect: Connect
  readonly #timeoutMs: number
  #socket: Socket | undefined

  constructor(connect: Connect, timeoutMs: number) {
    this.#connect = connect
    this.#timeoutMs = timeoutMs
  }

  async send(messages: readonly string[]): Promise<void> {
    const { socket, event } = this.#connect()
    this.#socket = socket
    try {
      await withTimeout(
        this.#timeoutMs,
        async () => {
          await opened(socket, event)
          await deliver(socket, messages)
        },
        () => {
          throw new Error('The syslog receiver took nothing in time.')
        },
      )
    } finally {
      this.close()
    }
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}

async function opened(socket: Socket, event: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.once(event, () => resolve())
    socket.on('error', reject)
    socket.once('close', () => reject(new Error('The connection to the syslog receiver broke.')))
  })
}

/** Bytes that are handed over at once. */
const MAX_WRITE = 65_536

async function deliver(socket: Socket, messages: readonly string[]): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    // A receiver sends nothing. What it sends is thrown away, so that its closing is seen.
    socket.resume()
    socket.on('error', reject)
    socket.once('end', () =>
      socket.writableFinished ? resolve() : reject(new Error('The syslog receiver closed the connection.')),
    )
    socket.once('close', () => reject(new Error('The connection to the syslog receiver broke.')))
  })
  // It is awaited below, after the writing; a connection may break before.
  closed.catch(() => undefined)
  let waiting = ''
  for (const message of messages) {
    waiting += `${Buffer.byteLength(message)} ${message}`
    if (waiting.length < MAX_WRITE) continue
    const isFull = !socket.write(waiting)
    waiting = ''
    if (isFull) await Promise.race([once(socket, 'drain'), closed])
  }
  socket.end(waiting)
  await closed
}

/** Over UDP, a datagram for each message: whatever is lost on the way is lost. Source: RFC 5426. */
class DatagramSender implements SiemSender {
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
      socket.send(message, port, host, (error) => (error && !isTooLong(error) ? sent.reject(error) : sent.resolve()))
      await sent.promise
    }
  }

  close(): void {
    this.#socket?.close()
    this.#socket = undefined
  }
}

/** A datagram that is too long can never be sent, and would keep back all that come after it. */
function isTooLong(error: Error): boolean {
  return 'code' in error && error.code === 'EMSGSIZE'
}
