/**
 * Makes the vectors of whole statements anew, with other masks and nonces each time:
 *
 *     PATH=node_modules/node/bin:$PATH node --conditions=@sluice/source \
 *       packages/evidence/src/sigma/testing/write-statement-vectors.ts \
 *       > packages/evidence/src/sigma/vectors/statements_Shake128_ristretto255.json
 */
import { sessionIdOf } from '../duplex-sponge.ts'
import { bitCountOf, type LevelStatement, relationOf } from '../level-statements.ts'
import { serializeRelation } from '../linear-relation.ts'
import { type ProofContext, tagOf } from '../proof-tag.ts'
import { ristretto255 } from '../ristretto255.ts'
import { flipped, lifted, NO_POINTS, replaced } from './altered.ts'
import { CONTEXT, type MadeUp, StatementMaker } from './made-up-statements.ts'
import { type StatementCase, toVector } from './statement-vectors.ts'

const BYTES = 32
const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const maker = await StatementMaker.open()

function accepted(what: string, made: MadeUp, context: ProofContext = CONTEXT): StatementCase {
  return { what, accepted: true, ...made, context, proof: maker.prove(made, {}, context) }
}

function valid(): readonly StatementCase[] {
  const other = { logOrigin: 'log.example/Zürich', leafHash: Uint8Array.from({ length: 32 }, (_, index) => index) }
  const answered = [
    { permitted: 0, s: 0, r: 0, c: 0 },
    { permitted: 1, s: 1, r: 7, c: 7 },
    { permitted: 2, s: 1, r: 0, c: 7 },
    { permitted: 3, s: 3, r: 2, c: 3 },
    { permitted: 4, s: 4, r: 1, c: 1 },
    { permitted: 5, s: 4, r: 2, c: 3 },
    { permitted: 6, s: 0, r: 5, c: 6 },
    { permitted: 7, s: 7, r: 7, c: 7 },
  ]
  return [
    ...answered.map((levels) =>
      accepted(`s = ${levels.s} up to ${levels.permitted}, r = ${levels.r}, c = ${levels.c}`, maker.answered(levels)),
    ),
    ...[0, 3, 7].map((level) => accepted(`s = ${level} up to ${level}`, maker.refused({ permitted: level, s: level }))),
    ...[0, 5, 7].map((level) => accepted(`c = ${level}`, maker.clearance(level))),
    accepted('c = 2 in another log', maker.clearance(2), other),
  ]
}

/** Statements that are not true, with the proof of the nearest that is. */
function untrue(): readonly StatementCase[] {
  const refused = (what: string, made: MadeUp, pretended: Partial<MadeUp['secrets']>): StatementCase => ({
    ...{ what, accepted: false, ...made, context: CONTEXT, proof: maker.prove(made, pretended) },
  })
  const huge = 2n ** 252n
  return [
    refused('s = 6 up to 5', maker.answered({ permitted: 5, s: 6, r: 0, c: 2 }), { sensitivity: 5 }),
    refused('s = -1 up to 6', maker.answered({ permitted: 6, s: -1, r: 0, c: 2 }), { sensitivity: 0 }),
    // s = 8 is committed to as s = 0 and r = 1 are, which this clearance forbids.
    refused('s = 8 and c = 0', maker.answered({ permitted: 7, s: 8, r: 0, c: 0 }), {
      ...{ sensitivity: 0, restored: 1, clearance: 1 },
    }),
    refused('s = 2^252', maker.answered({ permitted: 7, s: huge, r: 0, c: 2 }), { sensitivity: 7 }),
    refused('r = 3 and c = 2', maker.answered({ permitted: 7, s: 0, r: 3, c: 2 }), { clearance: 3 }),
    refused('r = 0 and c = 8', maker.answered({ permitted: 7, s: 0, r: 0, c: 8 }), { clearance: 7 }),
    refused('s = 1 up to 0', maker.refused({ permitted: 0, s: 1 }), { sensitivity: 0 }),
    refused('r = 1 though nothing left', maker.refused({ permitted: 7, s: 0, r: 1 }), {}),
    refused('c = 8', maker.clearance(8), { clearance: 7 }),
    refused('c = -1', maker.clearance(-1), { clearance: 0 }),
    refused('c = 2^252', maker.clearance(huge), { clearance: 7 }),
  ]
}

/** Each byte string of a true statement altered in turn. */
function altered(): readonly StatementCase[] {
  const base = accepted('', maker.clearance(3))
  const { statement, proof } = base
  const bits = bitCountOf(statement)
  const but = (what: string, change: Partial<StatementCase>): StatementCase => ({
    ...{ ...base, what, accepted: false, ...change },
  })
  const [first, second] = [proof.subarray(0, BYTES), proof.subarray(BYTES, 2 * BYTES)]
  const scalars = Array.from({ length: proof.length / BYTES - bits }, (_, index) => (bits + index) * BYTES)
  return [
    ...scalars.flatMap((offset, index) => {
      const name = index === 0 ? 'the challenge' : `response ${index - 1}`
      return [
        but(`${name} is altered`, { proof: flipped(proof, offset) }),
        but(`${name} has its highest bit set`, { proof: flipped(proof, offset + BYTES - 1, 0x80) }),
        but(`${name} has the order added`, { proof: lifted(proof, offset) }),
      ]
    }),
    ...NO_POINTS.flatMap(([what, hex]) => [
      but(`the first bit is ${what}`, { proof: replaced(proof, 0, bytes(hex)) }),
      but(`masked is ${what}`, { statement: { ...statement, masked: bytes(hex) } }),
    ]),
    but('the first bit has its highest bit set', { proof: flipped(proof, BYTES - 1, 0x80) }),
    but('two bits are exchanged', { proof: replaced(replaced(proof, 0, second), BYTES, first) }),
    but('the first bit is the second, too', { proof: replaced(proof, 0, second) }),
    but('masked is a bit', { statement: { ...statement, masked: first } }),
    but('the shift is altered', { statement: { ...statement, shift: flipped(statement.shift, 0) } }),
    but('the shift has the order added', { statement: { ...statement, shift: lifted(statement.shift, 0) } }),
    but('the shift has its highest bit set', {
      statement: { ...statement, shift: flipped(statement.shift, 31, 0x80) },
    }),
    but('a byte is missing at the end', { proof: proof.subarray(0, -1) }),
    but('a byte is missing at the beginning', { proof: proof.subarray(1) }),
    but('a byte too many', { proof: Uint8Array.from([...proof, 0]) }),
    but('a response is missing', { proof: proof.subarray(0, -BYTES) }),
    but('a bit is missing', { proof: proof.subarray(BYTES) }),
    but('nothing', { proof: new Uint8Array() }),
    but('another log', { context: { ...CONTEXT, logOrigin: 'example.org/log2' } }),
    but('another leaf', { context: { ...CONTEXT, leafHash: flipped(CONTEXT.leafHash, 31) } }),
  ]
}

/** Proofs of a request, shown for another. */
function replayed(): readonly StatementCase[] {
  const made = maker.answered({ permitted: 5, s: 4, r: 2, c: 3 })
  const other = maker.answered({ permitted: 5, s: 4, r: 2, c: 3 })
  const base = accepted('', made)
  const of = (what: string, statement: LevelStatement): StatementCase => ({ ...base, what, accepted: false, statement })
  const { statement } = made
  const denied = maker.refused({ permitted: 7, s: 4 })
  const ofDenied = accepted('', denied)
  return [
    of('another permitted level with as many bits', { ...statement, permittedLevel: 6 }),
    of('another permitted level with fewer bits', { ...statement, permittedLevel: 3 }),
    of('no permitted level', { ...statement, permittedLevel: 8 }),
    of('the masked point of another request', { ...statement, masked: other.statement.masked }),
    of('the shift of another request', { ...statement, shift: other.statement.shift }),
    of('the clearance of another session', { ...statement, clearance: other.statement.clearance }),
    of('another request', other.statement),
    of('the two commitments exchanged', { ...statement, ...statement.clearance, clearance: statement }),
    of('a refused request in its place', { ...statement, kind: 'refused' }),
    {
      ...ofDenied,
      what: 'a clearance of the same shape',
      accepted: false,
      statement: { ...denied.statement, kind: 'clearance' },
    },
  ]
}

const suite = {
  name: ristretto255.suite,
  generator: Buffer.from(ristretto255.encodePoint(ristretto255.generator)).toString('hex'),
  secondGenerator: Buffer.from(ristretto255.encodePoint(ristretto255.secondGenerator)).toString('hex'),
}
const cases = [...valid(), ...untrue(), ...altered(), ...replayed()]
const vectors = cases.map((one) => {
  if (!one.accepted) return toVector(one)
  const { statement, context, proof } = one
  const bits = Array.from({ length: bitCountOf(statement) }, (_, bit) => proof.subarray(bit * BYTES, (bit + 1) * BYTES))
  const tag = tagOf(ristretto255, statement, context)
  return {
    ...toVector(one),
    tag: Buffer.from(tag).toString('hex'),
    sessionId: Buffer.from(sessionIdOf(tag)).toString('hex'),
    relation: Buffer.from(serializeRelation(ristretto255, relationOf(ristretto255, statement, bits))).toString('hex'),
  }
})
process.stdout.write(`${JSON.stringify({ suite, vectors }, null, 2)}\n`)
