import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseCases } from '@sluice/assessment/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fetchRealSample } from './fetch-real-sample.ts'
import { type Manifest, readManifest, type SampleFile } from './manifest.ts'
import { caseOf } from './write-cases.ts'

const MANIFEST = fileURLToPath(new URL('../../packages/assessment/fixtures/real/manifest.json', import.meta.url))
const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const TEXT = 'first\nCipher.getInstance("AES");\n'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-real-sample-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function hash(text: string | Buffer, algorithm = 'sha256', encoding: 'hex' | 'base64' = 'hex'): string {
  return createHash(algorithm).update(text).digest(encoding)
}

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), text)
}

function fileOf(path: string, more: Partial<SampleFile> = {}): SampleFile {
  return { path, sha256: hash(TEXT), marks: { 2: 'AES' }, ...more }
}

/** Packs one file below a folder, as npm and Debian do. */
async function pack(archive: string, top: string): Promise<Buffer> {
  await put(`${top}/src/A.java`, TEXT)
  await mkdir(join(folder, 'archives'), { recursive: true })
  execFileSync('tar', ['--create', '--gzip', '--file', join(folder, 'archives', archive), top], { cwd: folder })
  return await readFile(join(folder, 'archives', archive))
}

describe('the real sample', () => {
  it('is written as cases, from archives and from repositories, with CRLF and byte order marks taken away', async () => {
    const npm = await pack('scope-one-1.0.0.tgz', 'package')
    const debian = await pack('two_2.0.orig.tar.gz', 'two-2.0')
    await put(`archives/github/a/b/${COMMIT}/A.cs`, `\uFEFF${TEXT.replaceAll('\n', '\r\n')}`)
    const manifest: Manifest = {
      projects: [
        {
          language: 'java',
          source: {
            kind: 'npm',
            package: '@scope/one',
            version: '1.0.0',
            integrity: `sha512-${hash(npm, 'sha512', 'base64')}`,
          },
          files: [fileOf('src/A.java')],
        },
        {
          language: 'java',
          source: {
            kind: 'debian',
            package: 'two',
            version: '2.0-1',
            archive: 'pool/two_2.0.orig.tar.gz',
            sha256: hash(debian),
          },
          files: [fileOf('two-2.0/src/A.java', { marks: {} })],
        },
        {
          language: 'csharp',
          source: { kind: 'github', repository: 'a/b' },
          files: [fileOf('A.cs', { commit: COMMIT })],
        },
      ],
    }
    expect(await fetchRealSample(manifest, join(folder, 'cases'), { archives: join(folder, 'archives') })).toEqual([])
    const java = parseCases(await readFile(join(folder, 'cases/java/real.cases'), 'utf8'), 'java', 'real.cases')
    expect(java.map(({ name, packs, expected }) => [name, packs, expected.length])).toEqual([
      ['@scope/one of npm', ['extended'], 1],
      ['two of debian', ['extended'], 0],
    ])
    expect(java[0]?.files[0]?.content).toContain(TEXT)
    const [csharp] = parseCases(await readFile(join(folder, 'cases/csharp/real.cases'), 'utf8'), 'csharp', 'real.cases')
    expect(csharp?.expected).toMatchObject([{ file: 'A.cs', line: 2, algorithm: 'AES' }])
  })

  it('names each project whose archive or file has another hash, and writes the others', async () => {
    await put(`archives/github/a/b/${COMMIT}/A.cs`, 'changed')
    await put(`archives/github/a/c/${COMMIT}/A.cs`, TEXT)
    await pack('two_2.0.orig.tar.gz', 'two-2.0')
    const wrong = { kind: 'debian', package: 'two', version: '2.0-1', archive: 'pool/two_2.0.orig.tar.gz' } as const
    const manifest: Manifest = {
      projects: [
        {
          language: 'csharp',
          source: { kind: 'github', repository: 'a/b' },
          files: [fileOf('A.cs', { commit: COMMIT })],
        },
        {
          language: 'csharp',
          source: { kind: 'github', repository: 'a/c' },
          files: [fileOf('A.cs', { commit: COMMIT })],
        },
        { language: 'java', source: { ...wrong, sha256: hash('another') }, files: [fileOf('two-2.0/src/A.java')] },
        {
          language: 'csharp',
          source: { kind: 'github', repository: 'not/there' },
          files: [fileOf('A.cs', { commit: COMMIT })],
        },
      ],
    }
    const faults = await fetchRealSample(manifest, join(folder, 'cases'), { archives: join(folder, 'archives') })
    expect(faults).toEqual([
      expect.stringMatching(/^csharp a\/b: A\.cs has another hash/),
      expect.stringMatching(/^java two: .*two_2\.0\.orig\.tar\.gz has another hash/),
      expect.stringMatching(/^csharp not\/there: not\/there: --github says/),
    ])
    expect(await readFile(join(folder, 'cases/csharp/real.cases'), 'utf8')).toMatch(/^=== a\/c of github \[extended\]/)
  })

  it.each([
    ['a line that begins a case', 'one\n=== two\n', { 1: 'AES' }],
    ['a line that begins a file', 'one\n--- two\n', { 1: 'AES' }],
    ['a mark', 'one «two»\n', { 1: 'AES' }],
    ['fewer lines than marks', 'one', { 2: 'AES' }],
  ])('refuses a text with %s', (_, text, marks) => {
    const file = fileOf('A.cs', { marks })
    const source = { kind: 'github', repository: 'a/b' } as const
    expect(() => caseOf({ language: 'csharp', source, files: [file] }, new Map([[file, text]]))).toThrow('A.cs has')
  })

  it('has judgements that say of every finding whether it is right, and of a wrong one what is', async () => {
    const judgement = z
      .strictObject({
        path: z.string(),
        line: z.int().positive(),
        family: z.string(),
        role: z.string(),
        keySize: z.int().positive().optional(),
        right: z.boolean(),
        wrong: z.enum(['family', 'role', 'size', 'comment', 'reach']).optional(),
      })
      .refine(({ right, wrong }) => right === (wrong === undefined))
    const repository = z.strictObject({
      source: z.object({ kind: z.literal('debian'), package: z.string(), version: z.string(), sha256: z.string() }),
      findings: z.int(),
      findingsInPrograms: z.int(),
      judged: z.array(judgement).min(1).max(100),
    })
    const { repositories } = z
      .strictObject({ repositories: z.array(repository) })
      .parse(JSON.parse(await readFile(join(dirname(MANIFEST), 'judgements.json'), 'utf8')))
    for (const { findings, findingsInPrograms, judged } of repositories) {
      expect(judged.length).toBe(Math.min(findingsInPrograms, 100))
      expect(findingsInPrograms).toBeLessThanOrEqual(findings)
    }
  })

  it('has a manifest of at least 500 marks in files of at least 100 projects and thirteen languages', async () => {
    const { projects } = await readManifest(MANIFEST)
    const marks = projects.flatMap(({ files }) =>
      files.flatMap((file) => Object.values(file.marks).join(';').split(';')),
    )
    expect(marks.filter((mark) => mark !== '').length).toBeGreaterThanOrEqual(500)
    expect(
      new Set(projects.map(({ source }) => ('package' in source ? source.package : source.repository))).size,
    ).toBeGreaterThanOrEqual(100)
    expect(new Set(projects.map(({ language }) => language)).size).toBe(13)
  })
})
