import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuestionnaireResponse } from '../questionnaire/questionnaires.ts'
import type { AuditEntry, HistoryRecord } from '../records/records.ts'
import { CLIENTS, JAVA_SOURCE, makeProject, readJson, startApi, type TestApi } from './start-api.ts'

const START = '2026-07-01T12:00:00.000Z'

describe('what the service remembers', () => {
  let api: TestApi
  let project: Awaited<ReturnType<typeof makeProject>>
  let nowMs = Date.parse(START)
  beforeAll(async () => {
    project = await makeProject({ 'src/Keys.java': JAVA_SOURCE })
    const clock = { nowMs: () => nowMs, monotonicMs: () => performance.now() }
    api = await startApi({ HISTORY_RECORDS: '2', AUDIT_ENTRIES: '6', QUESTIONNAIRE_RESPONSES: '1' }, { clock })
  })
  afterAll(async () => {
    await api.stop()
    await project.remove()
  })

  const audit = async () => readJson<AuditEntry[]>(api.get('/v1/audit', await api.token()))

  it('is every mutating request, whatever became of it, the latest first', async () => {
    const token = await api.token()
    const auditor = await api.token(CLIENTS.Auditor)
    await api.post('/v1/scans', { project: '/does/not/exist' }, token)
    await api.post('/v1/scans', { project: project.path }, auditor)
    await fetch(`${api.url}/v1/nothing/at/all?secret=1`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
    })
    await fetch(`${api.url}/v1/history`, { method: 'DELETE', headers: { authorization: 'Bearer forged' } })
    await fetch(`${api.url}/v1/history`, { method: 'PATCH' })
    const entry = (actor: string, action: string, target: string, status: number) => ({
      actor,
      action,
      target,
      timestamp: START,
      detail: `Status: ${status}`,
    })
    expect(await audit()).toEqual([
      entry('anonymous', 'POST', '/v1/auth/token', 200),
      entry('anonymous', 'PATCH', '/v1/history', 405),
      entry('anonymous', 'DELETE', '/v1/history', 405),
      entry('Security Admin', 'PUT', '/v1/nothing/at/all', 404),
      entry('Compliance Auditor', 'POST', '/v1/scans', 403),
      entry('Security Admin', 'POST', '/v1/scans', 500),
    ])
  })

  it('leaves a line of each entry in the log, for when it is forgotten', () => {
    const lines = api.logged().filter(({ msg }) => msg === 'audit')
    expect(lines.length).toBeGreaterThan(6)
    expect(lines[0]).toMatchObject({
      audit: { actor: 'anonymous', action: 'POST', target: '/v1/auth/token', detail: 'Status: 200' },
      requestId: expect.any(String),
    })
  })

  it('is no reading request', async () => {
    const before = (await audit()).length
    await api.get('/v1/history', await api.token())
    expect((await audit()).length).toBe(before)
  })

  it('is every scan that was asked for, the latest first, up to the bound', async () => {
    const token = await api.token()
    const results: { id: string }[] = []
    for (let scan = 0; scan < 3; scan += 1) {
      nowMs += 1_000
      const response = await api.post('/v1/scans', { project: project.path }, token)
      expect(response.status).toBe(200)
      const result = await readJson<{ id: string; findings: number }>(response)
      expect(result).toEqual({ id: expect.any(String), status: 'completed', findings: expect.any(Number) })
      expect(result.findings).toBeGreaterThan(0)
      results.push(result)
    }
    const history = await readJson<HistoryRecord[]>(api.get('/v1/history', await api.token(CLIENTS.Executive)))
    expect(history).toHaveLength(2)
    expect(history.map(({ id }) => id)).toEqual([results[2]!.id, results[1]!.id])
    expect(history[0]).toEqual({
      id: results[2]!.id,
      path: project.path,
      findingCount: expect.any(Number),
      score: expect.any(Number),
      status: 'completed',
      timestamp: new Date(nowMs).toISOString(),
      // Beyond the specification: the verdict with what it rests on.
      figures: {
        ...{ verdict: 'NonCompliant', quantumBroken: 2, quantumVulnerable: 0, mitigable: 1, quantumSafe: 0 },
        ...{ filesRead: 1, filesNotAssessed: 0, foldersIgnored: 0, unresolvedCalls: 0 },
      },
    })
  })

  it('is what a score is compared with', async () => {
    const token = await api.token()
    const score = await readJson<{ change?: object }>(api.get(`/v1/scores?project=${project.path}`, token))
    const since = new Date(nowMs).toISOString()
    expect(score.change).toMatchObject({ since, difference: 0, direction: 'same', findings: 0 })
    const report = await (await api.get(`/v1/reports?format=md&project=${project.path}`, token)).text()
    expect(report.replaceAll('\\', '')).toContain('Since the scan of 2026-07-01, the score is the same')
    const other = await makeProject({ 'a.java': JAVA_SOURCE })
    const first = await readJson<object>(api.get(`/v1/scores?project=${other.path}`, token))
    await other.remove()
    expect(first).not.toHaveProperty('change')
  })

  it('is every response to a questionnaire, with its score', async () => {
    const token = await api.token(CLIENTS.Auditor)
    const answers = [{ questionId: 'inventory-exists', value: 'fully', score: 17 }]
    const submitted = await api.post(
      '/v1/questionnaire/submit',
      { templateId: 'post-quantum-readiness', answers },
      token,
    )
    expect(submitted.status).toBe(200)
    const response = await readJson<QuestionnaireResponse>(submitted)
    // 3 of the section's 10 points of weight; 5 of the template's 31.
    expect(response).toMatchObject({
      templateId: 'post-quantum-readiness',
      submittedBy: 'Compliance Auditor',
      submittedAt: new Date(nowMs).toISOString(),
      score: { readinessPercent: 4.8, level: 'Unprepared', answeredCount: 1 },
    })
    expect(response.score.sections[0]).toMatchObject({ sectionId: 'inventory', readinessPercent: 30, level: 'Initial' })
    expect(response.score.sections[0]?.questions[0]).toEqual({
      questionId: 'inventory-exists',
      value: 'fully',
      score: 3,
      maxScore: 3,
      scoreFrom: 'template',
    })
    const one = await (await api.get(`/v1/questionnaire/responses/${response.id}`, token)).json()
    expect(one).toEqual(response)
    const { sections: _, ...summary } = response.score
    const list = await (await api.get('/v1/questionnaire/responses', token)).json()
    expect(list).toEqual([{ ...response, score: summary }])
  })
})

describe('a page of another origin', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.stop())

  it('may ask before it sends', async () => {
    const response = await fetch(`${api.url}/v1/scans`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://portal.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
  })

  it.each(['/v1/history', '/openapi/v1.json', '/v1/nothing', '/v1/cbom?project=.'])(
    'may read the answer of %s',
    async (path) => {
      const response = await api.get(path, undefined, { origin: 'https://portal.example' })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-credentials')).toBeNull()
      for (const name of ['content-disposition', 'x-request-id', 'x-scan-failure', 'x-cbom-key-id']) {
        expect(response.headers.get('access-control-expose-headers')).toContain(name)
      }
    },
  )
})

describe('the start', () => {
  const warnings = async (env: Record<string, string>) => {
    const api = await startApi(env)
    await api.stop()
    return api
      .logged()
      .filter(({ level }) => level === 'warn')
      .map(({ msg }) => String(msg).split(' ')[0])
  }

  it('warns of what is open to anyone, and not where it is set', async () => {
    expect(await warnings({})).toEqual(['TOKEN_KEY', 'TOKEN_SECRET', 'ASSESSMENT_ROOTS', 'CBOM_SIGNING_KEY_FILE'])
    const project = await makeProject({ 'a.txt': '' })
    const set = { TOKEN_KEY: 'x'.repeat(32), TOKEN_SECRET: 'y'.repeat(16), ASSESSMENT_ROOTS: project.path }
    expect(await warnings(set)).toEqual(['CBOM_SIGNING_KEY_FILE'])
    await project.remove()
  })

  it.each([
    ['a root that is not there', { ASSESSMENT_ROOTS: '/does/not/exist' }, 'ASSESSMENT_ROOTS'],
    ['a key file that is not there', { CBOM_SIGNING_KEY_FILE: '/does/not/exist' }, 'CBOM_SIGNING_KEY_FILE'],
    ['a pack that is not there', { ASSESSMENT_PACKS: 'nothing' }, 'nothing'],
  ])('fails for %s', async (_name, env, message) => {
    await expect(startApi(env)).rejects.toThrow(message)
  })

  it.each([
    ['rules that are none', { 'rules/go/x.json': '{"rules": 1}' }, 'x.json'],
    ['names that are none', { 'names.json': '[]' }, 'names.json'],
  ])('fails for a pack with %s, and not at the first scan', async (_name, files, place) => {
    const pack = await makeProject({ 'entries.json': JSON.stringify(PACK), ...files })
    await expect(startApi({ ASSESSMENT_PACKS: pack.path })).rejects.toThrow(place)
    await pack.remove()
  })
})

const PACK = {
  pack: 'house',
  version: '1.0.0',
  title: 'A pack whose entries can be used.',
  sources: { S1: { title: 'A standard' } },
  entries: [
    {
      algorithm: 'Rot13',
      title: 'Rotation by thirteen',
      primitive: 'other',
      purposes: ['encryption'],
      judgements: [{ risk: 'QuantumVulnerable', cnsa2: 'NonCompliant', reason: 'No key.', sources: ['S1'] }],
      migration: { encryption: { target: 'AES-256', action: 'Use AES-256.' } },
    },
  ],
}
