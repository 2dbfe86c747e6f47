import { describe, expect, it } from 'vitest'
import { createNoteSigner } from '../node/note-signer.ts'
import { LOG_SIGNER, WITNESS } from '../testing/export-for-tests.ts'
import { writeVerifierKey } from './note-keys.ts'
import { readRootKeys } from './root-keys.ts'
import { InvalidNote } from './signed-note.ts'

const seed = new Uint8Array(32).fill(9)
const log = writeVerifierKey(LOG_SIGNER.key)
const logByLattice = writeVerifierKey(createNoteSigner('example.org/log', 'cosignature-ml-dsa-44', seed).key)
const witness = writeVerifierKey(WITNESS.key)
const others = ['w2', 'w3'].map((name) => writeVerifierKey(createNoteSigner(name, 'cosignature', seed).key))

describe('root keys', () => {
  it('are of the log, by whose name the first key goes, and of witnesses', () => {
    const keys = readRootKeys(`# The log\n${log}\r\n\n  ${witness}\n${logByLattice}\n`)
    expect(keys.log.map(writeVerifierKey)).toEqual([log, logByLattice])
    expect(keys.witnesses.map(writeVerifierKey)).toEqual([witness])
    expect(keys.quorum).toBe(1)
  })

  it('ask for more than half of the witnesses, unless they say otherwise', () => {
    const quorumOf = (...lines: string[]) => readRootKeys(lines.join('\n')).quorum
    expect(quorumOf(log)).toBe(0)
    expect(quorumOf(log, witness, others[0]!)).toBe(2)
    expect(quorumOf(log, witness, ...others)).toBe(2)
    expect(quorumOf(log, witness, ...others, 'quorum 3')).toBe(3)
    expect(quorumOf('quorum 0', log, witness)).toBe(0)
    // One witness with two keys is one witness.
    const twice = writeVerifierKey(createNoteSigner(WITNESS.key.name, 'cosignature', seed).key)
    expect(quorumOf(log, witness, twice)).toBe(1)
    expect(() => quorumOf(log, witness, twice, 'quorum 2')).toThrow(InvalidNote)
  })

  it.each([
    ['', '1 to 64'],
    ['quorum 1', '1 to 64'],
    [`${log}\nnonsense`, 'Line 2'],
    [`${log}\nquorum -1`, 'Line 2'],
    [`${log}\nquorum 1`, 'above the witnesses'],
    [`${log}\nquorum 0\nquorum 0`, 'given twice'],
    [`${log}\n${writeVerifierKey(createNoteSigner('other', 'note', seed).key)}`, 'second log'],
  ])('are not %j', (text, message) => expect(() => readRootKeys(text)).toThrow(message))
})
