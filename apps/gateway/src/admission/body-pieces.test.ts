import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BodyPieces } from './body-pieces.ts'

const wholeOf = (pieces: readonly Uint8Array[]) => {
  const body = new BodyPieces()
  for (const piece of pieces) body.add(Buffer.from(piece))
  return body.whole()
}

it('gives back what came, however it was cut', () => {
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc.integer({ min: 0, max: 70_000 }).map((length) => new Uint8Array(length).fill(length % 251)),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(wholeOf(pieces).equals(Buffer.concat(pieces))).toBe(true)
    }),
  )
})

it('does not copy a body of one piece', () => {
  const body = new BodyPieces()
  const piece = Buffer.from('{}')
  body.add(piece)
  expect(body.whole()).toBe(piece)
})

it('takes a long body in pieces of 64 bytes, and refuses one in pieces of one', () => {
  expect(wholeOf(Array.from({ length: 50_000 }, () => new Uint8Array(64)))).toHaveLength(3_200_000)
  expect(() => wholeOf(Array.from({ length: 4_200 }, () => new Uint8Array(1)))).toThrow('too many small pieces')
})
