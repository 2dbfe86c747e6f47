import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type StubModel, startStubModel, startStubPresidio } from '@sluice/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { completionOf, errorOf, type GatewayStack, startGatewayStack } from '../testing/test-stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'reload-'))
const path = join(folder, 'endpoints.yaml')
const POLL = { timeout: 10_000, interval: 20 }

let stack: GatewayStack
let other: StubModel

/** An endpoint over a stub, as a line of the file. */
const line = (name: string, { baseUrl }: Pick<StubModel, 'baseUrl'>, changes: object = {}) => ({
  ...{ name, baseUrl, permittedLevel: 7, models: ['stub-model'] },
  ...changes,
})

/** Puts another file in place of the registry, as an editor does. */
function write(registry: unknown): void {
  writeFileSync(`${path}.new`, typeof registry === 'string' ? registry : JSON.stringify(registry))
  renameSync(`${path}.new`, path)
}

beforeAll(async () => {
  other = await startStubModel({ models: ['stub-model'], reply: 'other' })
  stack = await startGatewayStack((stub) => {
    write({ endpoints: [line('first', stub)] })
    const QUOTAS = JSON.stringify({ default: { openExchanges: null, requestsPerMinute: null } })
    return { ENDPOINTS: '', ENDPOINTS_FILE: path, ENDPOINTS_POLL_MS: '50', CACHE_TTL_MS: '0', QUOTAS }
  })
})
afterAll(async () => {
  await stack?.stop()
  await other?.stop()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  stack.stub.reset()
  other.reset()
  stack.stub.respondWith('first')
  other.respondWith('other')
})

const asked = (content = 'Hello?', changes: object = {}) => ({
  model: 'stub-model',
  messages: [{ role: 'user', content }],
  ...changes,
})
const metrics = async () => await (await fetch(`${stack.url}/metrics`)).text()
const answerOf = async () => (await completionOf(await stack.post('alice', asked()))).choices[0]?.message.content
const reload = async (registry: unknown, answer: string) => {
  write(registry)
  await expect.poll(answerOf, POLL).toBe(answer)
}

describe('the registry of endpoints', () => {
  it('is replaced while requests come in, and none of them fails', async () => {
    await reload({ endpoints: [line('first', stack.stub)] }, 'first')
    let isOver = false
    const seen = new Map<string, number>()
    const ask = async (caller: 'alice' | 'bob', stream: boolean) => {
      while (!isOver) {
        const response = await stack.post(caller, asked('Hello?', { stream }))
        const text = await response.text()
        const answer = response.ok ? (/first|other/.exec(text)?.[0] ?? text) : `${response.status} ${text}`
        const whole = stream && !text.includes('[DONE]') ? `broken ${text}` : answer
        seen.set(whole, (seen.get(whole) ?? 0) + 1)
      }
    }
    const asking = [ask('alice', false), ask('alice', true), ask('bob', false), ask('bob', true)]
    for (let round = 0; round < 6; round += 1) {
      const [name, stub, answer] = round % 2 === 0 ? ['second', other, 'other'] : ['first', stack.stub, 'first']
      await reload({ endpoints: [line(String(name), stub as StubModel)] }, String(answer))
    }
    isOver = true
    await Promise.all(asking)
    expect([...seen.keys()].toSorted()).toEqual(['first', 'other'])
    expect(Math.min(...seen.values())).toBeGreaterThan(10)
    // Four callers keep a core busy meanwhile.
  }, 60_000)

  it('lets a stream end where it began, and closes its connections behind it', async () => {
    await reload({ endpoints: [line('first', stack.stub)] }, 'first')
    const gate = stack.stub.pauseAfter(2)
    stack.stub.respondWith('one two three')
    const streaming = stack.post('alice', asked('Hello?', { stream: true })).then((response) => response.text())
    await gate.reached
    await reload({ endpoints: [line('second', other)] }, 'other')
    expect(await metrics()).toMatch(/sluice_upstream_connections\{[^}]*endpoint="first"[^}]*state="in_use"[^}]*\} 1/)
    gate.release()
    expect(await streaming).toMatch(/one.*two.*three.*\[DONE\]/s)
    await expect.poll(metrics, POLL).not.toMatch(/sluice_upstream_connections\{[^}]*endpoint="first"/)
    expect(stack.stub.requestCount).toBeGreaterThan(0)
  })

  it('stays as it was where the file is bad, which the log and a metric say without its words', async () => {
    await reload({ endpoints: [line('first', stack.stub)] }, 'first')
    write({ endpoints: [line('second', other, { apiKey: 'sk-not-a-reference' })] })
    await expect.poll(metrics, POLL).toMatch(/sluice_endpoint_registry_refused\{[^}]*\} 1/)
    expect(await answerOf()).toBe('first')
    write('endpoints: [')
    await expect.poll(() => stack.logged(), POLL).toContain('not valid YAML')
    expect(stack.logged()).toContain('endpoints.0.apiKey: must name a secret')
    expect(stack.logged()).not.toContain('sk-not-a-reference')
    expect(await answerOf()).toBe('first')
    await reload({ endpoints: [line('second', other)] }, 'other')
    expect(await metrics()).toMatch(/sluice_endpoint_registry_refused\{[^}]*\} 0/)
  })

  it('counts for the next request with its levels, and evidence names the one that counted', async () => {
    await reload({ endpoints: [line('first', stack.stub)] }, 'first')
    const secret = asked('The card is 4111 1111 1111 1111.')
    expect((await stack.post('alice', secret)).status).toBe(200)
    write({ endpoints: [line('first', stack.stub, { permittedLevel: 2 })] })
    let refused: Response | undefined
    await expect
      .poll(async () => {
        refused = await stack.post('alice', secret)
        return refused.status
      }, POLL)
      .toBe(403)
    expect(await errorOf(refused!)).toMatchObject({ code: 'no_compliant_endpoint' })
    const records = await stack.records()
    const bases = records.filter(({ kind }) => kind === 'clearance').map(({ basis }) => basis as { registry: string })
    const [before, after] = bases.slice(-2)
    expect(after?.registry).not.toBe(before?.registry)
    const documents = await stack.database.pool.query('SELECT digest FROM policy_documents WHERE kind = $1', [
      'registry',
    ])
    const kept = documents.rows.map(({ digest }: { digest: unknown }) => digest)
    expect(kept).toEqual(expect.arrayContaining([before?.registry, after?.registry]))
  })

  it('has keys that are read again when their file changes', async () => {
    writeFileSync(join(folder, 'key'), 'old-key')
    await reload({ endpoints: [line('second', other, { apiKey: { file: 'key' } })] }, 'other')
    await expect
      .poll(async () => {
        await answerOf()
        return other.lastRequest().headers.authorization
      }, POLL)
      .toBe('Bearer old-key')
    writeFileSync(join(folder, 'key'), 'new-key\n')
    await expect
      .poll(async () => {
        await answerOf()
        return other.lastRequest().headers.authorization
      }, POLL)
      .toBe('Bearer new-key')
    expect(stack.logged()).not.toMatch(/old-key|new-key/)
  })

  it('gives a tenant its own key, and others the endpoint’s or nothing', async () => {
    const tenantKeys = { default: { file: 'tenant' }, acme: { file: 'acme' } }
    writeFileSync(join(folder, 'tenant'), 'key-of-default')
    writeFileSync(join(folder, 'acme'), 'key-of-acme')
    await reload({ endpoints: [line('second', other, { tenantKeys })] }, 'other')
    await expect
      .poll(async () => {
        await answerOf()
        return other.lastRequest().headers.authorization
      }, POLL)
      .toBe('Bearer key-of-default')
    const { default: _, ...others } = tenantKeys
    write({ endpoints: [line('second', other, { tenantKeys: others })] })
    await expect.poll(async () => (await stack.post('alice', asked())).status, POLL).toBe(404)
    expect(await (await stack.request('alice', '/v1/models')).json()).toMatchObject({ data: [] })
  })
})

let files = 0
function fileWith(text: string): string {
  files += 1
  const written = join(folder, `file-${files}`)
  writeFileSync(written, text)
  return written
}
const referring = line('a', { baseUrl: 'http://a/v1' }, { apiKey: { env: 'DATA_KEYS' } })

describe('at its start a gateway', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    [
      'both variables',
      { ENDPOINTS: '[{"name":"a","baseUrl":"http://a/v1","permittedLevel":1,"models":["m"]}]' },
      /ENDPOINTS_FILE: is set beside/,
    ],
    ['an empty file and nothing else', { ENDPOINTS_FILE: fileWith('') }, /ENDPOINTS: is required/],
    [
      'a reference to a secret of the gateway itself',
      { ENDPOINTS_FILE: fileWith(JSON.stringify([referring])) },
      /ENDPOINTS_FILE: a: the variable DATA_KEYS is not set/,
    ],
    ['a file that is not there', { ENDPOINTS_FILE: '/no/such/file' }, /ENDPOINTS_FILE: the file cannot be read/],
  ])('refuses %s', async (_what, changes, fault) => {
    await expect(stack.another(changes)).rejects.toThrow(fault)
  })
})

describe('a recognizer of the registry', () => {
  it('reads short and long texts from the next reading on, what it finds is masked, and its fall refuses them', async () => {
    const presidio = await startStubPresidio({ quorlvantz: 'PERSON' })
    const recognizer = {
      ...{ name: 'presidio', kind: 'presidio', url: presidio.url, permittedLevel: 7, languages: ['en'] },
      timeoutMs: 20_000,
    }
    const registry = (...recognizers: object[]) => ({ endpoints: [line('first', stack.stub)], recognizers })
    const sent = () => JSON.stringify(stack.stub.requests.at(-1)?.body)
    try {
      await reload(registry(), 'first')
      await stack.post('alice', asked('tell quorlvantz'))
      expect(sent()).toContain('quorlvantz')
      write(registry(recognizer))
      await expect
        .poll(async () => (await stack.post('alice', asked('tell quorlvantz'))).ok && sent(), POLL)
        .toContain('PERSON_')
      const long = `\u{1f600}! ${'one two three. '.repeat(2_000)} tell quorlvantz`
      expect((await stack.post('alice', asked(long))).status).toBe(200)
      expect(sent()).toMatch(/tell PERSON_(?:\w{4,8}_)?\w{10}"/)
      const count = presidio.requests.length
      expect((await stack.post('alice', asked(long))).status).toBe(200)
      expect(presidio.requests).toHaveLength(count)
      presidio.behave({ status: 500, body: '' })
      expect(await errorOf(await stack.post('alice', asked('say quorlvantz')))).toMatchObject({ code: 'layer_failed' })
      await reload(registry(), 'first')
    } finally {
      await presidio.stop()
    }
  })
})
