import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { verifyCompact } from './compact-proof.ts'
import { sessionIdOf } from './duplex-sponge.ts'
import { MalformedProof } from './group.ts'
import { imageOf, serializeRelation, validateRelation } from './linear-relation.ts'
import { p256 } from './testing/p256.ts'
import { readRelation } from './testing/read-relation.ts'

interface Vector {
  readonly id: string
  readonly what: string
  readonly tag: string
  readonly instance: string
  readonly proof?: string
  readonly sessionId?: string
  readonly witness?: string
  readonly accepted: boolean
}

function vectorsOf(file: string): readonly Vector[] {
  const { vectors }: { readonly vectors: readonly Vector[] } = JSON.parse(
    readFileSync(new URL(`./vectors/${file}.json`, import.meta.url), 'utf8'),
  )
  return vectors
}
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const tagOf = ({ tag }: Vector) => new TextEncoder().encode(tag)

describe.each([
  // The second file was made with the draft's program, which its own vectors leave without the relation `Bit`.
  ['of the draft', 'sigma-proofs_Shake128_P256', [4, 9]],
  ['of the relation Bit', 'bit_Shake128_P256', [4, 43]],
])('the vectors %s', (_of, file, counts) => {
  const vectors = vectorsOf(file)
  const valid = vectors.filter(({ accepted }) => accepted)
  const invalid = vectors.filter(({ accepted }) => !accepted)

  it('are there', () => expect([valid.length, invalid.length]).toEqual(counts))

  it.each(valid)('accept $id: $what', (vector) => {
    const { instance, proof = '', sessionId = '', witness = '' } = vector
    expect(sessionIdOf(tagOf(vector))).toEqual(bytes(sessionId))
    const relation = readRelation(p256, bytes(instance))
    expect(serializeRelation(p256, relation)).toEqual(bytes(instance))
    expect(verifyCompact(p256, tagOf(vector), relation, bytes(proof))).toBe(true)

    // The witness is one: the map of it is the image.
    const scalars = Array.from({ length: witness.length / 64 }, (_, index) =>
      p256.decodeScalar(bytes(witness.slice(64 * index, 64 * index + 64))),
    )
    const mapped = relation.equations.map(({ map }) =>
      p256.sum(map.map((term) => [scalars[term.scalar]! * term.coefficient, relation.elements[term.element]!])),
    )
    expect(mapped.map(p256.encodePoint)).toEqual(imageOf(p256, relation).map(p256.encodePoint))
  })

  it.each(invalid)('refuse $id: $what', (vector) => {
    const { instance, proof } = vector
    const verify = () => {
      const relation = readRelation(p256, bytes(instance))
      if (proof === undefined) validateRelation(p256, relation)
      else if (!verifyCompact(p256, tagOf(vector), relation, bytes(proof))) throw new Error('The proof does not hold.')
    }
    expect(verify).toThrow()
  })

  it.each(valid)('refuse $id with any byte of the proof altered', (vector) => {
    const { instance, proof = '' } = vector
    const relation = readRelation(p256, bytes(instance))
    for (let index = 0; index < proof.length / 2; index += 7) {
      const altered = bytes(proof)
      altered[index] = altered[index]! ^ 1
      expect(verifyCompact(p256, tagOf(vector), relation, altered)).toBe(false)
    }
  })
})

describe('a relation', () => {
  const term = { element: 1, coefficient: 1n }
  const equation = { image: [term], map: [{ scalar: 0, element: 0, coefficient: 1n }] }
  const point = p256.sum([[5n, p256.generator]])

  it.each([
    [
      'an element that is the identity',
      {
        elements: [p256.generator, point, p256.identity],
        equations: [{ ...equation, map: [...equation.map, { scalar: 0, element: 2, coefficient: 1n }] }],
      },
    ],
    ['another first element', { elements: [point, point], equations: [equation] }],
    ['no elements', { elements: [], equations: [equation] }],
    ['no equation', { elements: [p256.generator], equations: [] }],
    ['an element in no equation', { elements: [p256.generator, point, point], equations: [equation] }],
    ['an index without an element', { elements: [p256.generator], equations: [equation] }],
    [
      'a coefficient that is the order',
      {
        elements: [p256.generator, point],
        equations: [{ ...equation, image: [term, { ...term, coefficient: p256.order }] }],
      },
    ],
  ])('says nothing with %s', (_what, relation) => {
    expect(() => validateRelation(p256, relation)).toThrow(MalformedProof)
  })

  it('says something without', () => {
    validateRelation(p256, { elements: [p256.generator, point], equations: [equation] })
  })
})
