import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EMPTY_ROOT } from './hashes.ts'
import { InvalidNote } from './signed-note.ts'
import { readAddCheckpoint, writeAddCheckpoint } from './witness-messages.ts'

const checkpoint = 'example.org/log\n7\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n— w AAAAAAAA\n'

describe('a request to cosign', () => {
  it.each([0, 1, 63])('is read as it is written, with %i hashes', (count) => {
    const request = { oldSize: 20_852_014, proof: Array.from({ length: count }, () => EMPTY_ROOT), checkpoint }
    expect(readAddCheckpoint(writeAddCheckpoint(request))).toEqual(request)
  })

  it('has the form of the specification', () => {
    expect(writeAddCheckpoint({ oldSize: 0, proof: [], checkpoint })).toBe(`old 0\n\n${checkpoint}`)
    expect(writeAddCheckpoint({ oldSize: 5, proof: [EMPTY_ROOT], checkpoint })).toBe(
      `old 5\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n${checkpoint}`,
    )
  })

  it.each([
    '',
    'old 0\n',
    'old 07\n\nx',
    'old -1\n\nx',
    'old 1\nAAAA\n\nx',
    'new 1\n\nx',
    `old 1\n${'A'.repeat(44)}\n\nx`,
  ])('is not %j', (body) => expect(() => readAddCheckpoint(body)).toThrow(InvalidNote))

  it('has at most 63 hashes', () => {
    const proof = Array.from({ length: 64 }, () => EMPTY_ROOT)
    expect(() => readAddCheckpoint(writeAddCheckpoint({ oldSize: 1, proof, checkpoint }))).toThrow(InvalidNote)
  })

  it('never makes its reader throw anything else', () => {
    fc.assert(
      fc.property(fc.string(), (body) => {
        try {
          readAddCheckpoint(body)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidNote)
        }
      }),
    )
  })
})
