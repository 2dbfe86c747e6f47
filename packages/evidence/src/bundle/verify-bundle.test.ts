import { beforeAll, describe, expect, it } from 'vitest'
import { writeLogProof } from '../log/log-proof.ts'
import { createNoteSigner } from '../node/note-signer.ts'
import { verifyStatement } from '../sigma/verify-statement.ts'
import { LOG_SIGNER, OTHER_SIGNER, WITNESS } from '../testing/export-for-tests.ts'
import { makeTrail, RECORDS_FOR_TESTS } from '../testing/trail-for-tests.ts'
import { readBundle, writeBundle } from './bundle.ts'
import { EvidenceFault } from './judge-leaf.ts'
import { verifyBundle as verify } from './verify-bundle.ts'

const keys = { log: [LOG_SIGNER.key], witnesses: [WITNESS.key], quorum: 1 }
const encoder = new TextEncoder()

let trail: Awaited<ReturnType<typeof makeTrail>>
beforeAll(async () => {
  trail = await makeTrail()
})

const verifyBundle = (text: string, trusted = keys) => verify(text, trusted, { verify: verifyStatement })
const outcomeOf = (text: string) => verifyBundle(text).verdict

describe('a bundle', () => {
  it.each([
    [0, 'proved'],
    [2, 'proved'],
    [3, 'proved'],
    [4, 'no-request'],
    [5, 'proved'],
    [6, 'erased'],
    [9, 'unproved'],
    [11, 'pending'],
    [12, 'proved'],
  ])('of leaf %i is verified offline: %s', async (index, outcome) => {
    const text = await trail.bundleText(index)
    expect(outcomeOf(text)).toMatchObject({ index, outcome, isShown: false })
    expect(outcomeOf(`${text}\n`)).toMatchObject({ outcome })
  })

  it('has less than 12 KB with one cosignature by ML-DSA-44', async () => {
    const text = await trail.bundleText(2)
    expect(text).toContain(WITNESS.key.name)
    const { path } = await trail.companion(2)
    // A log of a thousand million leaves has paths of 30 hashes, of which each has 47 letters here and 45 there.
    const grown = encoder.encode(text).length + (30 - path.length) * (47 + 46)
    expect(grown).toBeLessThan(12_000)
  })

  it('holds no less where its record is shown, and opens what was committed to', async () => {
    const bundle = await trail.bundle(2)
    expect(outcomeOf(writeBundle({ ...bundle, ...trail.opened(2) }))).toMatchObject({
      ...{ outcome: 'proved', isShown: true, levels: { sensitivity: 3, restored: 5 } },
    })
    const pending = await trail.bundle(11)
    expect(outcomeOf(writeBundle({ ...pending, ...trail.opened(11) }))).toMatchObject({ outcome: 'opened' })
    expect(outcomeOf(writeBundle({ ...pending, ...trail.opened(11, false) }))).toMatchObject({
      ...{ outcome: 'pending', isShown: true },
    })
    const clearance = await trail.bundle(0)
    expect(outcomeOf(writeBundle({ ...clearance, ...trail.opened(0) }))).toMatchObject({ levels: { clearance: 5 } })
  })

  it('is a fault where what is shown is not what was committed to', async () => {
    const bundle = await trail.bundle(2)
    const { salt, record, secrets } = trail.opened(2).opened
    const other = trail.opened(5).opened
    for (const opened of [
      ...[other, { salt: other.salt, record, secrets }, { salt, record: { ...record, model: 'x' }, secrets }],
      ...(['k', 'a', 't'] as const).map((key) => ({
        salt,
        record,
        secrets: { ...secrets!, [key]: new Uint8Array(32) },
      })),
    ]) {
      expect(() => outcomeOf(writeBundle({ ...bundle, opened }))).toThrow(EvidenceFault)
    }
    const bare = await trail.bundle(9)
    expect(() => outcomeOf(writeBundle({ ...bare, ...trail.opened(9) }))).toThrow('no commitment to open')
  })

  it('is a fault where its record, which was committed to, says something else', async () => {
    const lie = async (index: number, change: (record: Record<string, unknown>) => void, message: string) => {
      const lying = await makeTrail(RECORDS_FOR_TESTS.slice(0, 4), {
        change: (at, record) => at === index && change(record),
      })
      const text = writeBundle({ ...(await lying.bundle(index)), ...lying.opened(index) })
      expect(() => outcomeOf(text), message).toThrow(message)
    }
    const another = 'says something else than its evidence part'
    for (const [key, value] of [
      ...[
        ['kind', 'control'],
        ['id', 'x'],
        ['tenant', 'beta'],
        ['time_ms', 1],
        ['session_id', 42],
        ['outcome', 'failed'],
      ],
      ...[
        ['evidence', { kind: 'answered' }],
        ['evidence', undefined],
      ],
    ] as const) {
      await lie(2, (record) => Object.assign(record, { [key]: value }), another)
    }
    await lie(0, (record) => Object.assign(record, { basis: undefined }), another)
    await lie(2, (record) => Object.assign(record, { tile: { level: 2 } }), 'another sensitivity')
    await lie(2, (record) => Object.assign(record, { layers: [] }), 'its layers are not those')
    await lie(2, (record) => Object.assign(record, { layers: [1] }), 'has no layers')
    await lie(0, (record) => Object.assign(record, { clearance: 6 }), 'another clearance')
    await lie(0, (record) => Object.assign(record, { roles: ['CISO'] }), 'the claims are not those')
  })

  it('names the record of an erasure, which stands behind what it erased', async () => {
    const erased = await trail.bundle(6)
    expect(verifyBundle(writeBundle(erased), keys).erasure?.index).toBe(8)
    const since = await trail.bundle(5)
    expect(verifyBundle(writeBundle(since), keys)).toMatchObject({ verdict: { outcome: 'proved' } })
    const refuse = async (erasure: number, on = 6) => {
      const text = writeBundle({ ...(await trail.bundle(on)), erasure: await trail.companion(erasure) })
      expect(() => outcomeOf(text), `${erasure} for ${on}`).toThrow(EvidenceFault)
    }
    await refuse(4)
    await refuse(1)
    await refuse(12)
    await refuse(8, 11)
    const foreign = await makeTrail([
      { kind: 'refused', session: 1, decision: 'held', state: 'erased' },
      { kind: 'other', tenant: 'beta', event: 'person.erased' },
    ])
    const ofBeta = writeBundle({ ...(await foreign.bundle(0)), erasure: await foreign.companion(1) })
    expect(() => outcomeOf(ofBeta)).toThrow('of another tenant')
    const act = { ...(await trail.companion(8)), ...trail.opened(8, false) }
    expect(outcomeOf(writeBundle({ ...erased, erasure: act })).outcome).toBe('erased')
    const others = RECORDS_FOR_TESTS.map((record, at) => (at === 8 ? { kind: 'other' as const } : record))
    const frozen = await makeTrail(others)
    const wrong = { ...(await frozen.companion(8)), ...frozen.opened(8, false) }
    const text = writeBundle({ ...(await frozen.bundle(6)), erasure: wrong })
    expect(() => outcomeOf(text)).toThrow('its record is not that of an erasure')
  })
})

/** Every place of a JSON value that is no object or list, with a way to change it. */
function* places(value: unknown, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (typeof value !== 'object' || value === null) yield path
  else for (const [key, member] of Object.entries(value)) yield* places(member, [...path, key])
}

function at(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((member, key) => Reflect.get(Object(member), key), value)
}

function changed(value: unknown, path: readonly (string | number)[], member: unknown): unknown {
  const copy = structuredClone(value)
  Reflect.set(Object(at(copy, path.slice(0, -1))), path.at(-1)!, member)
  return copy
}

/** Other values of the same form, as far as there are. */
function alterations(value: unknown): readonly unknown[] {
  if (typeof value === 'number') return [value + 1, value - 1]
  if (typeof value !== 'string') return ['', 0, {}]
  const flip = (index: number) => value.slice(0, index) + (value[index] === 'A' ? 'B' : 'A') + value.slice(index + 1)
  return [flip(0), flip(Math.floor(value.length / 2)), flip(value.length - 1), '', `${value}A`, null]
}

describe('a bundle with anything of it altered', () => {
  it.each([2, 3, 5])('is a fault: leaf %i', async (index) => {
    const whole: unknown = JSON.parse(await trail.bundleText(index))
    let count = 0
    for (const path of places(whole)) {
      for (const other of alterations(at(whole, path))) {
        count += 1
        const text = JSON.stringify(changed(whole, path, other))
        expect(() => outcomeOf(text), `${path.join('.')} = ${JSON.stringify(other)}`).toThrow(EvidenceFault)
      }
      const without = structuredClone(whole)
      Reflect.deleteProperty(Object(at(without, path.slice(0, -1))), path.at(-1)!)
      expect(() => outcomeOf(JSON.stringify(without)), `without ${path.join('.')}`).toThrow(EvidenceFault)
    }
    expect(count).toBeGreaterThan(30)
  })

  it('is a fault where it is in a member of its evidence part or of that of its clearance', async () => {
    const whole = JSON.parse(await trail.bundleText(2))
    for (const holder of [whole, whole.clearance]) {
      const text: string = holder.evidence
      const part: unknown = JSON.parse(text)
      for (const path of places(part)) {
        for (const other of alterations(at(part, path))) {
          holder.evidence = JSON.stringify(changed(part, path, other))
          expect(() => outcomeOf(JSON.stringify(whole)), path.join('.')).toThrow(EvidenceFault)
        }
      }
      holder.evidence = text
    }
    expect(outcomeOf(JSON.stringify(whole)).outcome).toBe('proved')
  })

  it('is a fault where it is in a line of its proof of the log', async () => {
    const whole = JSON.parse(await trail.bundleText(2))
    const lines: readonly string[] = whole.log_proof.split('\n')
    for (const [index, line] of lines.entries()) {
      // Behind the key's name stands its id and the signature: a letter of the name makes it the line of a stranger.
      for (const other of [`${line}A`, line.slice(0, -1), line.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]) {
        if (other === line) continue
        const log_proof = lines.with(index, other).join('\n')
        expect(() => outcomeOf(JSON.stringify({ ...whole, log_proof })), `line ${index}`).toThrow(EvidenceFault)
      }
    }
  })

  it('is a fault where what anybody may write nests too deep', async () => {
    const text = await trail.bundleText(3)
    const nested = (depth: number) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`
    const withAttestation = (depth: number) => `${text.slice(0, -1)},"attestation":${nested(depth)}}`
    expect(outcomeOf(withAttestation(63)).outcome).toBe('proved')
    const withRecord = (depth: number) => `${text.slice(0, -1)},"opened":{"salt":"","record":${nested(depth)}}}`
    for (const depth of [64, 100_000]) {
      expect(() => outcomeOf(withAttestation(depth))).toThrow('"attestation" is not an object, or nests too deep')
      expect(() => outcomeOf(withRecord(depth))).toThrow('"record" is not an object, or nests too deep')
    }
  })

  it('never becomes proved where it was not', async () => {
    const text = await trail.bundleText(11)
    for (const state of ['erased', 'unproved']) {
      expect(outcomeOf(text.replace('"pending"', `"${state}"`)).outcome).toBe(state)
    }
    expect(() => outcomeOf(text.replace('"pending"', '"proved"'))).toThrow('its proof is missing')
  })
})

describe('a proof', () => {
  it('holds for its own request only', async () => {
    const own = await trail.bundle(2)
    for (const other of [0, 3, 5, 12]) {
      const { proof } = await trail.bundle(other)
      expect(() => outcomeOf(writeBundle({ ...own, proof })), `of leaf ${other}`).toThrow('its proof is false')
    }
    const clearance = { ...own.clearance!, proof: (await trail.companion(10)).proof }
    expect(() => outcomeOf(writeBundle({ ...own, clearance }))).toThrow('its clearance: its proof is false')
  })

  it('holds for its own clearance only, and with that of another session, log or place it is a fault', async () => {
    const own = await trail.bundle(2)
    const clearance = await trail.companion(10)
    expect(() => outcomeOf(writeBundle({ ...own, clearance }))).toThrow('not the one that it names')
    expect(() => outcomeOf(writeBundle({ ...own, clearance: null }))).toThrow('clearance is missing')
    const wrong = await trail.companion(3)
    expect(() => outcomeOf(writeBundle({ ...own, clearance: wrong }))).toThrow('not the record of a clearance')
    const bare = { ...own, clearance: { ...own.clearance!, proof: null } }
    expect(() => outcomeOf(writeBundle(bare))).toThrow('has no proof')
    expect(outcomeOf(writeBundle({ ...bare, state: 'pending' }))).toMatchObject({
      ...{ outcome: 'pending', why: 'clearance-pending' },
    })
    const between = await makeTrail([
      { kind: 'clearance', session: 1, c: 3 },
      { kind: 'answered', session: 2, clearance: 0 },
      { kind: 'answered', session: 1, tenant: 'beta', clearance: 0 },
    ])
    for (const index of [1, 2]) {
      const text = await between.bundleText(index)
      expect(() => outcomeOf(text)).toThrow('of another tenant or session')
    }
  })

  it('relies on no clearance that stands behind it', async () => {
    const records = [
      { kind: 'clearance', session: 1, c: 3 },
      { kind: 'answered', session: 1, clearance: 0 },
    ] as const
    const reversed = await makeTrail(records, { isReversed: true })
    const text = await reversed.bundleText(0)
    expect(() => outcomeOf(text)).toThrow('stands behind it in the log')
  })

  it('cannot be made of a request that broke a rule', async () => {
    const records = (answered: object) =>
      [
        { kind: 'clearance', session: 1, c: 3 },
        { kind: 'answered', session: 1, clearance: 0, ...answered },
      ] as const
    // The prover itself refuses: there are no bits that stand for such a level.
    await expect(makeTrail(records({ r: 4 }))).rejects.toThrow(RangeError)
    await expect(makeTrail(records({ s: 4, endpoints: [['own', 3]] }))).rejects.toThrow(RangeError)
    const opened = await makeTrail(records({ s: 4, endpoints: [['own', 3]], state: 'pending' }))
    const bundle = { ...(await opened.bundle(1)), ...opened.opened(1) }
    expect(() => outcomeOf(writeBundle(bundle))).toThrow('above what an endpoint')
    // The clearance has to be opened, too: r alone says nothing.
    const above = await makeTrail(records({ r: 4, state: 'pending' }))
    const alone = { ...(await above.bundle(1)), ...above.opened(1) }
    expect(outcomeOf(writeBundle(alone))).toMatchObject({ outcome: 'opened', isWithinClearance: false })
    const clearance = { ...(await above.companion(0)), ...above.opened(0) }
    expect(() => outcomeOf(writeBundle({ ...alone, clearance }))).toThrow('above the clearance of its caller')
    const within = await makeTrail(records({ r: 3, state: 'pending' }))
    const both = { ...within.opened(1), clearance: { ...(await within.companion(0)), ...within.opened(0) } }
    expect(outcomeOf(writeBundle({ ...(await within.bundle(1)), ...both }))).toMatchObject({ isWithinClearance: true })
    const refused = { kind: 'refused', session: 1, decision: 'held', r: 1, state: 'pending' } as const
    const restoring = await makeTrail([refused])
    const shown = { ...(await restoring.bundle(0)), ...restoring.opened(0) }
    expect(() => outcomeOf(writeBundle(shown))).toThrow('something was restored')
    const masked = await makeTrail([{ ...refused, r: 0 }], { hasOtherMasks: true })
    const other = { ...(await masked.bundle(0)), ...masked.opened(0) }
    expect(() => outcomeOf(writeBundle(other))).toThrow('does not open the commitment')
  })
})

describe('a checkpoint of a bundle', () => {
  it('may be a later one of the same log', async () => {
    // The same leaves cannot be made twice, so the older tree is made of those of the newer.
    const own = await trail.bundle(2)
    const { index, path } = await trail.companion(2)
    expect(index).toBe(2)
    const logProof = writeLogProof({ index, path, checkpoint: trail.checkpoint })
    expect(outcomeOf(writeBundle({ ...own, logProof })).outcome).toBe('proved')
    expect(outcomeOf(await trail.bundleTextAt(2, 5)).outcome).toBe('proved')
    const older = readBundle(await trail.bundleTextAt(2, 5)).logProof
    expect(() => outcomeOf(writeBundle({ ...own, logProof: older }))).toThrow('its clearance: it is not what')
  })

  it('is of no other log, of another index or an inconsistent tree', async () => {
    const own = await trail.bundle(2)
    const { path } = await trail.companion(2)
    const proofWith = (changes: object) =>
      writeBundle({ ...own, logProof: writeLogProof({ index: 2, path, checkpoint: trail.checkpoint, ...changes }) })
    expect(() => outcomeOf(proofWith({ index: 3 }))).toThrow('as leaf 3')
    expect(() => outcomeOf(proofWith({ path: path.slice(1) }))).toThrow('as leaf 2')
    expect(() => outcomeOf(proofWith({ extra: Uint8Array.of(1) }))).toThrow('nothing vouches')
    const other = await makeTrail(RECORDS_FOR_TESTS.slice(0, 3))
    expect(() => outcomeOf(proofWith({ checkpoint: other.checkpoint }))).toThrow('as leaf 2')
    const seed = new Uint8Array(32).fill(1)
    const renamed = createNoteSigner('example.org/other', 'note', seed)
    const foreign = await makeTrail(RECORDS_FOR_TESTS.slice(0, 3), { signers: [renamed], origin: 'example.org/other' })
    const text = await foreign.bundleText(2)
    expect(() => outcomeOf(text)).toThrow('not signed by the log')
    const trusted = { log: [renamed.key], witnesses: [], quorum: 0 }
    expect(verifyBundle(text, trusted).verdict.outcome).toBe('proved')
    // The proof was made for the name of the log, which stands in its tag.
    const moved = { ...readBundle(text), proof: own.proof }
    expect(() => verifyBundle(writeBundle(moved), trusted)).toThrow('its proof is false')
    // A log that signs for another's name is not trusted for it.
    const posing = await makeTrail(RECORDS_FOR_TESTS.slice(0, 1), {
      signers: [LOG_SIGNER],
      origin: 'example.org/other',
    })
    const posed = await posing.bundleText(0)
    expect(() => verifyBundle(posed, { ...keys, quorum: 0 })).toThrow('not signed by the log')
  })

  it('needs the log and as many witnesses as were asked for', async () => {
    const unsigned = await makeTrail(RECORDS_FOR_TESTS.slice(0, 1), { signers: [OTHER_SIGNER, WITNESS] })
    const text = await unsigned.bundleText(0)
    expect(() => outcomeOf(text)).toThrow('not signed by the log')
    const alone = await makeTrail(RECORDS_FOR_TESTS.slice(0, 1), { signers: [LOG_SIGNER] })
    const lonely = await alone.bundleText(0)
    expect(() => outcomeOf(lonely)).toThrow('0 of the witnesses have cosigned the checkpoint, not 1')
    expect(verifyBundle(lonely, { ...keys, quorum: 0 }).checkpoint).toMatchObject({ witnesses: [] })
    const byEd25519 = createNoteSigner('w2', 'cosignature', new Uint8Array(32).fill(8))
    const both = await makeTrail(RECORDS_FOR_TESTS.slice(0, 1), { signers: [LOG_SIGNER, WITNESS, byEd25519] })
    const cosigned = verifyBundle(await both.bundleText(0), {
      ...keys,
      witnesses: [WITNESS.key, byEd25519.key],
      quorum: 2,
    })
    expect(cosigned.checkpoint).toMatchObject({ witnesses: ['witness.example/w1', 'w2'], cosignedAt: 1.76e9 })
  })
})
