import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { createServer, type Server } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpsSender } from './https-sender.ts'
import { MessagesRefused } from './siem-sender.ts'

let certificate: Awaited<ReturnType<typeof generate>>
let folder: string
const servers: Server[] = []

beforeAll(async () => {
  certificate = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2_048 })
  folder = await mkdtemp(join(tmpdir(), 'sluice-collector-'))
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await rm(folder, { recursive: true, force: true })
})

/** A collector that answers with a status, or never; and what it got. */
async function collect(status: number | 'endless' | undefined) {
  const bodies: string[] = []
  const requests: IncomingMessage[] = []
  const server = createServer({ cert: certificate.cert, key: certificate.private }, async (request, response) => {
    requests.push(request)
    bodies.push(await text(request))
    if (status === 'endless') response.writeHead(200).write('{')
    else if (status !== undefined) response.writeHead(status, { location: '/elsewhere' }).end('{"text":"answer"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  servers.push(server)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `https://localhost:${port}/collect?source=gateway`, bodies, requests }
}

const plain = { contentType: 'text/plain', header: 'authorization' }

describe('the sender to a collector', () => {
  it('posts lines with the token in its header, over a connection that stays', async () => {
    const { url, bodies, requests } = await collect(202)
    const sender = createHttpsSender({ ...plain, url, header: 'x-token', token: 'Splunk 123', ca: certificate.cert })
    await sender.send(['CEF:0|é', 'CEF:0|b'])
    await sender.send(['CEF:0|c'])
    sender.close()
    expect(bodies).toEqual(['CEF:0|é\nCEF:0|b\n', 'CEF:0|c\n'])
    expect(requests[0]).toMatchObject({ method: 'POST', url: '/collect?source=gateway' })
    expect(requests[0]?.headers).toMatchObject({ 'x-token': 'Splunk 123', 'content-type': 'text/plain' })
    expect(new Set(requests.map(({ socket }) => socket)).size).toBe(1)
  })

  it('splits what is long into bodies of whole lines', async () => {
    const { url, bodies } = await collect(200)
    const sender = createHttpsSender({ ...plain, url, ca: certificate.cert })
    const lines = Array.from({ length: 2_500 }, (_, index) => `${index} ${'x'.repeat(1_000)}`)
    await sender.send(lines)
    sender.close()
    expect(bodies).toHaveLength(3)
    expect(bodies.join('')).toBe(lines.map((line) => `${line}\n`).join(''))
    expect(Math.max(...bodies.map((body) => body.length))).toBeLessThanOrEqual(1_048_576)
  })

  it('reads a token anew from its file', async () => {
    const { url, requests } = await collect(200)
    const tokenFile = join(folder, 'token')
    const sender = createHttpsSender({ ...plain, url, tokenFile, ca: certificate.cert })
    await writeFile(tokenFile, 'Bearer one\n')
    await sender.send(['a'])
    await writeFile(tokenFile, 'Bearer two\n')
    await sender.send(['a'])
    sender.close()
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two'])
  })

  it.each([302, 400, 401, 429, 500, 503])('fails where the collector answers %d', async (status) => {
    const { url, requests } = await collect(status)
    const sender = createHttpsSender({ ...plain, url, ca: certificate.cert })
    await expect(sender.send(['a'])).rejects.toThrow(`The collector answered ${status}.`)
    sender.close()
    expect(requests).toHaveLength(1)
  })

  it.each([
    [400, true],
    [413, true],
    [422, true],
    [401, false],
    [404, false],
    [429, false],
    [503, false],
  ])('tells by the status %i whether it is one of the lines', async (status, isRefusal) => {
    const { url } = await collect(status)
    const sender = createHttpsSender({ ...plain, url, ca: certificate.cert })
    const error: unknown = await sender.send(['a']).catch((thrown: unknown) => thrown)
    sender.close()
    expect(error).toBeInstanceOf(Error)
    expect(error instanceof MessagesRefused).toBe(isRefusal)
  })

  it('goes on with a collector whose answers have no end', async () => {
    const { url, bodies } = await collect('endless')
    const sender = createHttpsSender({ ...plain, url, ca: certificate.cert, timeoutMs: 5_000 })
    await sender.send(['a'])
    await sender.send(['b'])
    sender.close()
    expect(bodies).toEqual(['a\n', 'b\n'])
  })

  it('fails where the collector does not answer, and sends nothing to one that nobody vouches for', async () => {
    const silent = await collect(undefined)
    const waiting = createHttpsSender({ ...plain, url: silent.url, ca: certificate.cert, timeoutMs: 300 })
    await expect(waiting.send(['a'])).rejects.toThrow('in time')
    const { url, bodies } = await collect(200)
    const stranger = createHttpsSender({ ...plain, url, token: 'secret' })
    await expect(stranger.send(['a'])).rejects.toThrow(/self-signed/)
    expect(bodies).toEqual([])
  })
})
