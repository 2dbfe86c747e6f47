import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, startAdminStack, TIME } from '../testing/test-stack.ts'

const lettersSchema = z.object({ data: z.array(z.looseObject({ id: z.string() })) })
const within = { timeout: 30_000, interval: 50 }
const stacks: AdminStack[] = []
afterAll(async () => void (await Promise.all(stacks.map((stack) => stack.stop()))))

/** An admin service that writes the trail and sends it there. */
async function startSending(url: string, env: Record<string, string> = {}): Promise<AdminStack> {
  const stack = await startAdminStack({ AUDIT_WRITER: 'true', SIEM_SYSLOG_URL: url, SIEM_BATCH_MS: '1000', ...env })
  stacks.push(stack)
  await firstTurn(stack)
  return stack
}

/** A receiver gets what comes after its first turn. */
async function firstTurn(stack: AdminStack): Promise<void> {
  await vi.waitFor(async () => {
    const receivers = await okJson(await stack.call('carol', 'GET', '/admin/siem-receivers'))
    expect(receivers).toMatchObject({ data: [{ batch_sent_at: TIME }] })
  }, within)
}

const freeze = async (stack: AdminStack, sub: string) =>
  await okJson(await stack.call('carol', 'POST', `/admin/users/${sub}/freeze`, { reason: 'A | test = 1', force: true }))

/** A receiver of RFC 6587: what it got, and ways to break its connections and to listen again. */
class Receiver {
  readonly messages: string[] = []
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  port = 0

  async listen(): Promise<void> {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      let rest = Buffer.alloc(0)
      socket.on('error', () => undefined)
      socket.on('data', (data) => {
        rest = Buffer.concat([rest, data])
        for (;;) {
          const space = rest.indexOf(' ')
          const length = Number(rest.toString('latin1', 0, Math.max(space, 0)))
          if (space < 1 || rest.length < space + 1 + length) return
          this.messages.push(rest.toString('utf8', space + 1, space + 1 + length))
          rest = rest.subarray(space + 1 + length)
        }
      })
    })
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (typeof address === 'object' && address !== null) this.port = address.port
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server?.close()
  }

  about(sub: string): string[] {
    return this.messages.filter((message) => message.includes(` duid=${sub} `))
  }
}

describe('the push of events to a SIEM', () => {
  it('sends each event once over TCP, as CEF in a message of RFC 5424', async () => {
    const receiver = new Receiver()
    await receiver.listen()
    const stack = await startSending(`syslog+tcp://127.0.0.1:${receiver.port}`)
    await freeze(stack, 'one')
    await vi.waitFor(() => expect(receiver.about('one')).toHaveLength(1), within)
    expect(receiver.about('one')[0]).toMatch(
      /^<106>1 \d{4}-\d\d-\d\dT[\d:.]{12}Z \S+ sluice - - - CEF:0\|Sluice\|admin\|0\.1\.0\|user\.frozen\|User frozen\|9\|rt=/,
    )
    expect(receiver.about('one')[0]).toContain(' reason=A | test \\= 1 ')
    // Of little severity, so it waits for its batch.
    await okJson(await stack.call('grace', 'GET', '/admin/audit-log'))
    await vi.waitFor(() => expect(receiver.messages.join()).toContain('|audit_log.read|'), within)
    expect(receiver.about('one')).toHaveLength(1)
    await receiver.stop()
  })

  it('keeps what a receiver that is away has not got, and sends it once it is back', async () => {
    const receiver = new Receiver()
    await receiver.listen()
    const stack = await startSending(`syslog+tcp://127.0.0.1:${receiver.port}`)
    await freeze(stack, 'before')
    await vi.waitFor(() => expect(receiver.about('before')).toHaveLength(1), within)
    await receiver.stop()
    for (const sub of ['away-1', 'away-2', 'away-3']) await freeze(stack, sub)
    await vi.waitFor(() => expect(stack.logged()).toContain('events do not reach the SIEM'), within)
    const seen = async () => await okJson(await stack.call('dave', 'GET', '/admin/siem-receivers'))
    await vi.waitFor(async () => {
      expect(await seen()).toMatchObject({ data: [{ state: 'failing', failing_since: TIME, taken_at: TIME }] })
    }, within)
    await receiver.listen()
    await vi.waitFor(() => expect(receiver.about('away-3').length).toBeGreaterThan(0), within)
    expect(receiver.about('away-1').length).toBeGreaterThan(0)
    expect(receiver.about('away-2').length).toBeGreaterThan(0)
    await vi.waitFor(async () => expect(await seen()).toMatchObject({ data: [{ state: 'taking' }] }), within)
    await receiver.stop()
  })

  it('is done by one of several services', async () => {
    const receiver = new Receiver()
    await receiver.listen()
    const stack = await startSending(`syslog+tcp://127.0.0.1:${receiver.port}`)
    await stack.another({})
    await freeze(stack, 'shared')
    await freeze(stack, 'last')
    await vi.waitFor(() => expect(receiver.about('last')).toHaveLength(1), within)
    expect(receiver.about('shared')).toHaveLength(1)
    await receiver.stop()
  })

  it('sends a datagram for each event over UDP', async () => {
    const socket = createSocket('udp4')
    const messages: string[] = []
    socket.on('message', (message) => messages.push(message.toString()))
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    const stack = await startSending(`syslog+udp://127.0.0.1:${socket.address().port}`)
    await freeze(stack, 'datagram')
    await vi.waitFor(() => expect(messages.join('\n')).toMatch(/^<106>1 .* duid=datagram /m), within)
    socket.close()
  })

  it('goes on past a record that a collector refuses for good, and tells so by a critical event', async () => {
    const taken: string[] = []
    let refusesWith = 400
    const server = createHttpServer(async (request, response) => {
      const body = await text(request)
      const isRefused = refusesWith !== 200 && /\|user\.frozen\|.* duid=poison /.test(body)
      if (!isRefused) taken.push(body)
      response.writeHead(isRefused ? refusesWith : 200).end()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`
    const stack = await startAdminStack({
      ...{ AUDIT_WRITER: 'true', SIEM_RECEIVERS: JSON.stringify([{ url }]), SIEM_BATCH_MS: '1000' },
    })
    stacks.push(stack)
    await firstTurn(stack)
    for (const sub of ['healthy', 'poison', 'also-healthy']) await freeze(stack, sub)
    const lines = () => taken.join('').split('\n')
    const about = (sub: string) =>
      lines().filter((line) => /\|user\.frozen\|/.test(line) && line.includes(`duid=${sub} `))
    await vi.waitFor(() => expect([about('healthy').length, about('also-healthy').length]).toEqual([1, 1]), within)
    const told = () => lines().filter((line) => line.includes('|siem.dead_lettered|') && line.includes('duid=poison '))
    await vi.waitFor(() => expect(told()).toHaveLength(1), within)
    expect(about('poison')).toEqual([])

    const letters = async () =>
      lettersSchema.parse(await okJson(await stack.call('dave', 'GET', '/admin/siem-dead-letters'))).data
    const [letter] = await letters()
    const receiver = new URL(url).host
    const receiverId = expect.stringMatching(/^[\w-]{16}$/)
    expect(letter).toMatchObject({
      receiver,
      receiver_id: receiverId,
      state: 'dead',
      type: 'user.frozen',
      status: 400,
      at: TIME,
    })
    const receivers = async () => await okJson(await stack.call('carol', 'GET', '/admin/siem-receivers'))
    // The process says how the receiver does every five seconds.
    await vi.waitFor(async () => {
      expect(await receivers()).toEqual({
        data: [
          {
            ...{ id: receiverId, receiver, over: 'https', format: 'cef', batch_sent_at: TIME, dead_letters: 1 },
            ...{ state: 'taking', taken_at: TIME, waiting: { grave: expect.any(Number), others: expect.any(Number) } },
          },
        ],
      })
    }, within)
    const resend = async () =>
      (await stack.call('dave', 'POST', `/admin/siem-dead-letters/${letter?.id}/resend`)).status
    refusesWith = 422
    expect(await resend()).toBe(202)
    await vi.waitFor(async () => expect(await letters()).toMatchObject([{ state: 'dead', status: 422 }]), within)
    refusesWith = 200
    expect(await resend()).toBe(202)
    await vi.waitFor(async () => expect(await letters()).toMatchObject([{ state: 'delivered' }]), within)
    expect(about('poison')).toHaveLength(1)

    // All that it has refused, at once; one that was taken stays as it is.
    refusesWith = 400
    await freeze(stack, 'poison')
    await freeze(stack, 'healthy')
    await vi.waitFor(
      async () => expect(await letters()).toMatchObject([{ state: 'dead' }, { state: 'delivered' }]),
      within,
    )
    refusesWith = 200
    const all = async (id: unknown) =>
      await stack.call('dave', 'POST', '/admin/siem-dead-letters/resend', { receiver_id: id })
    expect((await all('another')).status).toBe(404)
    const order = await all((await letters())[0]?.['receiver_id'])
    expect([order.status, await order.json()]).toEqual([202, { letters: 1 }])
    await vi.waitFor(async () => {
      expect(await letters()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }])
    }, within)
    const resent = '/admin/audit-log?type=siem_dead_letter.resent'
    await vi.waitFor(
      async () =>
        expect(await okJson(await stack.call('grace', 'GET', resent))).toMatchObject({
          data: [
            { record: { details: { all: true, receiver } } },
            { actor: 'user:dave' },
            { actor: 'user:dave', record: { details: { letter: letter?.id, receiver } } },
          ],
        }),
      within,
    )
    server.closeAllConnections()
    server.close()
  })
})
