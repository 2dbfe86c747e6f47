import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMlDsaSigner } from '../cbom/ml-dsa-signer.ts'
import { detected, outcomeOf, SAMPLE, SOURCES } from '../findings/testing/sample.ts'
import { type Detection, ScanError, type ScanOutcome } from '../model/detection.ts'
import type { Scan } from '../runtime/scan.ts'
import { FORMATS, parseArguments } from './arguments.ts'
import { runCli } from './run-cli.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-cli-'))
})
afterAll(async () => await rm(folder, { recursive: true }))

function collector(): { readonly stream: Writable; readonly text: () => string } {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') }
}

async function run(args: readonly string[], detections: readonly Detection[] = SAMPLE, rest?: Partial<ScanOutcome>) {
  return await runWith(args, async () => outcomeOf(detections, rest))
}

async function runWith(args: readonly string[], scan: Scan) {
  const [stdout, stderr] = [collector(), collector()]
  const code = await runCli(args, {
    scan,
    now: () => new Date('2026-01-31T12:00:00.000Z'),
    stdout: stdout.stream,
    stderr: stderr.stream,
  })
  return { code, out: stdout.text(), err: stderr.text() }
}

const safe = [detected('AES', 'Encryption', { keySize: 256 })]
const { statistics } = outcomeOf([])
const NOTHING_READ = { statistics: { ...statistics, filesRead: 0 } }
const COBOL = { language: 'cobol', reading: 'notUnderstood', files: 1, bytes: 200 } as const
const NOT_UNDERSTOOD = {
  statistics: { ...statistics, sources: { ...SOURCES, languages: [...SOURCES.languages, COBOL] } },
}
const unknown = [...safe, detected('AES', 'Encryption')]

describe('assess', () => {
  it('lists every finding as JSON by default', async () => {
    const { code, out, err } = await run(['.'])
    expect(code).toBe(0)
    const listing = JSON.parse(out)
    expect(listing).toMatchObject({
      project: '/srv/project',
      status: 'completed',
      verdict: { verdict: 'NonCompliant' },
      score: { findingCount: SAMPLE.length },
    })
    expect(listing.findings).toHaveLength(SAMPLE.length)
    expect(listing.findings).toContainEqual(
      expect.objectContaining({
        file: 'src/Seal.java',
        line: 7,
        algorithm: 'RSA',
        role: 'Encryption',
        parameters: { keySize: 4096, padding: 'OAEP' },
        confidence: 'High',
        risk: 'QuantumBroken',
      }),
    )
    // One finding on each line.
    expect(out.split('\n').filter((line) => line.startsWith('{"file"'))).toHaveLength(SAMPLE.length)
    expect(err).toMatch(/^CNSA 2\.0: NonCompliant\. 11 findings of 4 algorithms/)
  })

  it.each(FORMATS)('writes %s', async (format) => {
    const path = join(folder, `out.${format}`)
    expect(await run(['.', '--format', format, '--out', path])).toMatchObject({ code: 0, out: '' })
    const starts = {
      json: '{"project"',
      cbom: '{"assets"',
      cyclonedx: '{"bomFormat"',
      sarif: '{"$schema"',
      md: '# ',
      html: '<!doctype',
      pdf: '%PDF',
    }
    expect((await readFile(path, 'latin1')).startsWith(starts[format])).toBe(true)
  })

  it.each<[string, string[], readonly Detection[], Partial<ScanOutcome>, number]>([
    ['a bad verdict that nobody minds', ['.'], SAMPLE, {}, 0],
    ['a bad verdict', ['.', '--fail-on', 'NonCompliant'], SAMPLE, {}, 1],
    ['an open question that nobody minds', ['.', '--fail-on', 'NonCompliant'], unknown, {}, 0],
    ['an open question', ['.', '--fail-on', 'indeterminate'], unknown, {}, 1],
    ['a bad verdict where an open question is minded', ['.', '--fail-on', 'Indeterminate'], SAMPLE, {}, 1],
    ['a good verdict', ['.', '--fail-on', 'Indeterminate'], safe, {}, 0],
    ['nothing found', ['.', '--fail-on', 'Indeterminate'], [], {}, 0],
    ['nothing read', ['.', '--fail-on', 'Indeterminate'], [], NOTHING_READ, 1],
    ['source that nobody understands', ['.', '--fail-on', 'Indeterminate'], safe, NOT_UNDERSTOOD, 1],
    ['that where nobody minds', ['.', '--fail-on', 'NonCompliant'], safe, NOT_UNDERSTOOD, 0],
    ['an incomplete scan', ['.'], safe, { status: 'incomplete' }, 4],
    ['an incomplete scan with a bad verdict', ['.', '--fail-on', 'NonCompliant'], SAMPLE, { status: 'incomplete' }, 1],
    ['no path', [], [], {}, 2],
    ['two paths', ['.', '..'], [], {}, 2],
    ['an unknown option', ['.', '--colour'], [], {}, 2],
    ['an unknown format', ['.', '--format', 'xml'], [], {}, 2],
    ['an unknown verdict', ['.', '--fail-on', 'Compliant'], [], {}, 2],
    ['a PDF for the terminal', ['.', '--format', 'pdf'], [], {}, 2],
    ['no workers', ['.', '--workers', '0'], [], {}, 2],
    ['a bad pack', ['.', '--pack', 'nonsense'], [], {}, 2],
    ['a key that is not there', ['.', '--format', 'cbom', '--key', 'nowhere.pem'], [], {}, 2],
    ['a folder that is not there', ['.', '--out', '/nonexistent/x.json'], [], {}, 5],
  ])('exits on %s', async (_name, args, detections, rest, expected) => {
    const { code, err } = await run(args, detections, rest)
    expect(code).toBe(expected)
    if (expected !== 0) expect(err).not.toBe('')
  })

  it('exits with 3 when no scan took place, and says why', async () => {
    const result = await runWith(['.'], async () => {
      throw new ScanError('not-found', 'There is no folder /nowhere.')
    })
    expect(result).toEqual({ code: 3, out: '', err: 'There is no folder /nowhere.\n' })
  })

  it('exits with 2 for a pack whose rules cannot be used, and names the file', async () => {
    const pack = join(folder, 'pack')
    await mkdir(join(pack, 'rules'), { recursive: true })
    const entries = await readFile(new URL('../../packs/builtin/entries.json', import.meta.url), 'utf8')
    const [first] = JSON.parse(entries).entries
    const own = { ...JSON.parse(entries), pack: 'house', entries: [{ ...first, algorithm: 'Rot13', aliases: [] }] }
    await writeFile(join(pack, 'entries.json'), JSON.stringify(own))
    expect((await runWith(['.', '--pack', pack], async () => outcomeOf([]))).code).toBe(0)
    await writeFile(join(pack, 'rules/broken.json'), '{}')
    const { code, err } = await runWith(['.', '--pack', pack], async () => outcomeOf([]))
    expect(err).toContain('rules/broken.json')
    expect(code).toBe(2)
  })

  it('does not hide a fault of its own', async () => {
    const scan = async () => {
      throw new Error('a bug')
    }
    await expect(runWith(['.'], scan)).rejects.toThrow('a bug')
  })

  it('says of source that nobody understands what it is', async () => {
    const { err } = await run(['.'], safe, NOT_UNDERSTOOD)
    expect(err).toMatch(/^CNSA 2\.0: Indeterminate\..* In languages that are not understood: cobol \(1 file\)\./)
  })

  it('hands its options to the scan', async () => {
    const seen: unknown[] = []
    const scan: Scan = async (root, packs, options) => {
      seen.push(root, packs.length, options)
      return outcomeOf([])
    }
    await runWith(['dir', '--pack', 'extended', '--workers', '3', '--time-limit-s', '9', '--ignored'], scan)
    expect(seen).toEqual(['dir', 2, { readsIgnored: true, workers: 3, timeLimitMs: 9_000 }])
  })

  it('counts one finding as one', async () => {
    const { err } = await run(['.'], [detected('RSA', 'Signature', { keySize: 2048 })])
    expect(err).toContain('1 finding of 1 algorithm: 0 comply, 1 does not.')
  })

  it('says what the score means, and what changed since an earlier listing', async () => {
    const path = join(folder, 'previous.json')
    await run(['.', '--out', path])
    const { out, err } = await run(['.', '--previous', path], safe)
    const scale = { band: 'none', better: 'lower' }
    const change = { since: '2026-01-31T12:00:00.000Z', direction: 'better', findings: 1 - SAMPLE.length }
    expect(JSON.parse(out).score).toMatchObject({ systemScore: 0, scale, change })
    expect(err).toMatch(/System score 0\.00 of 1 \(none; lower is better\)\. .* better, with 10 findings fewer\./)
    expect((await run(['.', '--format', 'md', '--previous', path], safe)).out).toContain('10 findings fewer')
  })

  it.each([
    ['is not there', undefined],
    ['is not JSON', '{'],
    ['is no listing', '{"score":{}}'],
  ])('refuses a previous listing that %s, before it scans', async (_what, content) => {
    const path = join(folder, 'bad.json')
    if (content === undefined) await rm(path, { force: true })
    else await writeFile(path, content)
    const scan: Scan = async () => {
      throw new Error('scanned')
    }
    expect((await runWith(['.', '--previous', path], scan)).code).toBe(2)
  })

  it('uses the packs that were asked for', async () => {
    const detections = [detected('MD5', 'Digest')]
    expect(JSON.parse((await run(['.'], detections)).out).unassessed).toEqual([{ algorithm: 'MD5', count: 1 }])
    const { out } = await run(['.', '--pack', 'extended'], detections)
    expect(JSON.parse(out)).toMatchObject({
      knowledgeBase: '1.0.0',
      otherPacks: ['extended 1.0.0'],
      unassessed: [],
      findings: [{}],
    })
  })

  it('is quiet on demand, and explains itself', async () => {
    expect((await run(['.', '--quiet'])).err).toBe('')
    expect(await run(['--help'])).toMatchObject({ code: 0, out: expect.stringContaining('Exit codes') })
  })
})

describe('assess verify', () => {
  it('verifies what it signed, and nothing that was changed', async () => {
    const path = join(folder, 'signed.json')
    const { err } = await run(['.', '--format', 'cbom', '--out', path])
    expect(err).toMatch(/Signed with ECDSA-P384-SHA384, key [0-9a-f]{64}\./)
    expect(await run(['verify', path, '--key', `${path}.pub.pem`])).toMatchObject({ code: 0 })
    const signed = await readFile(path, 'utf8')
    // A reader that takes the first of two would be shown what was not signed.
    await writeFile(path, signed.replace('"riskLevel":', '"riskLevel":"QuantumSafe","riskLevel":'))
    expect((await run(['verify', path, '--key', `${path}.pub.pem`])).code).toBe(1)
    await writeFile(path, signed.replace('QuantumBroken', 'QuantumSafe'))
    const forged = await run(['verify', path, '--key', `${path}.pub.pem`])
    expect(forged).toMatchObject({ code: 1, err: 'The signature is NOT valid.\n' })
  })

  it('signs with ML-DSA-87 when given such a key', async () => {
    const der = Buffer.from(`3034020100300b060960864801650304031304228020${'07'.repeat(32)}`, 'hex')
    const pem = `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`
    const [key, path] = [join(folder, 'ml-dsa.pem'), join(folder, 'ml-dsa.json')]
    await writeFile(key, pem)
    expect((await run(['.', '--format', 'cbom', '--key', key, '--out', path])).err).toContain('ML-DSA-87')
    expect(await readFile(`${path}.pub.pem`, 'utf8')).toBe(createMlDsaSigner(pem).proof.publicKeyPem)
    expect((await run(['verify', path, '--key', `${path}.pub.pem`])).code).toBe(0)
  })

  it.each([
    ['without a key', ['verify', 'x.json']],
    ['with a file that is not there', ['verify', 'nowhere.json', '--key', 'nowhere.pem']],
  ])('is wrong usage %s', async (_name, args) => expect((await run(args)).code).toBe(2))
})

describe('parseArguments', () => {
  it('takes a folder that is called verify', () => {
    expect(parseArguments(['verify'])).toMatchObject({ kind: 'assess', path: 'verify' })
  })
})
