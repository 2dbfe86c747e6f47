/**
 * Makes the vectors of bundles and ranges anew, with other secrets each time:
 *
 *     PATH=node_modules/node/bin:$PATH node --conditions=@sluice/source \
 *       packages/evidence/src/bundle/testing/write-bundle-vectors.ts \
 *       > packages/evidence/src/bundle/vectors/bundles-and-ranges.json
 */
import { writeVerifierKey } from '../../log/note-keys.ts'
import { readRootKeys } from '../../log/root-keys.ts'
import { createNoteSigner } from '../../node/note-signer.ts'
import { LOG_SIGNER, WITNESS } from '../../testing/export-for-tests.ts'
import { makeTrail, RECORDS_FOR_TESTS, rangeText } from '../../testing/trail-for-tests.ts'
import { type Bundle, writeBundle } from '../bundle.ts'
import type { RangeLine } from '../range-lines.ts'
import { type BundleCase, judgeCase } from './bundle-vectors.ts'

const BY_ED25519 = createNoteSigner('witness.example/w2', 'cosignature', new Uint8Array(32).fill(4))
const STRANGER = createNoteSigner('witness.example/w3', 'cosignature', new Uint8Array(32).fill(5))
const keysText = `${[LOG_SIGNER, WITNESS, BY_ED25519].map(({ key }) => writeVerifierKey(key)).join('\n')}\nquorum 1\n`

const trail = await makeTrail(RECORDS_FOR_TESTS, { signers: [LOG_SIGNER, BY_ED25519] })
const bundles = await Promise.all(RECORDS_FOR_TESTS.map((_, index) => trail.bundle(index)))
const at = (index: number): Bundle => bundles[index] ?? fail()
const whole = await trail.range()

function fail(): never {
  throw new RangeError('No such leaf.')
}

type Case = readonly [what: string, text: string]

async function honest(): Promise<readonly Case[]> {
  const byLattice = await makeTrail(RECORDS_FOR_TESTS.slice(0, 3), { signers: [LOG_SIGNER, WITNESS] })
  return [
    ['a clearance', writeBundle(at(0))],
    ['a request that was answered', writeBundle(at(2))],
    ['the same, cosigned by ML-DSA-44, in another tree', await byLattice.bundleText(2)],
    ['a request that was denied', writeBundle(at(3))],
    ['no request', writeBundle(at(4))],
    ['a request that was given up, which went to no endpoint, and was erased since', writeBundle(at(5))],
    ['a request that was erased before it was proved', writeBundle(at(6))],
    ['a request that could not be opened', writeBundle(at(9))],
    ['a request that is not proved yet', writeBundle(at(11))],
    ['a request that was held, by a session without a clearance', writeBundle(at(12))],
    ['a request whose record is shown', writeBundle({ ...at(2), ...trail.opened(2, false) })],
    ['a request whose record and commitment are shown', writeBundle({ ...at(2), ...trail.opened(2) })],
    ['a request that is opened and not proved', writeBundle({ ...at(11), ...trail.opened(11) })],
    ['a request that is opened with its clearance', await openedWithClearance(2)],
    ['a clearance whose record and commitment are shown', writeBundle({ ...at(0), ...trail.opened(0) })],
    ['a bundle with an attestation, which nobody verifies', writeBundle({ ...at(3), attestation: { any: 'thing' } })],
    ['the whole log', rangeText(whole).join('\n')],
    ['a range within it', (await trail.rangeText(2, 9)).join('\n')],
    ['one leaf', (await trail.rangeText(12, 13)).join('\n')],
  ]
}

/** A request that no proof can be made of where r is above 2, opened together with its clearance. */
async function openedWithClearance(r: number): Promise<string> {
  const request = { kind: 'answered', session: 1, clearance: 0, r, state: 'pending' } as const
  const signers = [LOG_SIGNER, BY_ED25519]
  const made = await makeTrail([{ kind: 'clearance', session: 1, c: 2 }, request], { signers })
  const clearance = { ...(await made.companion(0)), ...made.opened(0) }
  return writeBundle({ ...(await made.bundle(1)), ...made.opened(1), clearance })
}

/** Each is made of a bundle that holds, by one change. */
function altered(): readonly Case[] {
  const own = at(2)
  const clearance = own.clearance ?? fail()
  const text = writeBundle(own)
  const zeros = new Uint8Array(32)
  const inEvidence = (search: string | RegExp, by: string) =>
    writeBundle({ ...own, evidence: own.evidence.replace(search, by) })
  return [
    ['a blank behind the bundle', `${text} `],
    ['a member more', `${text.slice(0, -1)},"more":1}`],
    ['another version', text.replace('"bundle":1', '"bundle":2')],
    ['an evidence part with a blank', inEvidence(',', ', ')],
    ['another tenant', inEvidence('acme', 'beta')],
    ['another position', inEvidence('"position":2', '"position":1')],
    ['another decision', inEvidence('"decision":"answered"', '"decision":"aborted"')],
    ['a decision of another kind', inEvidence('"decision":"answered"', '"decision":"denied"')],
    ['another level of an endpoint', inEvidence('["own",3]', '["own",4]')],
    ['a permitted level that is not the lowest', inEvidence('"permitted":3', '"permitted":5')],
    ['another record', writeBundle({ ...own, recordDigest: zeros })],
    ['no proof', writeBundle({ ...own, proof: null })],
    ['a proof that is said to be pending', writeBundle({ ...own, state: 'pending' })],
    ['a proof with a byte more', writeBundle({ ...own, proof: Uint8Array.from([...(own.proof ?? []), 0]) })],
    [
      'a proof with a bit altered',
      writeBundle({ ...own, proof: (own.proof ?? fail()).map((byte, index) => (index === 500 ? byte ^ 1 : byte)) }),
    ],
    ['the proof of another request', writeBundle({ ...own, proof: at(5).proof })],
    ['the proof of its clearance', writeBundle({ ...own, proof: clearance.proof })],
    ['another index', writeBundle({ ...own, logProof: own.logProof.replace('index 2', 'index 3') })],
    ['the place of another leaf', writeBundle({ ...own, logProof: at(3).logProof })],
    [
      'a line for which nothing vouches',
      writeBundle({ ...own, logProof: own.logProof.replace('index 2', 'extra AAAA\nindex 2') }),
    ],
    ['another size of the tree', writeBundle({ ...own, logProof: own.logProof.replace('\n13\n', '\n14\n') })],
    ['no clearance', writeBundle({ ...own, clearance: null })],
    ['the clearance of another session', writeBundle({ ...own, clearance: at(11).clearance })],
    ['a clearance at another place', writeBundle({ ...own, clearance: { ...clearance, index: 1 } })],
    ['a clearance without a proof', writeBundle({ ...own, clearance: { ...clearance, proof: null } })],
    [
      'a clearance with the proof of another',
      writeBundle({ ...own, clearance: { ...clearance, proof: (at(11).clearance ?? fail()).proof } }),
    ],
    ['a clearance beside a request that was denied', writeBundle({ ...at(3), clearance })],
    ['an erasure beside a request that waits for its proof', writeBundle({ ...at(11), erasure: at(6).erasure })],
    ['the record of another request', writeBundle({ ...own, ...trail.opened(5) })],
    [
      'the secrets of another request',
      writeBundle({ ...own, opened: { ...trail.opened(2).opened, ...{ secrets: trail.leaves[5]?.secrets } } }),
    ],
  ]
}

async function signedByOthers(): Promise<readonly Case[]> {
  const of = async (...signers: (typeof STRANGER)[]) =>
    await (await makeTrail(RECORDS_FOR_TESTS.slice(0, 1), { signers })).bundleText(0)
  const posing = await makeTrail(RECORDS_FOR_TESTS.slice(0, 1), {
    signers: [LOG_SIGNER, BY_ED25519],
    origin: 'example.org/b',
  })
  return [
    ['a checkpoint that no witness cosigned', await of(LOG_SIGNER)],
    ['a checkpoint that a stranger cosigned', await of(LOG_SIGNER, STRANGER)],
    ['a checkpoint that the log has not signed', await of(BY_ED25519)],
    ['a checkpoint with another name', await posing.bundleText(0)],
  ]
}

function ranges(): readonly Case[] {
  const lines = rangeText(whole)
  const own = (index: number): RangeLine => whole[index] ?? fail()
  const of = (...changed: readonly RangeLine[]) => rangeText(changed).join('\n')
  return [
    ['a leaf is missing', lines.toSpliced(4, 1).join('\n')],
    ['the last leaf is missing', lines.toSpliced(13, 1).join('\n')],
    ['two leaves are swapped', of(...whole.with(4, own(5)).with(5, own(4)))],
    ['two leaves of others are swapped', of(...whole.with(2, own(8)).with(8, own(2)))],
    ['a leaf stands twice', of(...whole.toSpliced(4, 0, own(4)))],
    [
      'a leaf is hidden as that of another tenant',
      of(...whole.with(4, { type: 'foreign', entry: trail.leaves[3]?.entry ?? fail() })),
    ],
    [
      'a leaf of an act is altered',
      lines.map((line, index) => (index === 5 ? line.replace('\\"time\\":17', '\\"time\\":27') : line)).join('\n'),
    ],
    ['the last line is missing', lines.slice(0, -1).join('\n')],
    [
      'a hash beside it is missing',
      lines
        .with(0, lines[0]?.replace('"right":[]', '"right":["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]') ?? '')
        .join('\n'),
    ],
    ['it counts other rows', lines.with(14, '{"rows":12}').join('\n')],
  ]
}

const keys = readRootKeys(keysText)
const cases: BundleCase[] = []

async function add(isAccepted: boolean, made: readonly Case[]): Promise<void> {
  for (const [what, text] of made) {
    const verdict = await judgeCase(text, keys)
    if ((verdict.fault === null) !== isAccepted) throw new Error(`It is judged otherwise: ${what}.`)
    cases.push({ what, ...verdict, text })
  }
}

await add(true, await honest())
const above: Case = ['what might be restored is above the clearance', await openedWithClearance(3)]
const smaller = await makeTrail(RECORDS_FOR_TESTS.slice(0, 3), { signers: [LOG_SIGNER, BY_ED25519] })
const forked: Case = ['two leaves at one place', `${writeBundle(at(2))}\n${await smaller.bundleText(2)}`]
await add(false, [...altered(), above, forked, ...(await signedByOthers()), ...ranges()])
process.stdout.write(`${JSON.stringify({ keys: keysText, cases }, undefined, 2)}\n`)
