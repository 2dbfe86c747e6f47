import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadKnowledge } from './knowledge-base.ts'
import { PackError } from './load-pack.ts'

type Knowledge = Awaited<ReturnType<typeof loadKnowledge>>

let folder = ''
let shipped: Knowledge
let extended: Knowledge
beforeAll(async () => {
  ;[shipped, extended] = [await loadKnowledge(), await loadKnowledge({ packs: ['extended'] })]
  folder = await mkdtemp(join(tmpdir(), 'sluice-knowledge-'))
})
afterAll(async () => await rm(folder, { recursive: true }))

const good = {
  pack: 'house',
  version: '2.1.0',
  title: 'What this house uses.',
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
const [entry] = good.entries

describe('loadKnowledge', () => {
  it('has exactly the four built-in entries, version 1.0.0', () => {
    expect(shipped.entries.map(({ algorithm }) => algorithm)).toEqual(['RSA', 'ECDSA', 'ECDH', 'AES'])
    expect(shipped.version).toBe('1.0.0')
  })

  it('names a source with a title for every judgement', () => {
    const { entries, sources } = extended
    for (const source of entries.flatMap(({ judgements }) => judgements.flatMap((one) => one.sources))) {
      expect(sources.get(source)?.title).toMatch(/\w{3}/)
    }
  })

  it.each([
    'DSA',
    'DH',
    'EdDSA',
    'X25519',
    'X448',
    '3DES',
    'DES',
    'RC4',
    'Blowfish',
    'ChaCha20',
    'MD5',
    'SHA-1',
    'SHA-2',
    'SHA-3',
    'HMAC',
    'PBKDF2',
    'scrypt',
    'Argon2',
    'ML-KEM',
    'ML-DSA',
    'SLH-DSA',
    'LMS',
    'XMSS',
    'Hybrid',
  ])('knows %s with the extended pack and not without', (algorithm) => {
    expect(shipped.find(algorithm)).toBeUndefined()
    expect(extended.find(algorithm)?.algorithm).toBe(algorithm)
  })

  it('names packs beside its version and finds entries by other spellings', async () => {
    const knowledge = await loadKnowledge({ packs: ['extended', 'extended'] })
    expect([knowledge.version, knowledge.otherPacks]).toEqual(['1.0.0', ['extended 1.0.0']])
    expect(knowledge.find('sha_256')?.algorithm).toBe('SHA-2')
    expect(knowledge.find('DESede')?.algorithm).toBe('3DES')
    expect(knowledge.find('aes')?.algorithm).toBe('AES')
  })

  it('takes a pack from a folder', async () => {
    await writeFile(join(folder, 'entries.json'), JSON.stringify(good))
    const knowledge = await loadKnowledge({ packs: [folder] })
    expect(knowledge.find('rot-13')?.title).toBe('Rotation by thirteen')
    expect([knowledge.version, knowledge.otherPacks]).toEqual(['1.0.0', ['house 2.1.0']])
  })

  it('takes a pack that adds no family, only rules for those that are known', async () => {
    await writeFile(join(folder, 'entries.json'), JSON.stringify({ ...good, entries: [] }))
    const { otherPacks, find } = await loadKnowledge({ packs: [folder] })
    expect([otherPacks, find('rot-13'), find('AES')?.algorithm]).toEqual([['house 2.1.0'], undefined, 'AES'])
  })

  it.each<[string, unknown, RegExp]>([
    ['another member', { ...good, extra: 1 }, /Unrecognized key/],
    ['no list of entries', { ...good, entries: undefined }, /entries/],
    ['a pack name that is a path', { ...good, pack: '../x' }, /pack/],
    ['an unknown source', { ...good, sources: {} }, /unknown source S1/],
    [
      'an unknown risk',
      { ...good, entries: [{ ...entry, judgements: [{ ...entry?.judgements[0], risk: 'Fine' }] }] },
      /risk/,
    ],
    [
      'no judgement for the rest',
      { ...good, entries: [{ ...entry, judgements: [{ ...entry?.judgements[0], when: { keySize: { below: 8 } } }] }] },
      /without "when"/,
    ],
    ['no target', { ...good, entries: [{ ...entry, migration: {} }] }, /needs a target/],
    ['a redefinition', { ...good, entries: [{ ...entry, algorithm: 'R.S.A.' }] }, /known already, as RSA/],
    [
      'a link that is no https address',
      { ...good, sources: { S1: { title: 'x', url: 'javascript:alert(1)' } } },
      /url/i,
    ],
  ])('refuses a pack with %s, and says where and why', async (_name, content, reason) => {
    const path = join(folder, 'entries.json')
    await writeFile(path, JSON.stringify(content))
    const error: unknown = await loadKnowledge({ packs: [folder] }).catch((thrown: unknown) => thrown)
    if (!(error instanceof PackError)) throw new Error('the pack was not refused')
    expect(error).toMatchObject({ code: 'pack-refused', path })
    expect(error.message).toMatch(reason)
    expect(error.message).toContain(path)
  })

  it.each([
    ['rules', {}, 'phyton'],
    ['rules for several languages', {}, ['python', 'pearl']],
    ['patterns', { kind: 'text', keywords: ['vault'] }, 'perll'],
    ['patterns for a language that is read', { kind: 'text', keywords: ['vault'] }, 'python'],
  ])('refuses %s for a language that nobody reads, and says in which file', async (_name, more, language) => {
    await writeFile(join(folder, 'entries.json'), JSON.stringify({ ...good, entries: [] }))
    const file = join(folder, 'rules', 'vault.json')
    await mkdir(join(folder, 'rules'), { recursive: true })
    const source = 'https://acme.example/vault'
    const rules = { language, library: 'vault', source, checkedAgainst: null, keywords: [], rules: [], ...more }
    try {
      await writeFile(file, JSON.stringify(rules))
      await expect(loadKnowledge({ packs: [folder] })).rejects.toThrow(file)
      await expect(loadKnowledge({ packs: [folder] })).rejects.toThrow(/at language/)
    } finally {
      await rm(join(folder, 'rules'), { recursive: true })
    }
  })

  it('refuses what is no JSON, too long, no file or not there', async () => {
    const path = join(folder, 'entries.json')
    await writeFile(path, '{')
    await expect(loadKnowledge({ packs: [folder] })).rejects.toThrow('is not JSON')
    await writeFile(path, ' '.repeat(1_048_577))
    await expect(loadKnowledge({ packs: [folder] })).rejects.toThrow('is longer than')
    await expect(loadKnowledge({ packs: ['nowhere'] })).rejects.toMatchObject({ code: 'pack-not-found' })
    await expect(loadKnowledge({ packs: ['../..'] })).rejects.toMatchObject({ code: 'pack-not-found' })
    await expect(loadKnowledge({ packs: Array.from({ length: 33 }, (_, index) => `p${index}`) })).rejects.toThrow('32')
  })
})
