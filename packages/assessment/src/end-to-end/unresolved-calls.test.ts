import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assess, show } from '../assess.ts'
import { loadKnowledge } from '../packs/knowledge-base.ts'
import { scan } from '../runtime/scan.ts'
import { scoreOf } from '../score/score.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'

let root = ''
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-unresolved-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

let folders = 0
async function assessmentOf(files: Readonly<Record<string, string>>, packs: readonly string[] = []) {
  folders += 1
  const path = join(root, `project-${folders}`)
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(path, file)), { recursive: true })
    writeFileSync(join(path, file), content)
  }
  return await assess(path, { scan, knowledge: await loadKnowledge({ packs }), workers: 1 })
}

const java = (body: string) => `import javax.crypto.Cipher;
import java.security.MessageDigest;
class Sealing {
  ${body}
}
`

describe('a call of a known library that is handed an algorithm which nothing tells', () => {
  it.each<[string, string, string, number, string]>([
    [
      'Java, a parameter',
      'A.java',
      java('Cipher of(String t) throws Exception { return Cipher.getInstance(t); }'),
      4,
      'JCA',
    ],
    [
      'Java, a property',
      'A.java',
      java(
        'Cipher of(java.util.Properties p) throws Exception { return Cipher.getInstance(p.getProperty("cipher")); }',
      ),
      4,
      'JCA',
    ],
    [
      'Java, a constant of another project',
      'A.java',
      java('Cipher of() throws Exception { return Cipher.getInstance(org.acme.Names.CIPHER); }'),
      4,
      'JCA',
    ],
    [
      'Java, a digest',
      'A.java',
      java('MessageDigest of(String x) throws Exception { return MessageDigest.getInstance(x); }'),
      4,
      'JCA',
    ],
    [
      'JavaScript',
      'a.js',
      "const { createCipheriv } = require('crypto')\nexports.seal = (alg, k, iv) => createCipheriv(alg, k, iv)\n",
      2,
      'node:crypto',
    ],
    ['Python', 'a.py', 'import hashlib\n\ndef digest(alg):\n    return hashlib.new(alg)\n', 4, 'hashlib'],
    [
      'C',
      'a.c',
      '#include <openssl/evp.h>\nconst EVP_CIPHER *of(const char *n) {\n  return EVP_get_cipherbyname(n);\n}\n',
      3,
      'OpenSSL',
    ],
    ['PHP', 'a.php', '<?php\nfunction f($d, $m, $k) {\n  return openssl_encrypt($d, $m, $k);\n}\n', 3, 'PHP openssl'],
    ['Ruby', 'a.rb', "require 'openssl'\ndef f(name)\n  OpenSSL::Cipher.new(name)\nend\n", 3, 'Ruby openssl'],
  ])('is no finding, and makes the verdict Indeterminate: %s', async (_what, file, source, line, library) => {
    const assessment = await assessmentOf({ [file]: source }, ['extended'])
    expect(assessment.uses).toEqual([])
    const { verdict, product, test, gaps, coverage } = cnsaVerdictOf(assessment)
    expect([verdict, product.verdict, test.verdict]).toEqual(['Indeterminate', 'Indeterminate', undefined])
    expect(coverage.unresolved).toEqual([
      { library: expect.any(String), part: 'product', count: 1, places: [`${file}:${line}`] },
    ])
    expect(coverage.unresolved[0]?.library).toContain(library)
    expect(gaps).toHaveLength(1)
    expect(gaps[0]?.algorithm).toBe('Unknown')
    expect(gaps[0]?.gapDescription).toContain(`The algorithm of 1 call is not known`)
    expect(gaps[0]?.gapDescription).toContain(`(${file}:${line})`)
  })

  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'its callers tell',
      {
        'A.java': java('static Cipher makeCipher(String t) throws Exception { return Cipher.getInstance(t); }'),
        'B.java': 'class B { void f() throws Exception { Sealing.makeCipher("AES/GCM/NoPadding"); } }',
      },
    ],
    [
      'a text that no pack describes',
      { 'A.java': java('Cipher of() throws Exception { return Cipher.getInstance("Acme"); }') },
    ],
    ['nothing is handed over', { 'a.js': "require('crypto').createCipheriv(null, k, iv)\n" }],
    ['a function of the same name', { 'a.js': 'function createCipheriv(a) { return a }\ncreateCipheriv(alg)\n' }],
    [
      'another rule knows the call',
      { 'a.js': "crypto.subtle.importKey('raw', key, 'PBKDF2', false, ['deriveBits'])\n" },
    ],
    [
      'an object that is made there',
      {
        'A.java':
          'import org.bouncycastle.crypto.modes.*;\nimport org.bouncycastle.crypto.engines.*;\n' +
          'class A { Object f() { return new CBCBlockCipher(new DESEngine()); } }\n',
      },
    ],
  ])('is none where %s', async (_what, files) => {
    expect((await assessmentOf(files)).outcome.statistics.unresolved).toEqual([])
  })

  it('counts what may be another one beside those that are known', async () => {
    const source = java(
      'Cipher of(boolean b, java.util.Scanner in) throws Exception {\n    return Cipher.getInstance(b ? "AES_256/GCM/NoPadding" : in.next());\n  }',
    )
    const assessment = await assessmentOf({ 'A.java': source })
    expect(assessment.uses.map(({ detection }) => [detection.algorithm, detection.confidence])).toEqual([
      ['AES', 'Medium'],
    ])
    expect(cnsaVerdictOf(assessment)).toMatchObject({ verdict: 'Indeterminate', compliant: 1, nonCompliant: 0 })
  })

  it('counts no setting beside its default, which is a finding of less confidence', async () => {
    const source = "require('crypto').createCipheriv(process.env.CIPHER || 'aes-256-gcm', k, iv)\n"
    const assessment = await assessmentOf({ 'a.js': source })
    expect(assessment.uses[0]?.detection).toMatchObject({ confidence: 'Medium', isConfigured: true })
    expect(cnsaVerdictOf(assessment)).toMatchObject({ verdict: 'Compliant', gaps: [] })
  })

  it('is of the part that it stands in, one gap for each, and said by the score, the report and SARIF', async () => {
    const call = "require('crypto').createCipheriv(alg, k, iv)\n"
    const assessment = await assessmentOf({ 'test/a.test.js': call.repeat(3) })
    const verdict = cnsaVerdictOf(assessment)
    expect(verdict).toMatchObject({
      verdict: 'Indeterminate',
      product: { verdict: 'Compliant' },
      test: { verdict: 'Indeterminate' },
    })
    const places = [1, 2, 3].map((line) => `test/a.test.js:${line}`)
    expect(verdict.coverage.unresolved).toEqual([{ library: 'node:crypto', part: 'test', count: 3, places }])
    expect(verdict.gaps.map(({ gapDescription }) => gapDescription)).toEqual([
      `The algorithm of 3 calls in tests is not known: node:crypto 3 (${places.join(', ')}).`,
    ])
    expect(scoreOf(assessment).scale.meaning).toContain('only of what was read and understood')
    const occasion = { generatedAt: new Date('2026-11-22T10:00:00Z') }
    const report = await show(assessment, { kind: 'report', format: 'md' }, occasion)
    expect('text' in report ? report.text : '').toContain('Calls whose algorithm is not known: node:crypto 3.')
    const sarif = await show(assessment, { kind: 'sarif' }, occasion)
    expect('json' in sarif ? sarif.json : {}).toMatchObject({
      runs: [{ properties: { coverage: { unresolved: [{ count: 3 }] } } }],
    })
  })

  it('names at most a hundred places and counts all', async () => {
    const source = `const c = require('crypto')\n${'c.createCipheriv(alg, k, iv)\n'.repeat(250)}`
    const [group] = (await assessmentOf({ 'a.js': source })).outcome.statistics.unresolved
    expect(group?.count).toBe(250)
    expect(group?.places).toHaveLength(100)
  })
})
