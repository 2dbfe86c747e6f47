import { encodeRequestFacts, type RequestFacts } from '@sluice/contracts'
import { createRedisOutbox } from '@sluice/outbox'
import { CommandBatcher } from '@sluice/redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { type AdminStack, okJson, problemOf, startAdminStack } from '../testing/test-stack.ts'

const within = { timeout: 20_000, interval: 50 }
const FACTS: RequestFacts = {
  ...{
    kind: 'request',
    version: 3,
    id: 'i',
    request_id: 'r',
    time_ms: 1_700_000_000_000,
    tenant: 'default',
    sub: 'u-alice',
  },
  ...{ session_id: 7, model: 'gpt-test', policy_version: 'p', outcome: 'answered', cache_hit: false, action: 'B' },
  layers: [{ layer: 'L0', outcome: 'allow', duration_ms: 1, findings: 0 }],
  violations: [],
}

let stack: AdminStack
let append: (id: string, changes?: Partial<typeof FACTS>) => Promise<void>

beforeAll(async () => {
  stack = await startAdminStack({ AUDIT_WRITER: 'true' })
  const clock = { nowMs: () => 0, monotonicMs: () => 0 }
  const outbox = createRedisOutbox(new CommandBatcher(stack.redisClient), { clock })
  append = async (id, changes = {}) => {
    const facts = { ...FACTS, id: `record-of-${id}`, request_id: id, ...changes }
    await outbox.append({
      ...{ kind: 'request', tenant: facts.tenant, sub: facts.sub, session_id: facts.session_id, events: 2 },
      facts: encodeRequestFacts(facts),
      ...{ commitment: `commitment of ${id}`, sealed_opening: 'k.sealed' },
    })
  }
}, 300_000)
afterAll(() => stack.stop())

type Entry = Readonly<Record<string, unknown>>

const pageSchema = z.strictObject({ data: z.array(z.record(z.string(), z.unknown())), next: z.string().optional() })

async function pageOf(query: string) {
  return pageSchema.parse(await okJson(await stack.call('grace', 'GET', `/admin/audit-log?${query}`)))
}

const entries = async (query: string): Promise<readonly Entry[]> => (await pageOf(query)).data

const requestIds = (found: readonly Entry[]) => found.map(({ request_id }) => request_id)

describe('GET /admin/audit-log', () => {
  it('shows what the gateways and the control plane have recorded, and takes it out of the outbox', async () => {
    await append('shown', { sub: 'shown' })
    await stack.call('carol', 'POST', '/admin/users/shown/freeze', { reason: 'A test.', force: true })
    await vi.waitFor(async () => expect(await entries('user=shown')).toHaveLength(2), within)
    const [freeze, request] = await entries('user=shown')
    expect(freeze).toMatchObject({ type: 'user.frozen', severity: 9, actor: 'user:carol', sub: 'shown' })
    expect(request).toMatchObject({
      ...{ type: 'request.answered', severity: 1, request_id: 'shown', session_id: 7, layers: ['L0'] },
      record: { kind: 'request', model: 'gpt-test', commitment: 'commitment of shown' },
    })
    expect(JSON.stringify(request)).not.toContain('sealed')
    await vi.waitFor(async () => expect(await stack.records()).toEqual([]), within)
  })

  it('is followed from an entry on, the oldest first, and passes over none', async () => {
    for (const id of ['one', 'two', 'three']) await append(`followed-${id}`, { sub: 'followed' })
    await vi.waitFor(async () => expect(await entries('user=followed')).toHaveLength(3), within)
    const first = await pageOf('user=followed&after=0&limit=2')
    expect(requestIds(first.data)).toEqual(['followed-one', 'followed-two'])
    const second = await pageOf(`user=followed&after=${first.next}`)
    expect(requestIds(second.data)).toEqual(['followed-three'])
    expect(await pageOf(`user=followed&after=${second.next}`)).toEqual({ data: [], next: second.next })
    await append('followed-four', { sub: 'followed' })
    await vi.waitFor(async () => {
      expect(requestIds((await pageOf(`user=followed&after=${second.next}`)).data)).toEqual(['followed-four'])
    }, within)
    for (const query of ['after=1&cursor=9', 'after=1&format=csv', 'after=-1', 'after=x']) {
      const refused = await problemOf(await stack.call('grace', 'GET', `/admin/audit-log?${query}`))
      expect(refused).toMatchObject({ code: 'invalid_request', errors: [{ path: 'query.after' }] })
    }
  })

  it('has the alert of a request that has not ended yet', async () => {
    const clock = { nowMs: () => 0, monotonicMs: () => 0 }
    await createRedisOutbox(new CommandBatcher(stack.redisClient), { clock }).append({
      ...{ kind: 'alert', version: 1, id: 'an-alert', request_record_id: 'later', request_id: 'r', time_ms: 5 },
      ...{ tenant: 'default', sub: 'alerted', session_id: 8, model: 'm', policy_version: 'p', layer: 'L1' },
      violations: [{ policy_id: 'jailbreak', layer: 'L1', action: 'observed', severity: 'high', message: 'm' }],
    })
    await vi.waitFor(async () => expect(await entries('user=alerted')).toHaveLength(1), within)
    expect(await entries('layer=L1&policy_id=jailbreak&session=8')).toMatchObject([
      { id: 'an-alert', type: 'layer.alerted', severity: 7, record: { request_record_id: 'later' } },
    ])
  })

  it('pages from the newest on, whatever is entered meanwhile', async () => {
    for (const id of ['page-1', 'page-2', 'page-3']) await append(id, { sub: 'paged' })
    await vi.waitFor(async () => expect(await entries('user=paged')).toHaveLength(3), within)
    const first = await pageOf('user=paged&limit=2')
    expect(requestIds(first.data)).toEqual(['page-3', 'page-2'])
    await append('page-4', { sub: 'paged' })
    await vi.waitFor(async () => expect(await entries('user=paged')).toHaveLength(4), within)
    const second = await pageOf(`user=paged&limit=2&cursor=${first.next}`)
    expect(requestIds(second.data)).toEqual(['page-1'])
    expect(second.next).toBeUndefined()
  })

  it('keeps two records of one request id apart, which a caller may choose', async () => {
    const twice = { sub: 'twice', request_id: 'chosen' }
    await append('one', twice)
    await append('two', twice)
    await vi.waitFor(async () => expect(requestIds(await entries('user=twice'))).toEqual(['chosen', 'chosen']), within)
  })

  it('puts reading itself on record', async () => {
    await okJson(await stack.call('dave', 'GET', '/admin/audit-log?limit=1'))
    const readings = async () => (await entries('type=audit_log.read')).map(({ actor }) => actor)
    await vi.waitFor(async () => expect(await readings()).toContain('user:dave'), within)
    await okJson(await stack.call('dave', 'GET', '/admin/audit-log?limit=1'))
    expect((await readings()).filter((actor) => actor === 'user:dave')).toHaveLength(1)
  })

  it('exports everything that is found, line by line, and makes no formula of a text', async () => {
    const count = 700
    await Promise.all(Array.from({ length: count }, (_, index) => append(`export-${index}`, { sub: '=exported()' })))
    const query = `user=${encodeURIComponent('=exported()')}`
    await vi.waitFor(async () => expect(await entries(`${query}&limit=1000`)).toHaveLength(count), within)
    const ndjson = await (await stack.call('grace', 'GET', `/admin/audit-log?${query}&format=ndjson`)).text()
    const lines = ndjson
      .trimEnd()
      .split('\n')
      .map((line): Entry => JSON.parse(line))
    expect(requestIds(lines).toSorted()).toEqual(
      Array.from({ length: count }, (_, index) => `export-${index}`).toSorted(),
    )
    const csv = await (await stack.call('grace', 'GET', `/admin/audit-log?${query}&format=csv`)).text()
    const [head, first] = csv.split('\n')
    expect(head).toMatch(/^number,id,time,type,severity,sub,/)
    expect(first).toContain(`,'=exported(),`)
    expect(csv.trimEnd().split('\n')).toHaveLength(count + 1)
  })

  it.each([
    ...['limit=0', 'limit=1001', 'from=yesterday', 'layer=L9', 'unknown=1', 'format=xml', 'cursor=-1'],
    ...['to=0000-01-01T00:00:00Z', 'from=1969-12-31T23:59:59Z'],
  ])('refuses %s', async (query) => {
    const response = await stack.call('grace', 'GET', `/admin/audit-log?${query}`)
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('shows nothing of another tenant', async () => {
    await append('foreign', { tenant: 'other', sub: 'foreign' })
    await append('own', { sub: 'foreign' })
    await vi.waitFor(async () => expect(requestIds(await entries('user=foreign'))).toEqual(['own']), within)
  })
})

describe('GET /admin/siem-events', () => {
  it('gives each event once, the oldest first, as CEF', async () => {
    await append('siem-1', { sub: 'siem', model: 'a|b=c' })
    await vi.waitFor(async () => expect(await entries('user=siem')).toHaveLength(1), within)
    const lines: string[] = []
    let cursor: string | null = null
    for (;;) {
      const response = await stack.call(
        'dave',
        'GET',
        `/admin/siem-events?limit=50${cursor ? `&cursor=${cursor}` : ''}`,
      )
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      const text = await response.text()
      if (text === '') break
      lines.push(...text.trimEnd().split('\n'))
      const next = response.headers.get('x-next-cursor')
      expect(Number(next)).toBeGreaterThan(Number(cursor))
      cursor = next
    }
    const own = lines.filter((line) => line.includes(' suid=siem '))
    expect(own).toHaveLength(2)
    expect(own[0]).toMatch(/^CEF:0\|Sluice\|gateway\|0\.1\.0\|layer\.decided\|Layer decided\|0\|rt=1700000000000 /)
    expect(own[1]).toMatch(
      /^CEF:0\|Sluice\|gateway\|0\.1\.0\|request\.answered\|Request answered\|1\|rt=1700000000000 /,
    )
    expect(own[1]).toContain(' cs4=a|b\\=c cs4Label=model')
    const externalIds = lines.map((line) => / externalId=(\S+)/.exec(line)?.[1])
    expect(new Set(externalIds).size).toBe(lines.length)
  })

  it('leaves out what is below a severity, and gives JSON where that is asked for', async () => {
    await append('grave', { sub: 'grave', outcome: 'denied', code: 'jailbreak_detected' })
    await vi.waitFor(async () => expect(await entries('user=grave')).toHaveLength(1), within)
    const response = await stack.call('dave', 'GET', '/admin/siem-events?min_severity=5&format=ndjson&limit=1000')
    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const events = jsonLines(await response.text())
    expect(events.some(({ subject }) => subject === 'grave')).toBe(true)
    expect(events.every(({ severity }) => Number(severity) >= 5)).toBe(true)
    const all = await stack.call('dave', 'GET', '/admin/siem-events?min_severity=0&format=ndjson&limit=1000')
    expect(jsonLines(await all.text()).some(({ severity }) => severity === 0)).toBe(true)
    const above = await stack.call('dave', 'GET', '/admin/siem-events?min_severity=11')
    expect(await problemOf(above)).toMatchObject({ status: 400, detail: expect.stringContaining('from 0 to 10') })
  })

  it('gives what accept asks for: the first that it knows, and CEF otherwise', async () => {
    await append('formats', { sub: 'formats' })
    await vi.waitFor(async () => expect(await entries('user=formats')).toHaveLength(1), within)
    const ask = async (accept: string, query = '') => {
      const headers = {
        authorization: `Bearer ${await stack.mint({ sub: 'dave', groups: ['role:soc-analyst'] })}`,
        accept,
      }
      const url = `${stack.url}/admin/siem-events?limit=1000${query}`
      const response = await fetch(url, { headers })
      return await response.text()
    }
    const [ocsf] = jsonLines(await ask('image/png, application/x-ndjson; profile=ocsf, text/plain'))
    expect(ocsf).toMatchObject({ metadata: { version: '1.9.0' }, attestation: { chain_uid: 'sluice.invalid/tlog' } })
    expect(jsonLines(await ask('application/x-ndjson'))[0]).toMatchObject({ specversion: '1.0' })
    for (const accept of ['*/*', 'text/plain;q=0.5', 'x'.repeat(1_000)]) expect(await ask(accept)).toMatch(/^CEF:0\|/)
    expect(await ask('application/x-ndjson', '&format=cef')).toMatch(/^CEF:0\|/)
    const lines = (await ask('*/*')).trimEnd().split('\n')
    expect(jsonLines(await ask('*/*', '&format=ocsf')).length).toBeGreaterThanOrEqual(lines.length)
  })
})

function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
}
