import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assess } from '../assess.ts'
import { loadKnowledge } from '../packs/knowledge-base.ts'
import { type Scan, scan } from '../runtime/scan.ts'
import { scoreOf } from '../score/score.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'

const SHORT_RSA = 'require("crypto").generateKeyPairSync("rsa",{modulusLength:1024})'
const AES_256 = 'require("crypto").createCipheriv("aes-256-gcm", k, v)\n'
const BROKEN = 'a<'.repeat(60_000)

type ScanOptions = NonNullable<Parameters<Scan>[2]>

let root = ''
let knowledge: Awaited<ReturnType<typeof loadKnowledge>>
beforeAll(async () => {
  knowledge = await loadKnowledge()
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
  return await assess(path, { scan, knowledge, workers: 1, ...options })
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
    const { verdict, coverage, gaps } = cnsaVerdictOf(await assessmentOf(files))
    expect(verdict).toBe('Indeterminate')
    expect(coverage).toMatchObject({ filesRead: 0, leftOut: {}, ignored })
    expect(gaps).toMatchObject([{ gapDescription: 'Nothing was assessed: no file was read.' }])
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
    expect(all.coverage.ignored).toEqual({ files: 0, folders: 0 })
  })

  it('says that nothing was left out where all of it was read', async () => {
    const assessment = await assessmentOf({ 'b.js': AES_256, 'c.js': '', 'README.txt': '' })
    const { verdict, compliant, gaps, coverage } = cnsaVerdictOf(assessment)
    expect({ verdict, compliant, gaps }).toEqual({ verdict: 'Compliant', compliant: 1, gaps: [] })
    expect(coverage).toEqual({
      filesRead: 2,
      leftOut: {},
      ignored: { files: 0, folders: 0 },
      understood: { files: 2, bytes: AES_256.length },
      byText: { files: 0, bytes: 0 },
      notUnderstood: { files: 0, bytes: 0 },
      languages: [{ language: 'javascript', reading: 'understood', files: 2, bytes: AES_256.length }],
      open: { count: 0, files: [] },
      archives: { files: 0, bytes: 0 },
      binaries: { files: 0, bytes: 0 },
      unresolved: [],
    })
    expect((await scoreOf(assessment)).coverage).toEqual(coverage)
  })
})

describe('a project in languages that no reader understands', () => {
  const COBOL = 'CALL "ENCRYPT" USING KEY-RSA1024.\n'
  const plain = 'f();\n'.repeat(1_000)

  it.each<[string, Readonly<Record<string, string>>]>([
    ['names cryptography in a file', { 'a.js': plain, 'lib/PAY.CBL': COBOL }],
    ['names it in a script without a suffix', { 'a.js': plain, 'bin/pay': `#!/usr/bin/env -S tclsh8.6\n${COBOL}` }],
    ['is in them for more than 1 byte in 20', { 'a.js': plain, 'b.cbl': 'MOVE A TO B.\n'.repeat(30) }],
    ['has little else', { 'package.json': '{}', 'b.f90': 'end\n' }],
    ['has only archives and programs', { 'a.jar': 'PK', 'b.so.1.2': 'x', run: '\x7fELF' }],
  ])('is Indeterminate where it %s', async (_what, files) => {
    const { verdict, gaps } = cnsaVerdictOf(await assessmentOf(files))
    expect(verdict).toBe('Indeterminate')
    expect(gaps).toHaveLength(1)
  })

  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'RSA in Perl and Scala',
      {
        'package.json': '{}',
        'a.pl': 'use Crypt::OpenSSL::RSA;\nmy $rsa = Crypt::OpenSSL::RSA->generate_key(1024);\n',
        'A.scala': 'object A { val g = java.security.KeyPairGenerator.getInstance("RSA"); g.initialize(1024) }\n',
      },
      'NonCompliant',
    ],
    ['Perl that names none', { 'package.json': '{}', 'a.pl': 'print 1;\n' }, 'Indeterminate'],
    ['a script that names it', { 'a.js': plain, 'a.sh': 'encrypt-all\n' }, 'Indeterminate'],
    ['a script that names it in a comment', { 'a.js': plain, 'a.sh': '# encrypt\n' }, 'Compliant'],
  ])('is looked at by text: %s', async (_what, files, expected) => {
    const { verdict, coverage } = cnsaVerdictOf(await assessmentOf(files))
    expect(verdict).toBe(expected)
    expect(coverage.byText.files).toBeGreaterThan(0)
    expect(coverage.notUnderstood.files).toBe(0)
  })

  it('is Compliant where little is in them, and that names no cryptography', async () => {
    const { verdict, coverage } = cnsaVerdictOf(await assessmentOf({ 'a.js': plain, 'b.cbl': 'MOVE A TO B.\n' }))
    expect(verdict).toBe('Compliant')
    expect(coverage.notUnderstood).toEqual({ files: 1, bytes: 13 })
  })

  it('counts what it is, and of which the scan says nothing', async () => {
    const files = { 'a.js': plain, 'b.cbl': COBOL, 'c.zip': 'PK..', 'd.dll': 'MZ', e: '\x7fELF', LICENSE: 'encrypt' }
    const { coverage } = cnsaVerdictOf(await assessmentOf(files))
    expect(coverage).toMatchObject({
      filesRead: 1,
      languages: [
        { language: 'javascript', reading: 'understood', files: 1, bytes: plain.length },
        { language: 'cobol', reading: 'notUnderstood', files: 1, bytes: COBOL.length },
      ],
      open: { count: 1, files: ['b.cbl'] },
      archives: { files: 1, bytes: 4 },
      binaries: { files: 2, bytes: 6 },
    })
  })

  it('reads a script without a suffix as its first line says', async () => {
    const files = { 'bin/sign': `#!/usr/bin/env node\n${SHORT_RSA}\n`, README: 'node' }
    const { verdict, coverage } = cnsaVerdictOf(await assessmentOf(files))
    expect(verdict).toBe('NonCompliant')
    expect(coverage.understood.files).toBe(1)
  })
})
