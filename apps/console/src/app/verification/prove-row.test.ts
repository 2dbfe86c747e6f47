import { ExportFault, writeVerifierKey } from '@sluice/evidence'
import { LOG_SIGNER, makeExport, OTHER_SIGNER, WITNESS } from '@sluice/evidence/testing'
import { expect, it } from 'vitest'
import { proveRow } from './prove-row.ts'
import { readRootKeys } from './read-keys.ts'

const KEYS = readRootKeys([LOG_SIGNER, WITNESS].map(({ key }) => writeVerifierKey(key)).join('\n'))
const SEALED = { kind: 'request', id: 'r1', sealed_opening: 'secret', layers: [{ layer: 'L0', ms: 0.5 }], note: null }
const { sealed_opening: _sealed, ...SHOWN } = SEALED

/** An export of one row, by its place among the rows of its tenant. */
async function exportOf(at: number, signers = [LOG_SIGNER, WITNESS]): Promise<string> {
  const { head, lines } = await makeExport(signers, { id: 'r1' }, '', 40, [SEALED])
  return [head, lines[at], JSON.stringify({ end: { rows: 1, last_position: at + 1 } }), ''].join('\n')
}

it('proves a row that the screen shows as it is', async () => {
  expect(await proveRow(await exportOf(0), KEYS, { number: 1, record: SHOWN })).toEqual({
    ...{ origin: 'example.org/log', size: 40, leaf: 0, witnesses: ['witness.example/w1'], quorum: 1 },
    ...{ isErased: false, isSame: true },
  })
})

it.each([
  ['a member more', 0, 1, { ...SHOWN, more: 1 }],
  ['a member less', 0, 1, { kind: 'request', id: 'r1' }],
  ['another value deep in it', 0, 1, { ...SHOWN, layers: [{ layer: 'L0', ms: 0.6 }] }],
  ['a list that is longer', 0, 1, { ...SHOWN, layers: [...SHOWN.layers, {}] }],
  ['a list as an object', 0, 1, { ...SHOWN, layers: { 0: SHOWN.layers[0] } }],
  ['what is sealed', 0, 1, SEALED],
  ['another number', 0, 3, SHOWN],
  ['another row', 1, 3, SHOWN],
  ['a record, and an erased row is proved', 6, 13, SHOWN],
])('finds out a screen that shows %s', async (_what, at, number, record) => {
  expect(await proveRow(await exportOf(at), KEYS, { number, record })).toMatchObject({ isSame: false })
})

it('proves that an erased row was there', async () => {
  const proof = await proveRow(await exportOf(6), KEYS, { number: 13, record: {} })
  expect(proof).toMatchObject({ isErased: true, isSame: true, leaf: 12 })
})

it.each([
  ['signed by another log', [OTHER_SIGNER, WITNESS]],
  ['without its cosignature', [LOG_SIGNER]],
])('refuses a row %s', async (_what, signers) => {
  const proof = proveRow(await exportOf(0, signers), KEYS, { number: 1, record: SHOWN })
  await expect(proof).rejects.toThrow(ExportFault)
})
