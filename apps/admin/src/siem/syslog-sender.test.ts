import { once } from 'node:events'
import { createServer as createTcpServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSyslogSender } from './syslog-sender.ts'

let certificate: Awaited<ReturnType<typeof generate>>
const servers: Server[] = []

beforeAll(async () => {
  certificate = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2_048 })
})
afterAll(() => {
  for (const server of servers) server.close()
})

/** A receiver on loopback, over TLS or TCP, with all that it has got. */
async function receive(over: 'tls' | 'tcp') {
  const { cert, private: key } = certificate
  const server = over === 'tls' ? createTlsServer({ cert, key }) : createTcpServer()
  const received: Buffer[] = []
  server.on(over === 'tls' ? 'secureConnection' : 'connection', (socket) => {
    socket.on('data', (data: Buffer) => received.push(data))
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { port, text: () => Buffer.concat(received).toString() }
}

describe('the sender of syslog', () => {
  it.each(['tcp', 'tls'] as const)('puts the length in bytes before each message over %s', async (over) => {
    const { port, text } = await receive(over)
    const sender = createSyslogSender({ url: `syslog+${over}://localhost:${port}`, ca: certificate.cert })
    await sender.send(['<1>1 é', '<1>1 b'])
    await sender.send(['<1>1 c'])
    await vi.waitFor(() => expect(text()).toBe('7 <1>1 é6 <1>1 b6 <1>1 c'), { timeout: 10_000 })
    sender.close()
  })

  it('sends nothing to a receiver whose certificate nobody vouches for', async () => {
    const { port, text } = await receive('tls')
    const sender = createSyslogSender({ url: `syslog+tls://localhost:${port}` })
    await expect(sender.send(['<1>1 a'])).rejects.toThrow(/self-signed/)
    expect(text()).toBe('')
    sender.close()
  })

  it('rejects where the receiver breaks the connection before it has read everything', async () => {
    const server = createTcpServer({ pauseOnConnect: true }, (socket) => {
      socket.on('error', () => undefined)
      setTimeout(() => socket.resetAndDestroy(), 100)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
    const address = server.address()
    const url = `syslog+tcp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    // The kernel takes so little at once, and a sender that trusts it would count it as sent.
    await expect(createSyslogSender({ url }).send(['<1>1 a'])).rejects.toThrow()
  })

  it('rejects where nobody listens, and where the receiver takes nothing', async () => {
    const { port } = await receive('tcp')
    const gone = servers.pop()
    await new Promise((resolve) => gone?.close(resolve))
    const absent = createSyslogSender({ url: `syslog+tcp://127.0.0.1:${port}` })
    await expect(absent.send(['a'])).rejects.toThrow()

    const deaf = createTcpServer({ pauseOnConnect: true })
    deaf.listen(0, '127.0.0.1')
    await once(deaf, 'listening')
    servers.push(deaf)
    const address = deaf.address()
    const url = `syslog+tcp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const sender = createSyslogSender({ url, timeoutMs: 300 })
    await expect(sender.send(Array.from({ length: 200 }, () => 'x'.repeat(100_000)))).rejects.toThrow('in time')
  })
})
