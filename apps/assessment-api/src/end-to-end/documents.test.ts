import { verifyCbom } from '@sluice/assessment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SigningKey } from '../engine.ts'
import { CLIENTS, JAVA_SOURCE, makeProject, readJson, startApi, type TestApi } from './start-api.ts'

const CDX = 'application/vnd.cyclonedx+json'

interface Cbom {
  header: Record<string, string>
  assets: Record<string, unknown>[]
  signature: string
}

describe('the documents of a project', () => {
  let api: TestApi
  let token: string
  let project: Awaited<ReturnType<typeof makeProject>>
  beforeAll(async () => {
    project = await makeProject({ 'src/Keys.java': JAVA_SOURCE, 'README.md': 'This product does not use RSA.' })
    api = await startApi({ SCAN_REUSE_MS: '600000' })
    token = await api.token()
  })
  afterAll(async () => {
    await api.stop()
    await project.remove()
  })

  const get = (name: string, headers: Record<string, string> = {}) =>
    api.get(`/v1/${name}${name.includes('?') ? '&' : '?'}project=${encodeURIComponent(project.path)}`, token, headers)

  it('are a bill of materials', async () => {
    const response = await get('cbom')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('vary')).toBe('Accept')
    const cbom = await readJson<Cbom>(response)
    expect(cbom.header).toEqual({
      version: '1.0.0',
      projectPath: project.path,
      kbVersion: '1.0.0',
      generatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    })
    const rsa = cbom.assets.find(({ algorithm }) => algorithm === 'RSA')
    expect(rsa).toMatchObject({ riskLevel: 'QuantumBroken', parameters: { keySize: 2048 } })
    expect(rsa?.locationalId).toMatch(new RegExp(`^${rsa?.logicalId}::[^:]+\\.java:\\d+$`))
  })

  it.each(['ecdsa', 'ml-dsa-87'])('are a bill of materials whose %s signature can be checked', async (kind) => {
    const response = await get(`cbom?signature=${kind}`)
    const cbom = await readJson<Cbom>(response)
    const { keys } = await readJson<{ keys: SigningKey[] }>(api.get('/v1/cbom/key', await api.token(CLIENTS.Auditor)))
    const key = keys.find(({ keyId }) => keyId === response.headers.get('x-cbom-key-id'))
    expect(key?.algorithm).toBe(response.headers.get('x-cbom-signature-algorithm'))
    expect(key?.algorithm).toBe(kind === 'ecdsa' ? 'ECDSA-P384-SHA384' : 'ML-DSA-87')
    expect(verifyCbom(cbom, key!.publicKey)).toBe(true)
    cbom.header.projectPath = '/elsewhere'
    expect(verifyCbom(cbom, key!.publicKey)).toBe(false)
  })

  it.each([
    ['cbom?format=cyclonedx', {}, '1.6'],
    ['cbom?format=cyclonedx&version=1.7', {}, '1.7'],
    ['cbom', { accept: CDX }, '1.6'],
    ['cbom', { accept: `${CDX}; version=1.7` }, '1.7'],
  ])('are a CycloneDX document for %s with %j', async (name, headers, version) => {
    const response = await get(name, headers)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(`${CDX}; version=${version}`)
    expect(await response.json()).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: version,
      signature: { algorithm: 'ES384' },
    })
  })

  it('are findings, a score, a verdict and a plan that fit together', async () => {
    const [findings, score, verdict, plan, cbom] = await Promise.all([
      readJson<Record<string, number> & { findings: Record<string, unknown>[] }>(get('findings')),
      readJson<Record<string, number>>(get('scores')),
      readJson<Record<string, unknown>>(get('cnsa-verdict')),
      readJson<{ totalEffortDays: number; itemCount: number; items: { effortDays: number }[] }>(get('plan')),
      readJson<Cbom>(get('cbom')),
    ])
    expect(findings.findings).toHaveLength(findings.count ?? -1)
    expect(cbom.assets).toHaveLength(findings.count ?? -1)
    expect(score.findingCount).toBe(findings.count)
    expect(findings.quantumBroken).toBeGreaterThan(0)
    expect(score.systemScore).toBeGreaterThan(0)
    expect(verdict).toMatchObject({
      verdict: 'NonCompliant',
      evidence: { profileName: 'CNSA 2.0', profileVersion: '1.0.0' },
    })
    expect(plan.items).toHaveLength(plan.itemCount)
    expect(plan.totalEffortDays).toBe(plan.items.reduce((sum, { effortDays }) => sum + effortDays, 0))
  })

  it('are SARIF', async () => {
    const response = await get('findings?format=sarif')
    expect(response.headers.get('content-type')).toBe('application/sarif+json')
    expect(await response.json()).toMatchObject({ version: '2.1.0' })
  })

  it.each([
    ['reports', 'text/html; charset=utf-8', '<!doctype html>'],
    ['reports?format=html', 'text/html; charset=utf-8', '<!doctype html>'],
    ['reports?format=md', 'text/markdown; charset=utf-8', '# '],
  ])('are %s', async (name, contentType, start) => {
    const response = await get(name)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(contentType)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await response.text()).startsWith(start)).toBe(true)
  })

  it.each([{}, { organization: 'Example & Sons <b>' }, { organization: '' }])(
    'are a PDF to download, for %j',
    async (body) => {
      const disposition = () => `attachment; filename="report-${new Date().toISOString().slice(0, 10)}.pdf"`
      const before = disposition()
      const response = await api.post('/v1/reports/render', { project: project.path, ...body }, token)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      expect([before, disposition()]).toContain(response.headers.get('content-disposition'))
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.length).toBe(Number(response.headers.get('content-length')))
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    },
  )

  it('name what only the caller knows', async () => {
    const linkTemplate = 'https://code.example/{path}#L{line}'
    const named = { name: 'Shop', version: 'v2', commit: 'abc', classification: 'Internal', linkTemplate }
    const html = await (await get(`reports?${new URLSearchParams(named)}`)).text()
    expect(html).toContain('<h1>Shop</h1>')
    expect(html).not.toContain(project.path)
    for (const text of ['v2', 'abc', 'Internal']) expect(html).toContain(`<dd>${text}</dd>`)
    expect(html).toContain('href="https://code.example/src/Keys.java#L')
    const assignments = { RSA: { owner: 'Platform', due: '2027-06-30' }, '*': { owner: 'CISO' } }
    const pdf = await api.post('/v1/reports/render', { project: project.path, ...named, assignments }, token)
    expect(pdf.status).toBe(200)
    const text = Buffer.from(await pdf.arrayBuffer()).toString('latin1')
    expect(text).toContain('(Cryptographic assessment: Shop)')
    expect(text).toContain('(https://code.example/src/Keys.java#L')
  })

  it.each([
    ['a template that is a script', { linkTemplate: 'javascript:alert(1)//{path}' }, 'linkTemplate'],
    ['a long word', { classification: 'x'.repeat(121) }, 'classification'],
    ['a day that is none', { assignments: { RSA: { due: 'soon' } } }, 'assignments.RSA.due'],
    ['many owners', { assignments: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [i, {}])) }, 'assignments'],
  ])('are not made for %s', async (_name, body, path) => {
    const response = await api.post('/v1/reports/render', { project: project.path, ...body }, token)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ details: [{ path: `body.${path}` }] })
  })

  it('come from one scan, as long as it is fresh', () => {
    expect(api.logged().filter(({ msg }) => msg === 'scan started')).toHaveLength(1)
  })

  it('are never written to the log', () => {
    const text = JSON.stringify(api.logged())
    expect(text).not.toContain('KeyPairGenerator')
    expect(text).not.toContain('Keys.java')
  })
})

describe('the file name of a report', () => {
  it('has the date of the scan, whenever the report is asked for', async () => {
    const project = await makeProject({ 'a.java': JAVA_SOURCE })
    // The engine has a clock of its own; the service's stands for a request after midnight.
    const clock = { nowMs: () => Date.parse('2031-01-31T00:00:01Z'), monotonicMs: () => performance.now() }
    const api = await startApi({}, { clock })
    try {
      const response = await api.post('/v1/reports/render', { project: project.path }, await api.token())
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="report-\d{4}-\d\d-\d\d\.pdf"$/,
      )
      expect(response.headers.get('content-disposition')).not.toContain('2031')
    } finally {
      await api.stop()
      await project.remove()
    }
  })
})

describe('a service that may scan one folder', () => {
  it('scans that, and says of any other only that it is outside', async () => {
    const inside = await makeProject({ 'a.java': JAVA_SOURCE })
    const api = await startApi({ ASSESSMENT_ROOTS: inside.path })
    try {
      const token = await api.token()
      expect((await api.get(`/v1/scores?project=${inside.path}`, token)).status).toBe(200)
      for (const path of ['/etc', '/does/not/exist', '.', `${inside.path}/..`]) {
        const response = await api.post('/v1/scans', { project: path }, token)
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({ error: 'Invalid request', details: [{ path: 'project' }] })
      }
    } finally {
      await api.stop()
      await inside.remove()
    }
  })
})

describe('a scan that reaches a limit', () => {
  it('is incomplete, and nothing is concluded from what was found until then', async () => {
    const project = await makeProject({ 'a.java': JAVA_SOURCE, 'b.java': JAVA_SOURCE })
    const api = await startApi({ SCAN_MAX_FINDINGS: '1' })
    try {
      const token = await api.token()
      for (const name of ['cbom', 'scores', 'cnsa-verdict', 'reports']) {
        const response = await api.get(`/v1/${name}?project=${project.path}`, token)
        expect(response.status).toBe(500)
        expect(response.headers.get('x-scan-failure')).toBe('limit-reached')
        expect(await response.json()).toEqual(
          name === 'cbom'
            ? { title: 'Scan incomplete', status: 500 }
            : { error: 'Internal server error', id: expect.stringMatching(/^[0-9a-f]{8}$/) },
        )
      }
      expect(await (await api.post('/v1/scans', { project: project.path }, token)).json()).toMatchObject({
        status: 'failed',
        findings: 0,
      })
    } finally {
      await api.stop()
      await project.remove()
    }
  })
})
