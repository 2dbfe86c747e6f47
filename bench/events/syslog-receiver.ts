import { once } from 'node:events'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { findFreePort } from '@sluice/testkit'
import type { Running } from '../services.ts'

interface Certificate {
  readonly cert: string
  readonly key: string
}

/** A SIEM's syslog server that counts what it gets, and can be away for a while. */
export interface SyslogReceiver {
  readonly url: string
  /** How often each `externalId` came. */
  readonly received: ReadonlyMap<string, number>
  /** Cuts every connection and refuses new ones. */
  end(): Promise<void>
  start(): Promise<void>
}

/** Starts a receiver over TCP, or over TLS where a certificate is given. */
export async function startSyslogReceiver(certificate?: Certificate): Promise<Running<SyslogReceiver>> {
  const port = await findFreePort()
  const received = new Map<string, number>()
  const sockets = new Set<Socket>()
  let server: Server | undefined
  const accept = (socket: Socket) => {
    sockets.add(socket)
    const read = messageReader((message) => count(received, message))
    socket.on('data', read)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const start = async () => {
    server =
      certificate === undefined
        ? createTcpServer(accept)
        : createTlsServer(certificate, accept).on('tlsClientError', () => undefined)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const end = async () => {
    const closing = server
    server = undefined
    if (closing === undefined) return
    const closed = once(closing, 'close')
    closing.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await start()
  const url = `syslog+${certificate === undefined ? 'tcp' : 'tls'}://localhost:${port}`
  return { value: { url, received, end, start }, stop: end }
}

/** Takes a stream apart at its octet counts (RFC 6587, section 3.4.1). What a broken stream cuts is dropped. */
export function messageReader(onMessage: (message: string) => void): (bytes: Buffer) => void {
  let waiting: Buffer = Buffer.alloc(0)
  return (bytes) => {
    waiting = waiting.length === 0 ? bytes : Buffer.concat([waiting, bytes])
    for (;;) {
      const blank = waiting.indexOf(' ')
      if (blank < 0) return
      const end = blank + 1 + Number(waiting.toString('latin1', 0, blank))
      if (waiting.length < end) return
      onMessage(waiting.toString('utf8', blank + 1, end))
      waiting = waiting.subarray(end)
    }
  }
}

function count(received: Map<string, number>, message: string): void {
  const [, id = 'no externalId'] = / externalId=([^ ]+)/.exec(message) ?? []
  received.set(id, (received.get(id) ?? 0) + 1)
}
