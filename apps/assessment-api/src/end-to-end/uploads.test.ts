import { readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLIENTS, JAVA_SOURCE, makeProject, readJson, startApi, type TestApi } from './start-api.ts'

interface Project {
  path: string
  name: string
  scanCount: number
  upload?: { files: number; bytes: number; links: number; leftOut: number }
  lastScan?: { findingCount: number; figures?: { verdict: string; filesRead: number } }
}
interface Projects {
  projects: Project[]
  roots: string[]
  limits: Record<string, number>
}

const SAFE = 'class Nothing {}\n'
const archiveOf = (files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)])))

describe('an uploaded project', () => {
  let api: TestApi
  let token: string
  let folder: Awaited<ReturnType<typeof makeProject>>
  beforeAll(async () => {
    folder = await makeProject({ 'a.java': JAVA_SOURCE })
    api = await startApi({ ASSESSMENT_ROOTS: folder.path, UPLOADED_PROJECTS: '2', UPLOAD_BYTES: '20000' })
    token = await api.token()
  })
  afterAll(async () => {
    await api.stop()
    await folder.remove()
  })

  const send = (name: string, body: string | Uint8Array<ArrayBuffer>, { type = 'application/zip', as = token } = {}) =>
    fetch(`${api.url}/v1/projects?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, 'content-type': type },
      body,
    })
  const upload = async (name: string, files: Readonly<Record<string, string>>) =>
    await readJson<Project>(send(name, archiveOf(files)))
  const remove = (name: string) =>
    fetch(`${api.url}/v1/projects/${name}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
  const list = () => readJson<Projects>(api.get('/v1/projects', token))
  const scan = async (path: string) => {
    const response = await api.post('/v1/scans', { project: path }, token)
    expect(response.status).toBe(200)
    return await readJson<{ findings: number }>(response)
  }

  it('is scanned by its path, keeps it when it is sent again, and is gone when it is removed', async () => {
    const first = await upload('shop', { 'src/Keys.java': JAVA_SOURCE })
    expect(first).toMatchObject({ name: 'shop', scanCount: 0, upload: { files: 1, links: 0, leftOut: 0 } })
    expect((await scan(first.path)).findings).toBeGreaterThan(0)
    const again = await upload('shop', { 'src/Keys.java': SAFE })
    expect(again.path).toBe(first.path)
    // At once, although a result may be used again for seconds: it was of another archive.
    expect((await readJson<{ count: number }>(api.get(`/v1/findings?project=${first.path}`, token))).count).toBe(0)
    await scan(first.path)
    const { projects } = await list()
    expect(projects.map(({ path, name }) => [path, name])).toEqual([
      [first.path, 'shop'],
      [folder.path, folder.path.split('/').at(-1)],
    ])
    expect(projects[0]).toMatchObject({
      scanCount: 2,
      lastScan: { findingCount: 0, figures: { verdict: 'Compliant', filesRead: 1, filesNotAssessed: 0 } },
    })
    const stored = dirname(first.path)
    expect((await readdir(`${stored}/.content`)).length).toBe(1)
    expect((await remove('shop')).status).toBe(204)
    expect((await list()).projects.map(({ path }) => path)).toEqual([folder.path])
    expect(await readdir(`${stored}/.content`)).toEqual([])
    expect((await api.post('/v1/scans', { project: first.path }, token)).headers.get('x-scan-failure')).toBe(
      'not-found',
    )
    expect((await remove('shop')).status).toBe(404)
  })

  it('says what a sender has left out', async () => {
    const response = await fetch(`${api.url}/v1/projects?name=part&leftOut=12`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/zip' },
      body: archiveOf({ a: 'x' }),
    })
    const { path, upload } = await readJson<Project>(response)
    expect(upload).toMatchObject({ leftOut: 12 })
    await scan(path)
    const { projects } = await list()
    expect(projects.find(({ name }) => name === 'part')?.lastScan?.figures).toMatchObject({ filesNotAssessed: 12 })
    await remove('part')
  })

  it('is one of as many as are taken', async () => {
    for (const name of ['one', 'two']) expect(await upload(name, { a: 'x' })).toMatchObject({ name })
    const third = await send('three', archiveOf({ a: 'x' }))
    expect(third.status).toBe(409)
    expect(await third.json()).toEqual({ error: 'Conflict', message: expect.stringContaining('Remove one first') })
    expect(await upload('two', { a: 'y' })).toMatchObject({ name: 'two' })
    for (const name of ['one', 'two']) await remove(name)
  })

  it.each<[string, string, string | Uint8Array<ArrayBuffer>, string, number]>([
    ['a name that leads elsewhere', '../x', archiveOf({ a: 'x' }), 'application/zip', 400],
    ['a hidden name', '.content', archiveOf({ a: 'x' }), 'application/zip', 400],
    ['no archive', 'bad', 'this is none', 'application/zip', 400],
    ['a way out', 'bad', archiveOf({ '../../x': 'x' }), 'application/zip', 400],
    ['a body that is too long', 'bad', new Uint8Array(20_001), 'application/zip', 413],
    ['another type', 'bad', archiveOf({ a: 'x' }), 'application/json', 415],
  ])('is not made of %s, and leaves nothing', async (_what, name, body, type, status) => {
    const kept = await upload('kept', { a: 'x' })
    const refused = await send(name, body, { type })
    expect(refused.status).toBe(status)
    expect(JSON.stringify(await refused.json())).not.toContain(dirname(kept.path))
    expect((await readdir(`${dirname(kept.path)}/.content`)).length).toBe(1)
    await remove('kept')
  })

  it('is for nobody who may not scan', async () => {
    for (const client of [CLIENTS.Executive, CLIENTS.Auditor]) {
      expect((await send('x', archiveOf({ a: 'x' }), { as: await api.token(client) })).status).toBe(403)
    }
  })

  it('is bounded, and says by how much', async () => {
    expect((await list()).limits).toEqual({ projects: 2, archiveBytes: 20_000, bytes: 268_435_456, files: 20_000 })
    expect((await list()).roots).toEqual([folder.path])
  })
})

describe('what a caller may do', () => {
  it('is told to each', async () => {
    const api = await startApi({ UPLOADED_PROJECTS: '0' })
    try {
      const of = async (client: string) =>
        await readJson<{ role: string; endpoints: string[] }>(api.get('/v1/permissions', await api.token(client)))
      const auditor = await of(CLIENTS.Auditor)
      expect(auditor.role).toBe('Auditor')
      expect(auditor.endpoints).toContain('POST /v1/questionnaire/submit')
      for (const endpoint of ['POST /v1/scans', 'GET /v1/reports']) expect(auditor.endpoints).not.toContain(endpoint)
      expect((await of(CLIENTS.ConsultantAdmin)).endpoints).toContain('POST /v1/scans')
      const projects = await readJson<Projects>(api.get('/v1/projects', await api.token()))
      expect(projects).toMatchObject({ projects: [], roots: [], limits: { projects: 0 } })
    } finally {
      await api.stop()
    }
  })
})
