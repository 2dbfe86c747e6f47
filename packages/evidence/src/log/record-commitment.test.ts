import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { commitToRecord } from './record-commitment.ts'

const sha256 = (...parts: Uint8Array[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const record = new TextEncoder().encode('{"position":1}')
const salt = new Uint8Array(32).fill(5)

it('commits to evidence and record by two digests, of which either can be shown alone', () => {
  const evidence = Uint8Array.of(1, 2)
  const expected = sha256(sha256(evidence), sha256(salt, record))
  expect(Buffer.from(commitToRecord({ evidence, salt, record }))).toEqual(expected)
})

it('is another with another salt, record or evidence', () => {
  const one = { evidence: new Uint8Array(), salt, record }
  const others = [
    { ...one, evidence: Uint8Array.of(0) },
    { ...one, salt: salt.with(0, 6) },
    { ...one, record: salt },
  ]
  for (const other of others) expect(commitToRecord(other)).not.toEqual(commitToRecord(one))
})
