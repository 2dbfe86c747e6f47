import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadPacks } from '../packs/load-pack.ts'
import { prepareKnowledge } from '../packs/prepare-knowledge.ts'
import { LANGUAGES } from '../parse/languages.ts'
import { scan } from '../runtime/scan.ts'

const SOURCE =
  'import javax.crypto.Cipher;\nclass A { Object a() { return Cipher.getInstance("AES/GCM/NoPadding"); } }\n'
const packs = await loadPacks()
let root = ''

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-hostile-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

function folder(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const path = join(root, name)
  mkdirSync(path, { recursive: true })
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), content)
  }
  return path
}

/** A script on one line, as bundlers write it. */
function bundle(bytes: number): string {
  const parts = ['const crypto=require("node:crypto");crypto.createCipheriv("aes-256-gcm",k,v);']
  for (let length = 0, i = 0; length < bytes; i += 1) {
    const part = `function f${i}(a,b){var c=a.g(b),d=b?{x:1,y:[1,2,3]}:null;for(var i=0;i<c.length;i++)d.y.push(c[i]*2);return e(function(t,n){return t+n},d)}`
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}

describe('sources that exhaust a parser', () => {
  const shapes = { parentheses: ['(', ')'], braces: ['{', '}'], calls: ['f(', ')'] }

  test.each(Object.entries(shapes))(
    'nested %s in every language',
    async (name, [open = '', close = '']) => {
      const { keywords } = prepareKnowledge(packs)
      const nested = `${open.repeat(100_000)}1${close.repeat(100_000)}`
      const files = LANGUAGES.map((language): [string, string] => {
        const [keyword = ''] = keywords.get(language.name) ?? []
        return [`nested${language.suffixes[0]}`, `${keyword}\nx = ${nested}\n`]
      })
      const path = folder(`nested-${name}`, { ...Object.fromEntries(files), 'A.java': SOURCE })
      const { status, detections, statistics } = await scan(path, packs, { workers: 2 })
      expect(status).toBe('completed')
      expect(detections.map(({ file }) => file)).toContain('A.java')
      expect(statistics.filesSeen).toBe(new Set(files.map(([file]) => file)).size + 1)
    },
    180_000,
  )
})

describe('large files', () => {
  test('a bundle on one line is parsed up to 768 KiB, and named as skipped above', async () => {
    const path = folder('bundles', {
      'small.min.js': bundle(300_000),
      'large.min.js': bundle(1_200_000),
      'A.java': SOURCE,
    })
    const { detections, statistics, status } = await scan(path, packs, { workers: 2 })
    expect(status).toBe('completed')
    expect(detections.map(({ file }) => file)).toEqual(['A.java', 'small.min.js'])
    expect(detections.every(({ evidence }) => evidence.length <= 200)).toBe(true)
    expect(statistics.skippedFiles).toEqual([{ file: 'large.min.js', reason: 'too-large' }])
    expect(statistics).toMatchObject({ filesSeen: 3, filesRead: 2, filesParsed: 2 })
  }, 60_000)

  test('a sparse file of 2 GB, a key among them', async () => {
    const path = folder('sparse', { 'A.java': SOURCE, 'B.java': '', 'big.pem': '', 'big.yaml': '' })
    for (const name of ['B.java', 'big.pem', 'big.yaml']) truncateSync(join(path, name), 2 ** 31)
    const { detections, statistics } = await scan(path, packs)
    expect(detections.map(({ file }) => file)).toEqual(['A.java'])
    expect(statistics.skipped).toEqual({ 'too-large': 3 })
  })
})

test('binary data and broken text under every name', async () => {
  const names = [
    'a.java',
    'a.py',
    'a.pem',
    'a.key',
    'a.p12',
    'a.jks',
    'a.yaml',
    'a.json',
    'a.xml',
    'a.conf',
    'a.pub',
    'a.gpg',
    'a.tf',
    'a.rs',
  ]
  const noise = Uint8Array.from({ length: 20_000 }, (_, i) => (i * 7_919 + (i >> 3) * 104_729) & 255)
  const text = noise.map((byte) => (byte === 0 ? 0xc3 : byte))
  const files = names.flatMap((name): [string, Uint8Array][] => [
    [`noise/${name}`, noise],
    [`text/${name}`, text],
    [
      `headed/${name}`,
      Buffer.concat([Buffer.from('-----BEGIN RSA PRIVATE KEY-----\njavax.crypto ciphers: algorithm\n'), text]),
    ],
  ])
  const { status, detections, statistics } = await scan(folder('noise', Object.fromEntries(files)), packs)
  expect(status).toBe('completed')
  expect(detections).toEqual([])
  expect(statistics.filesSeen).toBe(files.length)
})

test('links that lead back, out and nowhere', async () => {
  const path = folder('links', { 'A.java': SOURCE, 'inner/B.java': SOURCE })
  symlinkSync('..', join(path, 'inner', 'loop'))
  symlinkSync('self', join(path, 'self'))
  symlinkSync('/etc', join(path, 'etc'))
  symlinkSync('A.java', join(path, 'C.java'))
  symlinkSync('missing', join(path, 'D.java'))
  const { detections, statistics } = await scan(path, packs)
  expect(detections.map(({ file }) => file)).toEqual(['A.java', 'inner/B.java'])
  expect(statistics.skipped).toEqual({ symlink: 5 })
})

describe('many at once', () => {
  test('one thread parses far more files than a batch has, and is never replaced', async () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, i) => [`p${i % 7}/A${i}.java`, SOURCE]))
    const { detections, statistics } = await scan(folder('many', files), packs, { workers: 1 })
    expect(detections).toHaveLength(400)
    expect(statistics).toMatchObject({ filesRead: 400, filesParsed: 400, skipped: {} })
  })

  test('thousands of small files', async () => {
    const files = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`d${i % 50}/f${i}.json`, `{"i": ${i}}`]))
    const { statistics, status } = await scan(folder('small', { ...files, 'A.java': SOURCE }), packs, { workers: 2 })
    expect(status).toBe('completed')
    expect(statistics).toMatchObject({ filesSeen: 5_001, filesRead: 5_001, filesParsed: 1 })
  }, 60_000)

  test('ten scans', async () => {
    const paths = Array.from({ length: 10 }, (_, i) =>
      folder(`ten-${i}`, Object.fromEntries(Array.from({ length: i + 1 }, (_unused, k) => [`A${k}.java`, SOURCE]))),
    )
    const outcomes = await Promise.all(paths.map((path) => scan(path, packs, { workers: 1 })))
    expect(outcomes.map(({ status, detections }) => `${status} ${detections.length}`)).toEqual(
      paths.map((_, i) => `completed ${i + 1}`),
    )
  }, 60_000)
})

test('a scan is ended by its signal in the middle, and others go on', async () => {
  const slow = folder(
    'ended',
    Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`A${i}.java`, SOURCE.repeat(40)])),
  )
  const controller = new AbortController()
  const other = scan(folder('going-on', { 'A.java': SOURCE }), packs)
  const running = scan(slow, packs, { workers: 1, signal: controller.signal, onProgress: () => controller.abort() })
  await expect(running).rejects.toMatchObject({ code: 'aborted' })
  expect((await other).detections).toHaveLength(1)
})
