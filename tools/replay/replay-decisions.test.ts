import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type ClearanceRecord,
  canonicalJson,
  digestOfBasis,
  type RequestRecord,
  trailRecordSchema,
} from '@sluice/contracts'
import { writeVerifierKey } from '@sluice/evidence'
import { LOG_SIGNER, makeExport, WITNESS } from '@sluice/evidence/testing'
import { createCedarPolicies } from '@sluice/policy/cedar'
import { afterAll, expect, it } from 'vitest'
import { runReplay } from './replay-decisions.ts'

const folder = mkdtempSync(join(tmpdir(), 'replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

const TIME = Date.UTC(2026, 0, 5, 12, 0, 2)
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')
const text32 = (byte: number) => Buffer.alloc(32, byte).toString('base64url')

const source = createCedarPolicies({ clearances: { staff: { level: 3 } } }, { clock: { nowMs: () => TIME } })
source.replace('acme', [
  {
    ...{ id: 'not-at-noon', immutable: false, enabled: true, version: 1 },
    text: `forbid (principal, action == Action::"invoke", resource)
      when { context.time.toTime() == duration("12h") && context.category == Category::"B" };`,
  },
])
const { policies, schema, entities } = source.current('acme').documents()
const registry = canonicalJson([
  { endpoint: 'eu', permittedLevel: 5, region: 'eu', models: { chat: ['gpt-test'], embeddings: [] } },
  { endpoint: 'us', permittedLevel: 3, models: { chat: ['gpt-test'], embeddings: [] } },
  { recognizer: 'presidio', permittedLevel: 7, whenDown: 'deny', whenNotPermitted: 'embedded', languages: ['en'] },
  { guard: 'judge', permittedLevel: 3, whenDown: 'deny', whenNotPermitted: 'pass', kind: 'llama-guard', model: 'm' },
])

const basis: ClearanceRecord['basis'] = {
  ...{ id: 'clearance-1', policies: policies.digest, schema: schema.digest, registry: digestOf(registry) },
  ...{ entities: entities.digest, claims: text32(1), masked: text32(2), shift: text32(3), opening: text32(4) },
}
const clearance: ClearanceRecord = {
  ...{ kind: 'clearance', version: 1, id: 'clearance-1', time_ms: TIME, tenant: 'acme', sub: 'alice', session_id: 7 },
  ...{ username: 'alice', client: 'app', roles: [], groups: ['staff'], departments: [], policy_version: 'p' },
  ...{ clearance: 3, basis, sealed_opening: 'k1.a.b.c' },
}
const categories = { PII: 1, PHI: 0, PCI: 0, SECRET: 0, CODENAME: 0 }
const evidence: NonNullable<RequestRecord['evidence']> = {
  ...{ kind: 'answered', basis: digestOfBasis(basis), endpoints: [['eu', 5]], permitted: 5, residual: null },
  ...{ masked: text32(5), shift: text32(6) },
}

let serial = 0
function request(changes: Partial<RequestRecord> = {}): RequestRecord {
  serial += 1
  return trailRecordSchema.parse({
    ...{ kind: 'request', version: 4, id: `request-${serial}`, request_id: 'r', time_ms: TIME, tenant: 'acme' },
    ...{ sub: 'alice', session_id: 7, model: 'gpt-test', policy_version: 'p', outcome: 'answered', action: 'A' },
    tile: { level: 4, categories, reidentificationRisk: 0, flags: [], digest: '' },
    ...{ endpoint: 'eu', cache_hit: false, violations: [], evidence, commitment: 'c', sealed_opening: 'k1.d.e.f' },
    layers: [{ layer: 'L5', outcome: 'answer', duration_ms: 900, findings: 0 }],
    ...changes,
  }) as RequestRecord
}

let runs = 0
async function replay(
  records: readonly unknown[],
  { without = '', grown = '', args = [] as string[], change = (lines: readonly string[]) => lines } = {},
) {
  runs += 1
  const documents = join(folder, `documents-${runs}`)
  mkdirSync(documents)
  const answer = JSON.stringify({ digest: entities.digest, kind: 'entities', text: entities.text })
  const files = { policies: policies.text, schema: schema.text, entities: answer, registry }
  for (const [name, text] of Object.entries(files)) {
    if (name !== without) writeFileSync(join(documents, name), text)
    // Behind the text: more than a string can hold.
    if (name === grown) truncateSync(join(documents, name), 600_000_000)
  }
  const file = join(folder, `export-${runs}.ndjson`)
  const made = await makeExport(undefined, undefined, undefined, undefined, records)
  writeFileSync(file, `${change(made.all).join('\n')}\n`)
  const keys = ['--key', writeVerifierKey(LOG_SIGNER.key), '--witness', writeVerifierKey(WITNESS.key)]
  const lines: string[] = []
  const code = await runReplay([file, '--documents', documents, ...keys, ...args], (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

it('makes decisions again from the texts that evidence names', async () => {
  const held = request({
    ...{
      outcome: 'held',
      action: 'F',
      endpoint: undefined,
      evidence: { ...evidence, kind: 'refused', endpoints: [], permitted: null },
    },
    violations: [{ policy_id: 'action-f', layer: 'L0', action: 'held', severity: 'medium', message: 'm' }],
  })
  // It began before noon, and the policy was asked then.
  const longAgo = request({
    action: 'B',
    layers: [{ layer: 'L5', outcome: 'answer', duration_ms: 3_000, findings: 0 }],
  })
  const { code, text } = await replay([clearance, request(), held, longAgo])
  expect(text).toContain(
    '3 of 3 requests: 11 decisions made again, each as recorded. 0 differ, 0 could not be replayed.',
  )
  expect(code).toBe(0)
})

it('names each difference', async () => {
  const records = [
    request({ evidence: { ...evidence, endpoints: [['us', 3]], permitted: 3 } }),
    request({ action: 'F' }),
    request({ action: 'B' }),
  ]
  const { code, text } = await replay([clearance, ...records])
  expect(code).toBe(1)
  expect(text).toContain(`DIFFERS ${records[0]?.id}: route-permitted-level forbid us, which got the request.`)
  expect(text).toContain(`DIFFERS ${records[1]?.id}: action-f holds or refuses the request, and is not on record.`)
  expect(text).toContain(`DIFFERS ${records[2]?.id}: not-at-noon holds or refuses the request, and is not on record.`)
  const higher = await replay([{ ...clearance, clearance: 7 }, records[0]])
  expect(higher.text).toContain("The caller's clearance is 3, not 7.")
})

it('says what could not be replayed, and why', async () => {
  const old = request({ version: 3, evidence: undefined })
  const early = request({ outcome: 'denied', evidence: { ...evidence, kind: 'refused', basis: null } })
  const other = request({ evidence: { ...evidence, basis: text32(9) } })
  const { code, text } = await replay([clearance, old, early, other, request()])
  expect(code).toBe(3)
  expect(text).toContain(`NOT REPLAYED ${old.id}: it was recorded before there was evidence.`)
  expect(text).toContain(`NOT REPLAYED ${early.id}: it was refused before the clearance of its session was looked at.`)
  expect(text).toContain(`NOT REPLAYED ${other.id}: the record of the clearance of its session is not in the export.`)
  const lacking = await replay([clearance, request()], { without: 'schema' })
  const huge = await replay([clearance, request()], { grown: 'schema' })
  expect(huge).toMatchObject({ code: 3, text: expect.stringContaining(`Missing texts, by digest: ${schema.digest}`) })
  expect(lacking).toMatchObject({
    code: 3,
    text: expect.stringContaining(`Missing texts, by digest: ${schema.digest}`),
  })
})

it('replays nothing to which the log has not committed', async () => {
  const forged = { salt: Buffer.alloc(32).toString('base64'), record: request() }
  const withMore = (number: number) => (lines: readonly string[]) =>
    lines.with(number, JSON.stringify({ ...JSON.parse(lines.at(number) ?? ''), ...forged }))
  // Line 7 is that of an erased record.
  for (const number of [0, 7, -1]) {
    const { code, text } = await replay([clearance], { change: withMore(number) })
    expect(code).toBe(1)
    expect(text).toMatch(/^FAULT: Line \d+ is not one of an export\.$/)
  }
})

it('goes by one clearance only, that of its session', async () => {
  const higher = { ...clearance, groups: ['board'], clearance: 7 }
  for (const [second, named] of [
    [{ ...higher, id: 'clearance-2' }, 'clearance-2'],
    [{ ...higher, time_ms: TIME + 1 }, 'clearance-1'],
  ] as const) {
    const { code, text } = await replay([clearance, request(), second, request()])
    expect(code).toBe(1)
    expect(text).toContain(`DIFFERS ${named}: The clearance has the basis of another record.`)
    expect(text).toContain('2 of 3 requests')
  }
  const other = request({ session_id: 8 })
  const { text } = await replay([clearance, other])
  expect(text).toContain(`DIFFERS ${other.id}: The clearance that it names is of another session.`)
})

it('takes what other readers take for the end of a line as it was written', async () => {
  const act = { kind: 'control', id: 'act', reason: 'a\u2028b\u2029c\rd\u0085' }
  expect(await replay([clearance, act, request()])).toMatchObject({ code: 0 })
})

it('does not replay each minute of what says to have lasted for ever', async () => {
  const endless = [86_400_001, Number.MAX_VALUE].map((duration_ms) =>
    request({ action: 'F', layers: [{ layer: 'L5', outcome: 'answer', duration_ms, findings: 0 }] }),
  )
  const { code, text } = await replay([clearance, ...endless])
  expect(code).toBe(3)
  for (const { id } of endless) expect(text).toContain(`NOT REPLAYED ${id}: it says to have lasted more than a day.`)
})

it('replays the requests that were asked for only', async () => {
  const [first, second] = [request(), request({ action: 'F' })]
  const args = ['--request', first.id, '--request', 'nowhere']
  const { code, text } = await replay([clearance, first, second], { args })
  expect(code).toBe(3)
  expect(text).toContain('NOT REPLAYED nowhere: it is not in the export.')
  expect(text).toContain('1 of 2 requests')
})

it.each([[[]], [['/nowhere', '--documents', folder]], [['a', '--documents', '/nowhere', '--key', 'none']]])(
  'is explained where the command is wrong: %j',
  async (args) => {
    const lines: string[] = []
    expect(await runReplay(args, (line) => lines.push(line))).toBe(2)
    expect(lines.join('\n')).toContain('Usage: npm run replay-decisions')
  },
)
