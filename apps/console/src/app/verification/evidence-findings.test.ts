import { verifyStatement, writeVerifierKey } from '@sluice/evidence'
import { LOG_SIGNER, makeExport, WITNESS } from '@sluice/evidence/testing'
import { expect, it } from 'vitest'
import { explain, findInFiles } from './evidence-findings.ts'
import type { EvidenceReport } from './evidence-report.ts'
import { readRootKeys } from './read-keys.ts'

const KEYS = readRootKeys([LOG_SIGNER, WITNESS].map(({ key }) => writeVerifierKey(key)).join('\n'))
const file = (name: string, lines: readonly string[]) => ({ name, content: new Blob([lines.join('\n')]) })

const NOTHING: EvidenceReport = {
  ...{ tenant: 'acme', checkpoints: [], continued: new Set(), ranges: [], bundles: 0, shown: 0, foreign: 0, gone: 0 },
  counts: { proved: 0, opened: 0, pending: 0, erased: 0, unproved: 0, 'no-request': 0 },
  ...{ erasedUnnamed: 0, restarts: 0, attestations: 0, first: [], notProved: [], notLookedAt: [] },
  unanswered: undefined,
}
const ALWAYS = 'That what was detected in a request was right, and that every request went through the gateway.'

it.each<[Partial<EvidenceReport>, string]>([
  [{ counts: { ...NOTHING.counts, pending: 1 } }, '1 request has no proof yet. Ask for the evidence again later.'],
  [{ counts: { ...NOTHING.counts, unproved: 2 } }, '2 requests are not proved.'],
  [{ counts: { ...NOTHING.counts, erased: 1 } }, '1 request was erased. That it was there is shown, and no more.'],
  [{ counts: { ...NOTHING.counts, 'no-request': 3 } }, '3 other records: the log says only that they are there.'],
  [{ attestations: 1 }, '1 attestation was not verified: nothing here can.'],
  [{ gone: 1 }, 'Of 1 record of the tenant only the position is told.'],
  [{ notLookedAt: ['notes.txt'] }, 'notes.txt was not looked at: it is no evidence.'],
])('names what is not proved of %j', (part, sentence) => {
  expect(explain({ ...NOTHING, ...part }, [], 0).notProved).toEqual([ALWAYS, sentence])
})

it('tells what an export shows, and what one with conditions does not', async () => {
  const whole = await makeExport()
  const filtered = await makeExport(undefined, { user: 'alice' })
  const { tenant, proved, notProved } = await findInFiles(
    [file('all.ndjson', whole.all), file('some.ndjson', filtered.all)],
    KEYS,
    verifyStatement,
  )
  expect(tenant).toBe('acme')
  expect(proved).toContain('all.ndjson: no record up to position 20 is missing or moved.')
  expect(proved.filter((sentence) => sentence.startsWith('some.ndjson: no record'))).toEqual([])
  expect(notProved).toEqual(['some.ndjson: whether a record is missing. It was exported with conditions.'])
})

it('says nothing of files that are no evidence', async () => {
  const { tenant, proved } = await findInFiles([file('notes.txt', ['hello'])], KEYS, verifyStatement)
  expect([tenant, proved]).toEqual([undefined, []])
})

it('refuses a file that is no text, and one whose line never ends', async () => {
  const bytes = { name: 'a.json', content: new Blob([new Uint8Array([0xff, 0xfe])]) }
  await expect(findInFiles([bytes], KEYS, verifyStatement)).rejects.toThrow('no text in UTF-8')
  const long = { name: 'b.json', content: new Blob(['x'.repeat(3_000_000)]) }
  await expect(findInFiles([long], KEYS, verifyStatement)).rejects.toThrow('longer than any of evidence')
})
