import { adminService } from '@sluice/admin/service'
import { gatewayService } from '@sluice/gateway/service'
import { type RunningService, startService } from '@sluice/service-kit'
import { startTestStack, type TestStack } from '@sluice/test-stack'
import { type StubModel, startStubModel } from '@sluice/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'

/* Two gateways and an admin service over one Redis and one PostgreSQL: what a provider has said is what is reported. */

const USERS = [
  { sub: 'alice', groups: ['dept:finance', 'dept:board', 'role:key-holder'] },
  { sub: 'bob', groups: ['dept:finance'] },
  { sub: 'carol', groups: ['role:ciso'] },
]
const SOON = { timeout: 30_000, interval: 100 }
const REQUESTS = 60
const MODELS = ['large', 'small'] as const
/** In euros for a million tokens. */
const PRICES = {
  large: { input: 3, cachedInput: 0.3, output: 15 },
  small: { input: 0.25, cachedInput: 0.25, output: 2 },
}

/** What the provider has said of one request. */
interface Said {
  readonly input: number
  readonly cached: number
  readonly output: number
}

let stub: StubModel
let stack: TestStack
let admin: RunningService
let gateways: readonly string[]
/** By the number that stands in the prompt. */
const said = new Map<number, Said>()

beforeAll(async () => {
  stub = await startStubModel({ models: [...MODELS] })
  stub.respondWith(({ rawBody }) => {
    const number = Number(/request number (\d+)/.exec(rawBody)?.[1])
    const [input, cached, output] = [100 + number * 7, number * 3, 1 + number * 11]
    said.set(number, { input, cached, output })
    return {
      text: 'An answer of some length, whose words are not counted.',
      usage: {
        ...{ prompt_tokens: input, completion_tokens: output, total_tokens: input + output },
        prompt_tokens_details: { cached_tokens: cached },
        ...{ input_tokens: input, output_tokens: output, input_tokens_details: { cached_tokens: cached } },
      },
    }
  })
  const endpoint = { baseUrl: stub.baseUrl, permittedLevel: 7, models: MODELS, aliases: { big: 'large' } }
  const prices = Object.fromEntries(MODELS.map((model) => [model, { currency: 'EUR', ...PRICES[model] }]))
  stack = await startTestStack(gatewayService, {
    users: USERS,
    env: () => ({
      DATA_KEYS: JSON.stringify({ k1: Buffer.alloc(32, 7).toString('base64') }),
      ENDPOINTS: JSON.stringify([{ name: 'stub', ...endpoint, prices }]),
      EVIDENCE_MASKS: '256',
      OUTBOX_SHARDS: '4',
    }),
  })
  gateways = [stack.url, (await stack.another({})).url]
  const logDestination = { write: () => undefined }
  admin = await startService(adminService, { env: stack.env, logDestination })
}, 300_000)
afterAll(async () => {
  await admin?.stop()
  await stack?.stop()
  await stub?.stop()
})

/** Asks as clients do: what a busy machine refuses before it begins is asked for again. */
async function call(url: string, credential: string, body?: object, tries = 5): Promise<unknown> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status === 503 && tries > 1) return await call(url, credential, body, tries - 1)
  expect([url, response.status < 300 ? 200 : text]).toEqual([url, 200])
  return text.startsWith('{') ? JSON.parse(text) : text
}

const mint = (sub: string) => stack.mint({ sub, groups: USERS.find((user) => user.sub === sub)?.groups ?? [] })

/** One of the requests, by its number: every user, key, wire, model and gateway meets the others. */
function ask(number: number, credential: string, at: number): Promise<unknown> {
  const url = gateways[at % gateways.length]
  const model = number % 5 === 0 ? 'big' : (MODELS[number % MODELS.length] ?? 'large')
  const text = `This is request number ${number} of many.`
  const stream = number % 4 === 1
  if (number % 3 === 0) return call(`${url}/v1/responses`, credential, { model, input: text, stream, store: false })
  const body = { model, stream, messages: [{ role: 'user', content: text }] }
  if (number % 7 === 0) return call(`${url}/v1/messages`, credential, { ...body, max_tokens: 100 })
  return call(`${url}/v1/chat/completions`, credential, body)
}

const rowSchema = z.object({
  name: z.string().optional(),
  currency: z.string().optional(),
  ...{ requests: z.int(), cache_hits: z.int(), estimated_requests: z.int(), cost_micros: z.int() },
  ...{ input_tokens: z.int(), cached_tokens: z.int(), output_tokens: z.int() },
})
type Row = z.output<typeof rowSchema>

const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)
const from = dayOf(Date.now())

async function report(by: string): Promise<ReadonlyMap<string | undefined, Row>> {
  const url = `${admin.url}/admin/usage?from=${from}&to=${dayOf(Date.now())}&by=${by}`
  const { data } = z.object({ data: z.array(rowSchema) }).parse(await call(url, await mint('carol')))
  return new Map(data.map((row) => [row.name, row]))
}

/** The row of requests with these numbers, by what the provider has said. */
function expected(numbers: readonly number[], hits = 0) {
  const row = { requests: numbers.length + hits, cache_hits: hits, estimated_requests: 0, cost_micros: 0 }
  const sums = { ...row, input_tokens: 0, cached_tokens: 0, output_tokens: 0 }
  for (const number of numbers) {
    const { input, cached, output } = said.get(number) ?? { input: Number.NaN, cached: 0, output: 0 }
    const price = PRICES[modelOf(number)]
    const cost = (input - cached) * price.input + cached * price.cachedInput + output * price.output
    sums.input_tokens += input
    sums.cached_tokens += cached
    sums.output_tokens += output
    sums.cost_micros += Math.ceil(Math.round(cost * 1_000_000) / 1_000_000)
  }
  return sums
}

const modelOf = (number: number) => (number % 5 === 0 ? 'large' : (MODELS[number % MODELS.length] ?? 'large'))

describe('the report of usage', () => {
  it('has exactly what the provider has said of the requests of two gateways', async () => {
    const { id, key } = z
      .object({ id: z.string(), key: z.string() })
      .parse(await call(`${admin.url}/admin/api-keys`, await mint('alice'), { name: 'e2e' }))
    const credentials = { alice: await mint('alice'), bob: await mint('bob'), key }
    const callers = ['alice', 'bob', 'key'] as const
    const callerOf = (number: number) => callers[(number % 11) % callers.length] ?? 'bob'
    const numbers = Array.from({ length: REQUESTS }, (_, number) => number)
    const by = (test: (number: number) => boolean) => numbers.filter(test)
    await Promise.all(numbers.map((number) => ask(number, credentials[callerOf(number)], number % 13)))
    expect(stub.requestCount).toBe(REQUESTS)
    // The very same again: from the cache, which costs nothing.
    const again = by((number) => callerOf(number) === 'bob' && number % 3 !== 0 && number % 7 !== 0)
    for (const number of again) await ask(number, credentials.bob, number % 13)
    expect(stub.requestCount).toBe(REQUESTS)

    const hits = again.length
    const total = async () => [...(await report('user')).values()].reduce((sum, { requests }) => sum + requests, 0)
    await vi.waitFor(async () => expect(await total()).toBe(REQUESTS + hits), SOON)

    const ofAlice = by((number) => callerOf(number) !== 'bob')
    const ofBob = by((number) => callerOf(number) === 'bob')
    const users = await report('user')
    expect(users.get('alice')).toMatchObject({ ...expected(ofAlice), currency: 'EUR' })
    expect(users.get('bob')).toMatchObject({ ...expected(ofBob, hits), currency: 'EUR' })
    const departments = await report('department')
    expect(departments.get('finance')).toMatchObject(expected(numbers, hits))
    expect(departments.get('board')).toMatchObject(expected(ofAlice))
    const keys = await report('key')
    expect(keys.get(id)).toMatchObject(expected(by((number) => callerOf(number) === 'key')))
    expect(keys.get(undefined)).toMatchObject(
      expected(
        by((number) => callerOf(number) !== 'key'),
        hits,
      ),
    )
    const endpoints = await report('endpoint')
    expect(endpoints.get('stub')).toMatchObject(expected(numbers))
    expect(endpoints.get(undefined)).toMatchObject(expected([], hits))
    const [day, nextDay] = [...(await report('day')).values()]
    // The run may have gone over midnight.
    const sum = (member: 'requests' | 'input_tokens' | 'output_tokens' | 'cost_micros') =>
      (day?.[member] ?? 0) + (nextDay?.[member] ?? 0)
    const { requests, input_tokens, output_tokens, cost_micros } = expected(numbers, hits)
    expect([sum('requests'), sum('input_tokens'), sum('output_tokens'), sum('cost_micros')]).toEqual([
      ...[requests, input_tokens, output_tokens, cost_micros],
    ])
    const models = await report('model')
    const tokensOf = (model: string) => models.get(model)?.input_tokens
    for (const model of MODELS) expect(tokensOf(model)).toBe(expected(by((one) => modelOf(one) === model)).input_tokens)
  }, 120_000)
})
