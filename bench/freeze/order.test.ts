import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { orderText, sweepSockets } from './order.ts'

describe('orderText', () => {
  it.each([
    ['before', [9, 10], { before: 2, inSweep: 0, after: 0 }],
    ['in the sweep', [10.1, 12], { before: 0, inSweep: 2, after: 0 }],
    ['after', [12.1, 500], { before: 0, inSweep: 0, after: 2 }],
    ['never', [], { before: 0, inSweep: 0, after: 0 }],
  ])('finds what came %s', (_, times, expected) => {
    const texts = times.map((atMs) => ({ atMs, bytes: 1 }))
    expect(orderText(texts, { readMs: 10, sweptMs: 12 })).toEqual(expected)
  })
})

describe('sweepSockets', () => {
  it('returns when everything has been read that lay in the sockets', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const senders: Socket[] = []
    server.on('connection', (socket) => senders.push(socket))
    const readers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        return socket
      }),
    )
    let received = 0
    for (const reader of readers) {
      reader.on('data', (bytes) => {
        received += bytes.length
      })
    }
    await expect.poll(() => senders.length).toBe(50)
    // Loopback delivers within the call that writes; nothing is read before the event loop polls again.
    for (const sender of senders) sender.write(Buffer.alloc(1_000))
    expect(received).toBe(0)
    await sweepSockets()
    expect(received).toBe(50_000)
    for (const socket of [...readers, ...senders]) socket.destroy()
    server.close()
  })
})
