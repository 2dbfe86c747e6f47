import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScanOptions } from '../model/detection.ts'
import { loadKnowledge } from '../packs/load-knowledge.ts'
import { scan } from '../runtime/scan.ts'
import { scoreOf } from '../score/score.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'
import { assess } from './assess.ts'

const SHORT_RSA = 'require("crypto").generateKeyPairSync("rsa",{modulusLength:1024})'
const AES_256 = 'require("crypto").createCipheriv("aes-256-gcm", k, v)\n'
const BROKEN = 'a<'.repeat(60_000)

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-coverage-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folders = 0
async function assessmentOf(files: Readonly<Record<string, string>>, options: ScanOptions = {}) {
  folders += 1
  const path = join(root, `project-${folders}`)
  mkdirSync(path)
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), content)
  }
  return await assess(await scan(path, { workers: 1, ...options }), await loadKnowledge())
}

describe('a project that was not read as a whole', () => {
  it.each<[string, Readonly<Record<string, string>>, ScanOptions, object]>([
    ['a file too long to parse', { 'a.js': `${SHORT_RSA};${'f();'.repeat(850_000)}` }, {}, { 'too-large': 1 }],
    ['a file too long to read', { 'a.js': `${SHORT_RSA};\n` }, { maxFileBytes: 20 }, { 'too-large': 1 }],
    [
      'C# that cannot be parsed',
      {
        'a.cs': `using System.Security.Cryptography;\nclass A { void F() { var r = RSA.Create(1024); var x = ${BROKEN}`,
      },
      {},
      { 'parse-failed': 1 },
    ],
    ['code behind a NUL', { 'a.js': `/*\0*/${SHORT_RSA}\n` }, {}, { binary: 1 }],
    ['folders that are too deep', { [`${'d/'.repeat(70)}a.js`]: SHORT_RSA, 'b.js': AES_256 }, {}, { 'too-deep': 1 }],
  ])('is Indeterminate: %s', async (_what, files, options, leftOut) => {
    const assessment = await assessmentOf(files, options)
    const verdict = cnsaVerdictOf(assessment)
    expect(verdict.verdict).toBe('Indeterminate')
    expect(verdict.coverage?.leftOut).toEqual(leftOut)
    expect((await scoreOf(assessment)).coverage?.leftOut).toEqual(leftOut)
  })

  it.each<[string, Readonly<Record<string, string>>, object]>([
    ['an empty project', {}, { files: 0, folders: 0 }],
    ['nothing of a kind that is known', { 'a.unknown': SHORT_RSA }, { files: 0, folders: 0 }],
    [
      'all of it ignored',
      { '.gitignore': '*.py\nout/\n', 'a.py': 'import rsa', 'out/b.py': '' },
      { files: 1, folders: 1 },
    ],
  ])('is Indeterminate where nothing was read: %s', async (_what, files, ignored) => {
    const { verdict, coverage } = cnsaVerdictOf(await assessmentOf(files))
    expect(verdict).toBe('Indeterminate')
    expect(coverage).toEqual({ filesRead: 0, leftOut: {}, ignored })
  })

  it('is NonCompliant all the same where what was read is', async () => {
    const assessment = await assessmentOf({ 'a.js': SHORT_RSA, 'b.js': `${SHORT_RSA};${'f();'.repeat(850_000)}` })
    expect(cnsaVerdictOf(assessment)).toMatchObject({
      verdict: 'NonCompliant',
      coverage: { leftOut: { 'too-large': 1 } },
    })
  })

  it('is told what ignore files leave out, and read with it where that is asked for', async () => {
    const files = { '.gitignore': 'a.js\nold/\n', 'a.js': SHORT_RSA, 'old/c.js': SHORT_RSA, 'b.js': AES_256 }
    const honoured = cnsaVerdictOf(await assessmentOf(files))
    expect(honoured).toMatchObject({ verdict: 'Compliant', coverage: { ignored: { files: 1, folders: 1 } } })
    const all = cnsaVerdictOf(await assessmentOf(files, { readsIgnored: true }))
    expect(all).toMatchObject({ verdict: 'NonCompliant', nonCompliant: 2 })
    expect(all).not.toHaveProperty('coverage')
  })

  it('has no word of that where all of it was read', async () => {
    const assessment = await assessmentOf({ 'b.js': AES_256, 'c.js': '', 'README.txt': '' })
    expect(cnsaVerdictOf(assessment)).toMatchObject({ verdict: 'Compliant', compliant: 1 })
    expect(cnsaVerdictOf(assessment)).not.toHaveProperty('coverage')
    expect(await scoreOf(assessment)).not.toHaveProperty('coverage')
  })
})
