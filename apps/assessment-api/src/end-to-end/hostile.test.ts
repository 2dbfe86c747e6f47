import { chmod, mkdir, open, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { JAVA_SOURCE, makeProject, readJson, startApi, type TestApi } from './start-api.ts'

type Project = Awaited<ReturnType<typeof makeProject>>

const TWO_GIGABYTES = 2 * 1_024 ** 3
/** `SLUICE_MANY_FILES=100000` makes it as many as one likes; it takes a minute then, most of it to write the files. */
const MANY_FILES = Number(process.env.SLUICE_MANY_FILES ?? 2_000)

interface Findings {
  count: number
  findings: { location: string; algorithm: string }[]
}

/** Hostile projects, each with one file that is found in spite of them. */
const hostile: [name: string, make: (path: string) => Promise<unknown>][] = [
  ['a file of 2 GB with a source suffix', (path) => makeSparseFile(join(path, 'Huge.java'))],
  ['a loop of symbolic links', (path) => makeLoops(path)],
  ['binary files with source suffixes', (path) => makeBinaries(path)],
  [
    'text that is not UTF-8',
    (path) => writeFile(join(path, 'Latin.java'), Buffer.from(`// \xff\xfe\xc3\n${JAVA_SOURCE}`, 'latin1')),
  ],
  ['source that is nested very deeply', (path) => makeDeepSources(path)],
  [
    'folders that are nested very deeply',
    (path) => mkdir(join(path, ...Array.from({ length: 400 }, () => 'd')), { recursive: true }),
  ],
  [
    'a line of 4 MB',
    (path) => writeFile(join(path, 'Line.java'), `class A { String s = "${'AES'.repeat(1_300_000)}"; }`),
  ],
  ['names that are HTML', (path) => writeFile(join(path, '<img src=x onerror=alert(1)>.java'), JAVA_SOURCE)],
  ['names with line breaks', (path) => writeFile(join(path, 'a\nb\u202e.java'), JAVA_SOURCE)],
  ['an unreadable folder', (path) => makeUnreadable(path)],
  ['many small files', (path) => makeManyFiles(path)],
]

describe('hostile projects', () => {
  let api: TestApi
  let token: string
  let project: Project | undefined
  beforeAll(async () => {
    api = await startApi({ SCAN_REUSE_MS: '60000', SCAN_TIME_LIMIT_MS: '120000' })
    token = await api.token()
  })
  afterEach(() => project?.remove())
  afterAll(() => api.stop())

  it.each(hostile)('%s', { timeout: 300_000 }, async (_name, make) => {
    project = await makeProject({ 'src/Keys.java': JAVA_SOURCE })
    await make(project.path)
    const response = await api.get(`/v1/findings?project=${encodeURIComponent(project.path)}`, token)
    expect(response.status).toBe(200)
    const { findings, count } = await readJson<Findings>(response)
    expect(findings).toHaveLength(count)
    expect(findings.filter(({ location }) => location === 'src/Keys.java').length).toBeGreaterThan(0)
    const html = await (await api.get(`/v1/reports?project=${encodeURIComponent(project.path)}`, token)).text()
    expect(html).not.toContain('<img')
    await expectAlive(api)
  })

  it.each([
    ['nothing', '/does/not/exist', 'not-found'],
    ['a file', '/etc/hostname', 'not-a-directory'],
    ['a device', '/dev/zero', 'not-a-directory'],
    ['/proc', '/proc', 'refused'],
    ['a folder in /proc', '/proc/self', 'refused'],
    ['/sys', '/sys', 'refused'],
  ])('%s is no project', async (_name, path, reason) => {
    for (const endpoint of ['cbom', 'plan']) {
      const response = await api.get(`/v1/${endpoint}?project=${path}`, token)
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual(
        endpoint === 'cbom'
          ? { title: 'Scan incomplete', status: 500 }
          : { error: 'Internal server error', id: expect.any(String) },
      )
      expect(response.headers.get('x-scan-failure')).toBe(reason)
    }
    const scan = await api.post('/v1/scans', { project: path }, token)
    expect(scan.status).toBe(500)
    expect(await scan.json()).toEqual({ id: expect.any(String), status: 'failed', findings: 0 })
    await expectAlive(api)
  })
})

describe('many callers', () => {
  const projects: Project[] = []
  let api: TestApi
  beforeAll(async () => {
    for (let number = 0; number < 10; number += 1) projects.push(await makeProject({ 'src/Keys.java': JAVA_SOURCE }))
  })
  afterEach(() => api.stop())
  afterAll(() => Promise.all(projects.map(({ remove }) => remove())))

  it('ten scans at once are all done', { timeout: 120_000 }, async () => {
    api = await startApi()
    const token = await api.token()
    const scans = projects.map(({ path }) => api.post('/v1/scans', { project: path }, token))
    for (const scan of scans) expect(await (await scan).json()).toMatchObject({ status: 'completed' })
    expect(await readJson<unknown[]>(api.get('/v1/history', token))).toHaveLength(10)
  })

  it('what is too much is told to come back', { timeout: 120_000 }, async () => {
    api = await startApi({ SCANS_AT_ONCE: '1', SCANS_WAITING: '2' })
    const token = await api.token()
    const big = await makeProject({})
    try {
      await makeManyFiles(big.path, 4_000)
      const running = api.post('/v1/scans', { project: big.path }, token)
      await vi.waitFor(() => expect(linesOf(api, 'scan started')).toHaveLength(1))
      const others = projects.map(({ path }) => api.post('/v1/scans', { project: path }, token))
      const responses = await Promise.all([running, ...others])
      const statuses = responses.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(3)
      expect(statuses.filter((status) => status === 429)).toHaveLength(8)
      const busy = responses.find(({ status }) => status === 429)
      expect(busy?.headers.get('retry-after')).toBe('5')
      expect(await busy?.json()).toEqual({ error: 'Too many requests', message: expect.any(String) })
      await expectAlive(api)
    } finally {
      await big.remove()
    }
  })

  it('who leaves ends the scan, unless somebody else waits for it', { timeout: 120_000 }, async () => {
    api = await startApi()
    const token = await api.token()
    const big = await makeProject({})
    try {
      // So many that a scan by threads that are warm still runs when its caller leaves.
      await makeManyFiles(big.path, 16_000)
      const leaving = new AbortController()
      const path = `/v1/scores?project=${big.path}`
      const headers = { authorization: `Bearer ${token}` }
      const gone = fetch(api.url + path, { headers, signal: leaving.signal }).catch((error: unknown) => error)
      const stays = api.get(path, token)
      await vi.waitFor(() => expect(linesOf(api, 'scan started')).toHaveLength(1))
      leaving.abort()
      await gone
      expect((await stays).status).toBe(200)
      expect(linesOf(api, 'scan started')).toHaveLength(1)

      const alone = new AbortController()
      const body = JSON.stringify({ project: big.path })
      const post = { method: 'POST', body, headers: { ...headers, 'content-type': 'application/json' } }
      const scan = fetch(`${api.url}/v1/scans`, { ...post, signal: alone.signal }).catch((error: unknown) => error)
      await vi.waitFor(() => expect(linesOf(api, 'scan started')).toHaveLength(2))
      alone.abort()
      await scan
      await vi.waitFor(() => expect(linesOf(api, 'scan aborted: nobody waits for it any more')).toHaveLength(1), 20_000)
      await expectAlive(api)
    } finally {
      await big.remove()
    }
  })
})

function linesOf(api: TestApi, text: string) {
  return api.logged().filter(({ msg }) => msg === text)
}

async function expectAlive(api: TestApi): Promise<void> {
  const response = await fetch(`${api.url}/health/ready`)
  expect(response.status).toBe(200)
}

async function makeSparseFile(path: string): Promise<void> {
  const file = await open(path, 'w')
  await file.truncate(TWO_GIGABYTES)
  await file.close()
}

async function makeLoops(path: string): Promise<void> {
  await symlink(path, join(path, 'src/again'))
  await symlink('loop', join(path, 'loop'))
  await symlink('/proc', join(path, 'proc'))
  await symlink('/dev/zero', join(path, 'Zero.java'))
}

async function makeBinaries(path: string): Promise<void> {
  const noise = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 2_654_435_761) >>> 24))
  for (const suffix of ['java', 'py', 'c', 'pem', 'ts', 'rs']) await writeFile(join(path, `Binary.${suffix}`), noise)
}

async function makeDeepSources(path: string): Promise<void> {
  const depth = 200_000
  await writeFile(
    join(path, 'Deep.java'),
    `class A { int a = Cipher.getInstance("AES") ${'('.repeat(depth)}1${')'.repeat(depth)}; }`,
  )
  await writeFile(
    join(path, 'deep.py'),
    `import hashlib\nx = ${'['.repeat(depth)}RSA.generate(2048)${']'.repeat(depth)}\n`,
  )
  await writeFile(join(path, 'deep.js'), `crypto.createHash('sha256')${'.a('.repeat(depth)}${')'.repeat(depth)}\n`)
  await writeFile(join(path, 'deep.json'), `${'{"AES":'.repeat(depth)}1${'}'.repeat(depth)}`)
}

/** Root can read everything: then it is scanned like any other. */
async function makeUnreadable(path: string): Promise<void> {
  await mkdir(join(path, 'closed'))
  await writeFile(join(path, 'closed/Keys.java'), JAVA_SOURCE)
  await chmod(join(path, 'closed'), 0o000)
}

async function makeManyFiles(path: string, count = MANY_FILES): Promise<void> {
  for (let folder = 0; folder * 1_000 < count; folder += 1) {
    await mkdir(join(path, `f${folder}`))
    const files = Array.from({ length: Math.min(1_000, count - folder * 1_000) }, (_, index) => index)
    await Promise.all(files.map((index) => writeFile(join(path, `f${folder}/C${index}.java`), `class C${index} {}\n`)))
  }
}
