import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ScanError } from '../model/detection.ts'
import { loadPacks } from '../packs/load-pack.ts'
import { scan } from './scan.ts'

const SOURCE =
  'import javax.crypto.Cipher;\nclass A { Object a() { return Cipher.getInstance("AES/GCM/NoPadding"); } }\n'
const packs = await loadPacks()
let root = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-scan-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function folder(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = join(root, name)
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(path, file, '..'), { recursive: true })
    writeFileSync(join(path, file), content)
  }
  return path
}

describe('what is refused', () => {
  test.each([
    ['a path that does not exist', () => join(root, 'nothing'), 'not-found'],
    ['a file', () => join(folder('plain', { 'A.java': SOURCE }), 'A.java'), 'not-a-directory'],
    ['a file system without real files', () => '/proc', 'refused'],
  ])('%s', async (_, path, code) => {
    const error = await scan(path(), packs).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(ScanError)
    expect(error).toMatchObject({ code })
  })

  test('an aborted scan', async () => {
    const controller = new AbortController()
    const running = scan(folder('aborted', { 'A.java': SOURCE }), packs, { signal: controller.signal })
    controller.abort()
    await expect(running).rejects.toMatchObject({ code: 'aborted' })
  })
})

describe('scans one after the other', () => {
  let started = 0
  const count = (): void => {
    started += 1
  }
  beforeAll(() => process.on('worker', count))
  afterAll(() => process.off('worker', count))

  const linesOf = async (path: string, own = packs) =>
    (await scan(path, own, { keepsThreads: true })).detections.map(({ file, line }) => `${file}:${line}`)

  test('use the same thread, and know nothing of the folder before', async () => {
    const [first, second] = [folder('first', { 'A.java': SOURCE }), folder('second', { 'B.java': `\n${SOURCE}` })]
    expect(await linesOf(first)).toEqual(['A.java:2'])
    started = 0
    expect(await linesOf(second)).toEqual(['B.java:3'])
    expect(await linesOf(first)).toEqual(['A.java:2'])
    expect(started).toBe(0)
  })

  test('have the packs that each asks for', async () => {
    const source =
      'import java.security.MessageDigest;\nclass D { Object a() { return MessageDigest.getInstance("MD5"); } }\n'
    const path = folder('packs', { 'D.java': source })
    const extended = await loadPacks(['extended'])
    expect(await linesOf(path)).toEqual([])
    expect(await linesOf(path, extended)).toEqual(['D.java:2'])
    expect(await linesOf(path)).toEqual([])
  })

  test('at the same time are told what each asked for, and one thread is kept', async () => {
    const path = folder('same-time', { 'A.java': SOURCE })
    await linesOf(path)
    started = 0
    expect(await Promise.all([linesOf(path), linesOf(path), linesOf(path)])).toEqual(Array(3).fill(['A.java:2']))
    // One took the thread that rested. Whether the last one found another resting is up to the machine.
    expect(started).toBeGreaterThanOrEqual(1)
    expect(started).toBeLessThanOrEqual(2)
    started = 0
    expect(await linesOf(path)).toEqual(['A.java:2'])
    expect(started).toBe(0)
  })

  test('after one that was aborted begin with a new thread', async () => {
    const path = folder('after-abort', { 'A.java': SOURCE })
    await linesOf(path)
    started = 0
    const controller = new AbortController()
    const aborted = scan(path, packs, { keepsThreads: true, signal: controller.signal }).catch(() => undefined)
    setTimeout(() => controller.abort(), 1)
    await aborted
    await linesOf(path)
    await linesOf(path)
    expect(started).toBeLessThanOrEqual(1)
  })
})

describe('hostile trees', () => {
  test('links, loops, ignored files, binaries, broken text and files that are too long', async () => {
    const path = folder('hostile', {
      'A.java': SOURCE,
      'ignored/B.java': SOURCE,
      'kept/C.java': SOURCE,
      '.gitignore': '/ignored/\n*.gen.java\n',
      'D.gen.java': SOURCE,
      'Binary.java': Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(SOURCE)]),
      'Broken.java': Buffer.concat([Buffer.from(SOURCE), Buffer.from([0xff, 0xfe, 0xc3])]),
      'Wide.java': Buffer.from(`\ufeff${SOURCE}`, 'utf16le'),
      'Long.java': SOURCE,
    })
    truncateSync(join(path, 'Long.java'), 2 ** 31)
    symlinkSync(path, join(path, 'kept', 'loop'))
    const { detections, statistics, status } = await scan(path, packs)
    expect(status).toBe('completed')
    expect(detections.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'A.java:2',
      'Broken.java:2',
      'Wide.java:2',
      'kept/C.java:2',
    ])
    expect(statistics.skipped).toEqual({ binary: 1, symlink: 1, 'too-large': 1 })
  })

  test('a source that nests without end', async () => {
    const nested = `import javax.crypto.Cipher;\nclass A { Object a = ${'('.repeat(200_000)}1${')'.repeat(200_000)}; }\n`
    const path = folder('nested', { 'A.java': nested, 'B.java': SOURCE })
    const { detections, status } = await scan(path, packs)
    expect(status).toBe('completed')
    expect(detections.map(({ file }) => file)).toEqual(['B.java'])
  })

  test('a folder that cannot be read, because its path is too long for the system', async () => {
    const path = folder('long', { 'A.java': SOURCE })
    // Relative to each other folders can be made that no absolute path reaches, for root neither.
    const dig = "for (let i = 0; i < 18; i++) { fs.mkdirSync('d'.repeat(240)); process.chdir('d'.repeat(240)) }"
    expect(spawnSync(process.execPath, ['-e', dig], { cwd: path }).status).toBe(0)
    const { status, statistics, detections } = await scan(path, packs).finally(() => spawnSync('rm', ['-rf', path]))
    expect(status).toBe('completed')
    expect(statistics.skipped).toEqual({ unreadable: 1 })
    expect(detections).toHaveLength(1)
  })
})

test('where a project lies says nothing of what it is', async () => {
  const { detections } = await scan(folder('test/vendor/project', { 'A.java': SOURCE }), packs)
  expect(detections).toMatchObject([{ setting: 'product', confidence: 'High' }])
})

test('the bounds on findings and on time end a scan as incomplete', async () => {
  const path = folder('bounded', { 'A.java': SOURCE, 'B.java': SOURCE })
  const few = await scan(path, packs, { maxDetections: 1 })
  expect(few).toMatchObject({ status: 'incomplete', detections: [{ file: 'A.java' }] })
  const late = await scan(path, packs, { timeLimitMs: 0 })
  expect(late).toMatchObject({ status: 'incomplete', detections: [] })
})
