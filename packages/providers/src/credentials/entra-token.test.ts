import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ask, asked, failureFrom, nowMs, readAll, useStubServer } from '../../fixtures/endpoints.ts'
import { optionsOf } from '../../fixtures/kinds.ts'
import { EntraToken } from './entra-token.ts'

/*
 * A stub of Microsoft Entra ID, written from
 * https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow, read in November 2026.
 */

const { stub, open } = await useStubServer()

type Reply = (response: ServerResponse, number: number) => void
const good: Reply = (response, number) =>
  response.end(JSON.stringify({ token_type: 'Bearer', expires_in: 3_600, access_token: `token-${number}` }))

let reply = good
const received: { readonly path: string; readonly form: URLSearchParams }[] = []
const authority = createServer(async (request: IncomingMessage, response) => {
  let text = ''
  for await (const part of request) text += String(part)
  received.push({ path: String(request.url), form: new URLSearchParams(text) })
  reply(response, received.length)
})
await once(authority.listen(0, '127.0.0.1'), 'listening')
const address = authority.address()
const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
afterAll(() => {
  authority.closeAllConnections()
  authority.close()
})
beforeEach(() => {
  reply = good
  received.length = 0
})

const entra = { tenantId: 'tenant-1', clientId: 'client-1', clientSecret: 'secret-of-the-client', authority: url }
let now = nowMs
const clock = { nowMs: () => now, monotonicMs: () => now }
const { apiKey: _, ...azure } = optionsOf('azure-openai', stub)

describe('a token of Entra ID', () => {
  it('is asked for by client credentials, and shown to Azure', async () => {
    stub.respondWith('ok')
    const endpoint = open({ ...azure, azure: { entra } })
    await readAll(await ask(endpoint, asked))
    await readAll(await ask(endpoint, asked))
    expect(received.map(({ path }) => path)).toEqual(['/tenant-1/oauth2/v2.0/token'])
    expect(Object.fromEntries(received[0]?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'client-1',
      client_secret: 'secret-of-the-client',
      scope: 'https://cognitiveservices.azure.com/.default',
    })
    expect(stub.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-1'])
    expect(stub.lastRequest().headers).not.toHaveProperty('api-key')
  })

  it('is fetched once for all who wait for it', async () => {
    const token = new EntraToken(entra, clock)
    expect(await Promise.all([token.get(), token.get(), token.get()])).toEqual(['token-1', 'token-1', 'token-1'])
    expect(received).toHaveLength(1)
  })

  it('is replaced five minutes before it ends, while the old one serves', async () => {
    const token = new EntraToken(entra, clock)
    await token.get()
    now = nowMs + 3_299_000
    expect(await token.get()).toBe('token-1')
    expect(received).toHaveLength(1)
    now = nowMs + 3_301_000
    expect(await token.get()).toBe('token-1')
    await expect.poll(() => token.get()).toBe('token-2')
    expect(received).toHaveLength(2)
    now = nowMs
  })

  it('serves to its end where no other is to be had, and then nothing does', async () => {
    const token = new EntraToken(entra, clock)
    await token.get()
    reply = (response) => response.writeHead(500).end('secret-of-the-client')
    now = nowMs + 3_500_000
    expect(await token.get()).toBe('token-1')
    now = nowMs + 3_600_000
    await expect(token.get()).rejects.toThrow(/^The authority gave no token\.$/)
    now = nowMs
  })

  it('is asked for anew once Azure has refused it', async () => {
    const endpoint = open({ ...azure, azure: { entra } })
    stub.respondOnce({ fault: { type: 'status', status: 401 } })
    expect(await failureFrom(ask(endpoint, asked))).toMatchObject({ kind: 'status', status: 401 })
    stub.respondWith('ok')
    await readAll(await ask(endpoint, asked))
    expect(stub.lastRequest().headers.authorization).toBe('Bearer token-2')
  })

  it.each<[string, Reply]>([
    ['an error', (response) => response.writeHead(401).end('{"error":"invalid_client"}')],
    ['no JSON', (response) => response.end('<html>')],
    ['no token', (response) => response.end('{"expires_in":60}')],
    ['a token that no header can hold', (response) => response.end('{"access_token":"a\\nb","expires_in":60}')],
    ['a token that has ended', (response) => response.end('{"access_token":"a","expires_in":0}')],
    ['too much', (response) => response.end('x'.repeat(100_000))],
    ['nothing', (response) => response.destroy()],
  ])('that is not given fails like a connection: %s', async (_name, refuse) => {
    reply = refuse
    expect(await failureFrom(ask(open({ ...azure, azure: { entra } }), asked))).toEqual({ kind: 'connect' })
    expect(stub.requestCount).toBe(0)
  })
})
