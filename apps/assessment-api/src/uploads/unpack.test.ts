import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvalidRequestError } from '@sluice/service-kit'
import fc from 'fast-check'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unpack } from './unpack.ts'

let work: string
beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'sluice-unpack-'))
})
afterEach(() => rm(work, { recursive: true, force: true }))

const LIMITS = { maxBytes: 10_000, maxFiles: 5 }

/** Unpacks an archive into `content`, beside which nothing may appear. */
async function unpacked(archive: Uint8Array, limits = LIMITS, signal = new AbortController().signal) {
  const folder = join(work, 'content')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  await writeFile(join(work, 'archive.zip'), archive)
  try {
    return await unpack(join(work, 'archive.zip'), folder, limits, signal)
  } finally {
    expect((await readdir(work)).sort()).toEqual(['archive.zip', 'content'])
  }
}

const text = (content: string) => strToU8(content)
const link = (target: string): Zippable[string] => [text(target), { os: 3, attrs: 0o120777 * 0x10000 }]
/** Changes the first place of some bytes, from the end. */
function patched(archive: Uint8Array, from: string, to: string): Uint8Array {
  const bytes = Buffer.from(archive)
  const at = bytes.lastIndexOf(from, undefined, 'latin1')
  bytes.write(to, at, 'latin1')
  return bytes
}

describe('an archive', () => {
  it('is unpacked with its folders; links are left out and counted', async () => {
    const archive = zipSync({
      src: { 'Keys.java': text('class Keys {}'), inner: { 'a b.txt': text('x') } },
      'to-password': link('/etc/passwd'),
      empty: {},
    })
    expect(await unpacked(archive)).toEqual({ files: 2, bytes: 14, links: 1 })
    expect(await readFile(join(work, 'content/src/Keys.java'), 'utf8')).toBe('class Keys {}')
    expect((await readdir(join(work, 'content'), { recursive: true })).sort()).toEqual([
      ...['src', 'src/Keys.java', 'src/inner', 'src/inner/a b.txt'],
    ])
  })

  it.each<[string, () => Uint8Array, RegExp]>([
    ['is none', () => text('no archive at all, but long enough for the end of one'), /is no ZIP archive/],
    ['is empty', () => new Uint8Array(), /is no ZIP archive/],
    ['has no file', () => zipSync({ folder: {} }), /has no file in it/],
    ['leads up', () => zipSync({ '../evil': text('x') }), /is no ZIP archive that can be read/],
    ['leads up in the middle', () => zipSync({ 'a/../../evil': text('x') }), /is no ZIP archive that can be read/],
    ['leads to the root', () => zipSync({ '/tmp/evil': text('x') }), /is no ZIP archive that can be read/],
    ['has a null character', () => zipSync({ 'a\0b': text('x') }), /null character/],
    ['has a long name', () => zipSync({ ['n'.repeat(300)]: text('x') }), /too long/],
    ['has a long path', () => zipSync({ [`${'deep/'.repeat(500)}x`]: text('x') }), /too long/],
    ['has a name twice', () => patched(zipSync({ aaa: text('1'), aab: text('2') }), 'aab', 'aaa'), /same name/],
    ['has a file that is a folder', () => zipSync({ a: text('1'), 'a/b': text('2') }), /same name/],
    ['is too large', () => zipSync({ zeros: new Uint8Array(10_001) }), /larger than 10000 bytes/],
    ['has too many files', () => zipSync(Object.fromEntries([...'abcdef'].map((n) => [n, text(n)]))), /more than 5/],
    [
      'has too many folders',
      () => zipSync(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`f${n}/`, new Uint8Array()]))),
      /more than 5/,
    ],
    ['is cut', () => zipSync({ a: text('x'.repeat(100)) }).subarray(0, -30), /is no ZIP archive/],
    ['is damaged', () => Buffer.from(zipSync({ a: text('aaaa') }, { level: 0 })).fill('b', 31, 35), /damaged/],
  ])('that %s is refused', async (_name, make, message) => {
    const refused = expect(unpacked(make())).rejects
    await refused.toThrow(InvalidRequestError)
    await expect(unpacked(make())).rejects.toThrow(message)
  })

  it('that declares less than it holds is refused before more is written', async () => {
    const honest = Buffer.from(zipSync({ zeros: new Uint8Array(100_000) }))
    // The size in the central directory (APPNOTE 4.3.12): 24 bytes behind its signature.
    honest.writeUInt32LE(10, honest.lastIndexOf('PK\x01\x02', undefined, 'latin1') + 24)
    await expect(unpacked(honest)).rejects.toThrow(/damaged/)
    const written = await readFile(join(work, 'content/zeros')).catch(() => Buffer.alloc(0))
    expect(written.length).toBeLessThanOrEqual(10)
  })

  it('is left when its sender leaves', async () => {
    const left = AbortSignal.abort(new Error('left'))
    await expect(unpacked(zipSync({ a: text('x') }), LIMITS, left)).rejects.toThrow('left')
  })

  it('of which bytes are changed is unpacked or refused, and never reaches beside its folder', async () => {
    const whole = zipSync({ 'src/a.java': text('class A {}'), 'src/b.java': text('class B {}'), c: link('a') })
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const bytes = Uint8Array.from(whole)
        for (const [at, value] of all) bytes[at] = value
        const outcome = await unpacked(bytes).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(InvalidRequestError)
        else expect(outcome).toMatchObject({ files: expect.any(Number) })
      }),
      { numRuns: 150, seed: 7 },
    )
  })
})
