import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { openStatementVerifier } from '../node/statement-verifier.ts'
import { sessionIdOf } from './duplex-sponge.ts'
import { bitCountOf, relationOf } from './level-statements.ts'
import { serializeRelation } from './linear-relation.ts'
import { tagOf } from './proof-tag.ts'
import { ristretto255 } from './ristretto255.ts'
import { fromVector, type StatementVector } from './testing/statement-vectors.ts'
import { type StatementVerifier, verifyStatement } from './verify-statement.ts'

interface VectorFile {
  readonly suite: { readonly name: string; readonly generator: string; readonly secondGenerator: string }
  readonly vectors: readonly StatementVector[]
}

const file: VectorFile = JSON.parse(
  readFileSync(new URL('./vectors/statements_Shake128_ristretto255.json', import.meta.url), 'utf8'),
)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('the vectors of statements', () => {
  const { suite, vectors } = file
  const valid = vectors.filter(({ accepted }) => accepted)
  const cases = vectors.map((vector) => ({ ...fromVector(vector), kind: vector.statement.kind }))
  let openedVerifier: StatementVerifier
  beforeAll(async () => {
    openedVerifier = await openStatementVerifier()
  })

  it('are there, and of this suite', () => {
    expect([valid.length, vectors.length - valid.length]).toEqual([15, 83])
    const { suite: name, generator, secondGenerator } = ristretto255
    const points = [generator, secondGenerator].map((point) => hex(ristretto255.encodePoint(point)))
    expect(suite).toEqual({ name, generator: points[0], secondGenerator: points[1] })
  })

  it.each(cases)('are judged alike by both verifiers: $kind, $what, $accepted', (one) => {
    const { statement, context, proof, accepted } = one
    expect(openedVerifier(statement, context, proof)).toBe(accepted)
    expect(verifyStatement(statement, context, proof)).toBe(accepted)
  })

  it.each(valid)('show what a verifier derives: $statement.kind, $what', (vector) => {
    const { statement, context, proof } = fromVector(vector)
    const bits = Array.from({ length: bitCountOf(statement) }, (_, bit) => proof.subarray(32 * bit, 32 * bit + 32))
    const tag = tagOf(ristretto255, statement, context)
    const relation = serializeRelation(ristretto255, relationOf(ristretto255, statement, bits))
    expect([tag, sessionIdOf(tag), relation].map(hex)).toEqual([vector.tag, vector.sessionId, vector.relation])
  })
})
