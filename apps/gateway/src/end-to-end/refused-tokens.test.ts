import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** What an attacker may hold: a token that was good, is not yet, is meant for others, or was made by himself. */
const FORGED = [
  ['that has expired', { exp: nowSeconds() - 60 }, {}, 'token_expired'],
  ['that expired years ago', { exp: 1_000, iat: 900 }, {}, 'token_expired'],
  ['that never expires', { exp: undefined }, {}, 'token_invalid'],
  ['of the future', { nbf: nowSeconds() + 600 }, {}, 'token_invalid'],
  ['for another audience', { aud: 'urn:other' }, {}, 'token_invalid'],
  ['for no audience', { aud: undefined }, {}, 'token_invalid'],
  ['of another issuer', { iss: 'https://evil.example' }, {}, 'token_invalid'],
  ['of no issuer', { iss: undefined }, {}, 'token_invalid'],
  ['of alg none', {}, { alg: 'none' }, 'token_invalid'],
  ['signed with the public key as a secret (HS256)', {}, { alg: 'HS256' }, 'token_invalid'],
  ['of a key that the issuer does not have, under the name of one', {}, { key: 'foreign' }, 'token_invalid'],
  ['of a key of another name', {}, { kid: 'nobody' }, 'token_invalid'],
  ['for a login (ID token)', {}, { typ: 'JWT' }, 'token_invalid'],
] as const

/** Other headers in which clients send it, and where they do. */
const OTHER_HEADERS = [
  ['x-api-key', 'POST', '/v1/messages'],
  ['x-api-key', 'GET', '/v1/models'],
  ['api-key', 'POST', '/v1/chat/completions'],
  ['api-key', 'POST', '/v1/responses'],
] as const

const errorSchema = z.object({
  error: z
    // The tools' wire has its own numbers, and the code beside them.
    .object({ code: z.union([z.string(), z.number()]), data: z.object({ code: z.string() }).optional() })
    .nullish(),
})

let stack: GatewayStack
/** Every operation that the gateway describes, so that a new one is tried as well. */
let operations: readonly (readonly [method: string, path: string])[]
beforeAll(async () => {
  stack = await startGatewayStack()
  const document: unknown = await (await fetch(`${stack.url}/openapi.json`)).json()
  const { paths } = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) }).parse(document)
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, idFor)] as const),
  )
})
afterAll(() => stack.stop())

/** An id that the route takes. */
function idFor(_place: string, name: string): string {
  return name === 'message_id' ? 'msg_1' : 'one'
}

async function ask(method: string, path: string, header: Record<string, string>) {
  const body = method === 'POST' ? { body: '{"model":"stub-model"}' } : {}
  const headers = { 'content-type': 'application/json', ...header }
  const response = await fetch(stack.url + path, { method, headers, ...body })
  const { error } = errorSchema.parse(await response.json())
  return { status: response.status, code: error?.data?.code ?? error?.code }
}

describe('a token', () => {
  it.concurrent.each(FORGED)('%s opens no operation, in whatever header', async (_what, claims, overrides, code) => {
    const token = await stack.oidc.mint({ sub: 'alice', ...claims }, overrides)
    const asked = [...operations.map(([method, path]) => ['authorization', method, path] as const), ...OTHER_HEADERS]
    expect(asked.length).toBeGreaterThan(15)
    const found = await Promise.all(
      asked.map(async ([name, method, path]) => {
        const header = { [name]: name === 'authorization' ? `Bearer ${token}` : token }
        return { name, method, path, ...(await ask(method, path, header)) }
      }),
    )
    expect(found).toEqual(asked.map(([name, method, path]) => ({ name, method, path, status: 401, code })))
    expect(stack.stub.requestCount).toBe(0)
  })

  it('without any of these faults is taken everywhere', async () => {
    const token = await stack.oidc.mint({ sub: 'alice' })
    for (const [method, path] of operations) {
      const { status } = await ask(method, path, { authorization: `Bearer ${token}` })
      expect([401, 405], `${method} ${path}`).not.toContain(status)
    }
  })

  it('that was taken a moment ago is refused once it has expired', async () => {
    // Within the tolerance of five seconds for clocks that differ.
    const token = await stack.oidc.mint({ sub: 'alice', exp: nowSeconds() - 2 })
    const seen = async () => await ask('GET', '/v1/models', { authorization: `Bearer ${token}` })
    expect((await seen()).status).toBe(200)
    await expect.poll(seen, { timeout: 20_000, interval: 250 }).toEqual({ status: 401, code: 'token_expired' })
  })
})
