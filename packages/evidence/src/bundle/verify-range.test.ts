import { beforeAll, describe, expect, it } from 'vitest'
import { writeExportLine } from '../export/export-lines.ts'
import { LOG_SIGNER, WITNESS } from '../testing/export-for-tests.ts'
import { makeTrail, RECORDS_FOR_TESTS, rangeText } from '../testing/trail-for-tests.ts'
import { writeBundle } from './bundle.ts'
import { chooseChallenge, readChallenge } from './challenge.ts'
import { describeReport } from './describe-report.ts'
import { type RangeLine, readRangeLine } from './range-lines.ts'
import { verifyFiles } from './verify-files.ts'

const keys = { log: [LOG_SIGNER.key], witnesses: [WITNESS.key], quorum: 1 }

let trail: Awaited<ReturnType<typeof makeTrail>>
let lines: readonly string[]
beforeAll(async () => {
  trail = await makeTrail()
  lines = await trail.rangeText()
})

const fileOf = (own: readonly string[], name = 'range.jsonl') => ({ name, lines: () => own })
const verify = (...files: (readonly string[])[]) =>
  verifyFiles(
    files.map((own, index) => fileOf(own, `${index}.jsonl`)),
    keys,
  )
const idOf = (index: number) => trail.leaves[index]!.part.id
const rejects = async (own: readonly string[], message: string | RegExp) =>
  await expect(verify(own)).rejects.toThrow(message)

/** The lines with one of them changed; line 1 is the head, so that leaf n stands in line n + 1. */
function altered(at: number, change: (row: Record<string, unknown>) => void): readonly string[] {
  const row: Record<string, unknown> = JSON.parse(lines[at]!)
  change(row)
  return lines.with(at, JSON.stringify(row))
}

describe('a range', () => {
  it('is verified whole, and says what is not proved of it', async () => {
    const report = await verify(lines)
    expect(report).toMatchObject({
      ...{ tenant: 'acme', ranges: [{ from: 0, to: 13 }], foreign: 2, gone: 0, restarts: 0, erasedUnnamed: 0 },
      counts: { proved: 6, opened: 0, pending: 1, erased: 1, unproved: 1, 'no-request': 2 },
    })
    expect(report.notProved.map(({ index, outcome }) => [index, outcome])).toEqual([
      ...[
        [6, 'erased'],
        [9, 'unproved'],
        [11, 'pending'],
      ],
    ])
    const text = describeReport(report, 1).join('\n')
    expect(text).toContain('Leaves 0 to 12 were seen whole')
    expect(text).toContain('Leaf 2, record 0199c1ab-0000-7000-8000-000000000002, a request whose answer began to leave')
    expect(text).toContain('Leaf 6, record 0199c1ab-0000-7000-8000-000000000006')
    expect(text).toContain('Cosigned by witness.example/w1')
  })

  it('may be a part of the tree, or several that follow each other', async () => {
    for (const [from, to] of [
      [0, 5],
      [3, 13],
      [4, 5],
      [12, 13],
    ] as const) {
      expect((await verify(await trail.rangeText(from, to))).ranges).toEqual([{ from, to }])
    }
    const parts = await Promise.all([trail.rangeText(7, 13), trail.rangeText(0, 3), trail.rangeText(3, 7)])
    const joined = await verify(...parts)
    expect(joined.ranges).toEqual([{ from: 0, to: 13 }])
    expect(joined.counts).toEqual((await verify(lines)).counts)
    expect((await verify(parts[0]!, parts[1]!)).ranges).toEqual([
      { from: 0, to: 3 },
      { from: 7, to: 13 },
    ])
  })

  it('says that a proof cannot be checked whose clearance is not shown, and finds it in another file', async () => {
    const part = await trail.rangeText(2, 6)
    const alone = await verify(part)
    expect(alone.counts).toMatchObject({ proved: 1, unproved: 2 })
    expect(alone.notProved.map(({ why }) => why)).toEqual(['clearance-not-shown', 'clearance-not-shown'])
    const bundle = [await trail.bundleText(0)]
    const report = await verifyFiles([fileOf(part), { name: 'bundle.json', lines: () => bundle }], keys)
    expect(report.counts).toMatchObject({ proved: 4, unproved: 0 })
  })

  it.each<[string, () => readonly string[], RegExp]>([
    ['a leaf is removed', () => lines.toSpliced(4, 1), /leaf 3.*records 3 to 3 of the tenant are missing/],
    [
      'a leaf is removed, and its number hidden',
      () => lines.toSpliced(13, 1),
      /line 14: leaves from 12 on are missing/,
    ],
    ['a leaf of another tenant is removed', () => lines.toSpliced(2, 1), /leaves from 12 on are missing/],
    ['leaves are swapped', () => lines.with(4, lines[5]!).with(5, lines[4]!), /leaf 3\).*missing/],
    [
      'leaves of other tenants are swapped',
      () => lines.with(2, lines[8]!).with(8, lines[2]!),
      /root of the tree is another/,
    ],
    ['a leaf stands twice', () => lines.toSpliced(4, 0, lines[3]!), /it is moved/],
    [
      'a leaf is said to be of another tenant',
      () => lines.with(4, JSON.stringify({ entry: Buffer.from(trail.leaves[3]!.entry).toString('base64') })),
      /records 3 to 3/,
    ],
    [
      'an act of another is shown as own',
      () => altered(5, (row) => (row['evidence'] = String(row['evidence']).replace('acme', 'beta'))),
      /of another tenant/,
    ],
    [
      'a digest of a record is another',
      () => altered(5, (row) => (row['record_digest'] = `${'A'.repeat(43)}=`)),
      /root of the tree is another/,
    ],
    [
      'a digest of a proved record is another',
      () => altered(3, (row) => (row['record_digest'] = `${'A'.repeat(43)}=`)),
      /leaf 2\): its proof is false/,
    ],
    [
      'an evidence part is altered',
      () => altered(4, (row) => (row['evidence'] = String(row['evidence']).replace('denied', 'failed'))),
      /leaf 3\): its proof is false/,
    ],
    ['a record claims to be pending', () => altered(3, (row) => (row['state'] = 'pending')), /it has a proof/],
    ['a record claims to be erased', () => altered(3, (row) => (row['state'] = 'erased')), /it has a proof/],
    [
      'a record that is not erased names an erasure',
      () => altered(12, (row) => (row['erasure'] = 'x')),
      /names an erasure|only form/,
    ],
    [
      'an event of a session is missing',
      () => altered(4, (row) => (row['evidence'] = String(row['evidence']).replace('"sequence":9', '"sequence":10'))),
      /leaf 3\).*events 9 to 9 of its session/,
    ],
    [
      'an event of a session stands twice',
      () => altered(4, (row) => (row['evidence'] = String(row['evidence']).replace('"sequence":9', '"sequence":8'))),
      /leaf 3\).*got to event 8/,
    ],
    ['the tree is another', () => altered(0, (row) => (row['size'] = 14)), /no range of the tree/],
    ['it ends elsewhere', () => altered(0, (row) => (row['to'] = 12)), /more or fewer hashes/],
    ['it begins elsewhere', () => altered(0, (row) => (row['from'] = 1)), /more or fewer hashes/],
    ['it has nothing', () => altered(0, (row) => (row['to'] = 0)), /no range of the tree/],
    [
      'its tenant is another',
      () => altered(0, (row) => (row['tenant'] = 'beta')),
      /line 2 .leaf 0.: it is of another tenant/,
    ],
    ['its end counts other rows', () => altered(14, (row) => (row['rows'] = 10)), /rows before it/],
    ['its end is missing', () => lines.slice(0, -1), /cut off/],
    ['something stands behind its end', () => [...lines, lines[1]!], /line 16: it does not belong/],
    ['it has a second head', () => lines.toSpliced(1, 0, lines[0]!), /line 2: it does not belong/],
    ['a line is none', () => lines.with(1, '{}'), /line 2: "entry"/],
    ['a line has a member more', () => altered(3, (row) => (row['more'] = 1)), /only form/],
  ])('is a fault where %s', async (_what, change, message) => {
    expect(change().join('\n')).not.toBe(lines.join('\n'))
    await rejects(change(), message)
  })

  it('is a fault with any hash beside it altered, and with a checkpoint that nobody cosigned', async () => {
    const part = await trail.rangeText(3, 5)
    const head = JSON.parse(part[0]!)
    for (const side of ['left', 'right']) {
      for (const index of head[side].keys()) {
        const other = { ...head, [side]: head[side].with(index, `${'A'.repeat(43)}=`) }
        await rejects(part.with(0, JSON.stringify(other)), 'the root of the tree is another')
      }
    }
    const alone = await makeTrail(RECORDS_FOR_TESTS.slice(0, 2), { signers: [LOG_SIGNER] })
    await rejects(await alone.rangeText(), '0 of the witnesses')
  })

  it('tells of leaves without an evidence part by their positions', async () => {
    const { entry } = trail.leaves[4]!
    const own = (await trail.range()).with(5, { type: 'gone', position: 4, entry })
    expect(await verify(rangeText(own))).toMatchObject({ gone: 1, counts: { proved: 6 } })
    const moved = own.with(5, { type: 'gone', position: 5, entry } as RangeLine)
    await rejects(rangeText(moved), 'records 4 to 4 of the tenant are missing')
  })

  it('takes a session whose numbers begin anew, and says so', async () => {
    const again = await makeTrail([
      { kind: 'other', session: 1, events: 5 },
      { kind: 'other', session: 2 },
    ])
    const part = await again.range()
    expect((await verify(rangeText(part))).restarts).toBe(0)
    const restarted = await makeTrail([
      { kind: 'other', session: 1, events: 5 },
      { kind: 'other', session: 1, sequence: 1 },
    ])
    expect(await verify(await restarted.rangeText())).toMatchObject({ restarts: 1 })
    const jumped = await makeTrail([
      { kind: 'other', session: 1, events: 5 },
      { kind: 'other', session: 1, sequence: 7 },
    ])
    await rejects(await jumped.rangeText(), 'events 6 to 6 of its session are missing')
  })
})

describe('files of evidence', () => {
  it('take the proof of a clearance from whichever of them has it', async () => {
    const own = await trail.bundle(5)
    const waiting = [writeBundle({ ...own, state: 'pending', clearance: { ...own.clearance!, proof: null } })]
    expect((await verify(waiting)).counts).toMatchObject({ proved: 0, pending: 1 })
    expect((await verify(waiting, await trail.rangeText(2, 5))).counts).toMatchObject({ proved: 1, pending: 2 })
    expect((await verify(waiting, lines)).counts).toEqual((await verify(lines)).counts)
  })

  it('count a leaf once, by the best that is shown of it', async () => {
    const bundles = await Promise.all([2, 11].map(async (index) => [await trail.bundleText(index)]))
    const opened = [writeBundle({ ...(await trail.bundle(11)), ...trail.opened(11) })]
    expect((await verify(lines, ...bundles)).counts).toEqual((await verify(lines)).counts)
    expect((await verify(lines, opened)).counts).toMatchObject({ pending: 0, opened: 1 })
    expect((await verify(...bundles)).counts).toMatchObject({ proved: 1, pending: 1 })
  })

  it('show a fork of one size, and of two', async () => {
    const other = await makeTrail(RECORDS_FOR_TESTS)
    await expect(verify(lines, [await other.bundleText(0)])).rejects.toThrow('two trees of 13 leaves (a fork)')
    const small = await makeTrail(RECORDS_FOR_TESTS.slice(0, 3))
    const stranger = [await small.bundleText(0)]
    await expect(verify(lines, stranger)).rejects.toThrow('line 2 (leaf 0): another file has another leaf 0')
    await expect(verify(await trail.rangeText(3, 9), stranger)).rejects.toThrow('line 1: it does not continue')
  })

  it('have one leaf at each place, in trees of all sizes', async () => {
    const other = await makeTrail(RECORDS_FOR_TESTS.slice(0, 12))
    const [one, theirs] = [[await trail.bundleText(2)], [await other.bundleText(2)]]
    await expect(verify(one, theirs)).rejects.toThrow('1.jsonl: another file has another leaf 2 (a fork)')
    // That of its clearance, of its erasure, and one that a range has as that of another tenant.
    await expect(verify([await trail.bundleText(5)], [await other.bundleText(0)])).rejects.toThrow('another leaf 0')
    await expect(verify([await trail.bundleText(6)], [await other.bundleText(8)])).rejects.toThrow('another leaf 8')
    await expect(verify(one, await other.rangeText(1, 3))).rejects.toThrow('line 3 (leaf 2): another file has another')
    const hidden = (await trail.range(2, 3)).map((line) =>
      line.type === 'row' ? ({ type: 'foreign', entry: other.leaves[2]!.entry } as const) : line,
    )
    await expect(verify(one, rangeText(hidden))).rejects.toThrow('(leaf 2): another file has another leaf 2')
    expect(await verify(one, lines, [await trail.bundleTextAt(2, 5)])).toMatchObject({ bundles: 2 })
  })

  it('show whether ranges of two trees continue each other, whichever comes first', async () => {
    const older = await makeTrail(RECORDS_FOR_TESTS.slice(0, 12))
    await expect(verify(lines, await older.rangeText())).rejects.toThrow('it does not continue the tree of 12 leaves')
  })

  it('show that one tree continues another, where the leaves between them are there', async () => {
    const older = [await trail.bundleTextAt(2, 5)]
    const whole = await verify(lines, older)
    expect([...whole.continued]).toEqual([5])
    expect(describeReport(whole, 1).join('\n')).toContain('of 5 leaves. The larger trees continue them.')
    expect([...(await verify(await trail.rangeText(5, 6), older)).continued]).toEqual([5])
    const beyond = await verify(await trail.rangeText(6, 13), older)
    expect(describeReport(beyond, 1).join('\n')).toContain('that of 5 leaves is not shown here')
    expect(whole.counts).toEqual((await verify(lines)).counts)
  })

  it('have a bundle on each line, and nothing between them', async () => {
    const bundles = [await trail.bundleText(2), await trail.bundleText(6)]
    for (const own of [bundles, [...bundles, '']]) {
      expect(await verify(own)).toMatchObject({ bundles: 2, counts: { proved: 1, erased: 1 } })
    }
    for (const own of [bundles.toSpliced(1, 0, ''), [...bundles, '', ''], [...bundles, lines[0]!]]) {
      await rejects(own, /^0\.jsonl, line [23]: /)
    }
    const altered = [bundles[0]!, bundles[1]!.replace('"state":"erased"', '"state":"proved"')]
    await rejects(altered, '0.jsonl, line 2: its proof is missing.')
  })

  it('are read no further than what stands behind them', async () => {
    const own = [lines, [await trail.bundleText(2)]]
    for (const [number, texts] of own.entries()) {
      let read = 0
      function* endless() {
        yield* texts
        for (; ; read += 1) yield read < 1_000 ? '' : 'It was read for ever.'
      }
      const file = { name: 'endless', lines: endless }
      await expect(verifyFiles([file], keys), `${number}`).rejects.toThrow(
        /^endless, line \d+: .* is not a JSON object/,
      )
      expect(read).toBeLessThan(3)
    }
  })

  it('are of one tenant', async () => {
    const beta = [await trail.bundleText(1)]
    await expect(verify(beta, lines)).rejects.toThrow('second tenant')
  })

  it('are looked at, or named', async () => {
    const text = ['Hello']
    const report = await verifyFiles([fileOf(lines), { name: 'README', lines: () => text }], keys)
    expect(report.notLookedAt).toEqual(['README'])
    expect(describeReport(report, 1).join('\n')).toContain('Not looked at, because they are no evidence: README.')
    await expect(verifyFiles([{ name: 'a.json', lines: () => text }], keys)).rejects.toThrow('neither a bundle nor')
    expect(describeReport(await verifyFiles([], keys), 1)).toEqual([expect.stringContaining('no evidence here')])
  })

  it('say where no witness has cosigned', async () => {
    const alone = await makeTrail(RECORDS_FOR_TESTS.slice(0, 1), { signers: [LOG_SIGNER] })
    const files = [fileOf(await alone.rangeText())]
    const report = await verifyFiles(files, { ...keys, witnesses: [], quorum: 0 })
    expect(describeReport(report, 0).join('\n')).toContain('the operator alone vouches for the tree')
  })
})

describe('a challenge', () => {
  const withChallenge = (...numbers: number[]) => ({
    challenge: readChallenge(JSON.stringify({ challenge: 1, by: 'leaf', numbers })),
  })

  it('is answered by proofs, records and recorded erasures, and lists what is not', async () => {
    const files = [fileOf(lines)]
    expect(await verifyFiles(files, keys, withChallenge(0, 2, 3, 5, 12))).toMatchObject({ unanswered: [] })
    const { unanswered } = await verifyFiles(files, keys, withChallenge(1, 2, 4, 6, 9, 11, 99))
    expect(unanswered).toEqual([
      { number: 1, why: 'the leaf is not shown' },
      { number: 4, id: idOf(4), why: 'it says to be no request, and the record is not shown' },
      { number: 6, id: idOf(6), why: 'it was erased, and the record of its erasure is not shown' },
      { number: 9, id: idOf(9), why: 'it has neither a proof nor an opening' },
      { number: 11, id: idOf(11), why: 'it has neither a proof nor an opening' },
      { number: 99, why: 'the leaf is not shown' },
    ])
    const range = await trail.range()
    const shown = range.map((line, at) =>
      line.type === 'row' && [5, 9, 10, 11, 12].includes(at) ? { ...line, ...trail.opened(at - 1, at > 10) } : line,
    )
    expect(await verifyFiles([fileOf(rangeText(shown))], keys, withChallenge(4, 6, 9, 11))).toMatchObject({
      unanswered: [],
    })
  })

  it('is answered by the recorded erasure of what is no request, and not by an erasure that is only named', async () => {
    const range = await trail.range()
    /** Leaf 8 is the record of an erasure. */
    const erasing = (leaf: number, isShown: boolean) =>
      range.map((line, at) => {
        if (line.type !== 'row') return line
        if (at === leaf + 1) return { ...line, state: 'erased' as const, erasure: idOf(8) }
        return at === 9 && isShown ? { ...line, ...trail.opened(8, false) } : line
      })
    const unanswered = async (leaf: number, isShown: boolean) =>
      (await verifyFiles([fileOf(rangeText(erasing(leaf, isShown)))], keys, withChallenge(leaf))).unanswered
    expect(await unanswered(4, false)).toEqual([expect.objectContaining({ number: 4 })])
    expect(await unanswered(4, true)).toEqual([])
    // An erasure erases nothing that came after it.
    expect(await unanswered(9, true)).toEqual([expect.objectContaining({ number: 9 })])
  })

  it('is answered by no record that shows less than a proof does', async () => {
    const whyOf = async (index: number, ...opened: readonly (readonly [number, boolean])[]) => {
      const { clearance, erasure, ...own } = await trail.bundle(index)
      const openedOf = (at: number) => {
        const [, withSecrets] = opened.find(([one]) => one === at) ?? []
        return withSecrets === undefined ? {} : trail.opened(at, withSecrets)
      }
      const bundle = {
        ...{ ...own, ...openedOf(index), clearance: clearance && { ...clearance, ...openedOf(clearance.index) } },
        ...(erasure === undefined ? {} : { erasure: { ...erasure, ...openedOf(erasure.index) } }),
      }
      const report = await verifyFiles([fileOf([writeBundle(bundle)])], keys, withChallenge(index))
      return report.unanswered?.map(({ why }) => why)
    }
    expect(await whyOf(11, [11, false], [10, true])).toEqual(['its record is shown, and not what opens its commitment'])
    const alone = ['it is opened, and the clearance on which it relies is not']
    expect(await whyOf(11, [11, true])).toEqual(alone)
    expect(await whyOf(11, [11, true], [10, false])).toEqual(alone)
    expect(await whyOf(11, [11, true], [10, true])).toEqual([])
    // Any act could be named as the one that erased it.
    expect(await whyOf(6)).toEqual(['it was erased, and the record of its erasure is not shown'])
    expect(await whyOf(6, [8, false])).toEqual([])
  })

  it('is answered by the records that an export of the trail shows', async () => {
    const exported = [4, 8, 9, 11].map((index) => {
      const { salt, record } = trail.opened(index).opened
      const { position } = trail.leaves[index]!.part
      return writeExportLine({
        ...{ type: 'record', number: index + 1, position, proof: [] },
        content: { type: 'record', salt, record },
      })
    })
    const head = writeExportLine({ type: 'head', tenant: 'acme', filter: {}, checkpoint: '' })
    const files = (own: readonly string[]) => [fileOf(lines), fileOf([head, ...own], 'trail.ndjson')]
    // An erasure is shown, whether it is named or not.
    const report = await verifyFiles(files(exported), keys, withChallenge(4, 6, 9))
    expect(report).toMatchObject({ unanswered: [], shown: 3, notLookedAt: [] })
    const requested = await verifyFiles(files(exported), keys, withChallenge(11))
    expect(requested.unanswered).toEqual([expect.objectContaining({ why: expect.stringContaining('not what opens') })])
    const challenge = readChallenge(JSON.stringify({ challenge: 1, by: 'position', numbers: [4, 6, 8] }))
    expect(await verifyFiles(files(exported), keys, { challenge })).toMatchObject({ unanswered: [], shown: 3 })
    expect(await verifyFiles(files(exported), keys)).toMatchObject({ shown: 0, notLookedAt: ['trail.ndjson'] })
    const other = exported.with(0, exported[0]!.replace('user.frozen', 'user.unfrozen'))
    await expect(verifyFiles(files(other), keys, withChallenge(4))).rejects.toThrow('leaf 4): the record that is shown')
    await expect(verifyFiles(files(['{}']), keys, withChallenge(4))).rejects.toThrow('trail.ndjson, line 2')
  })

  it('is not answered by an erasure of which there is no record', async () => {
    const bare = altered(7, (row) => delete row['erasure'])
    const report = await verifyFiles([fileOf(bare)], keys, withChallenge(6))
    expect(report).toMatchObject({
      erasedUnnamed: 1,
      unanswered: [{ number: 6, id: idOf(6), why: expect.stringContaining('erased') }],
    })
    const before = altered(7, (row) => (row['erasure'] = trail.leaves[4]!.part.id))
    expect(await verifyFiles([fileOf(before)], keys, withChallenge(6))).toMatchObject({ erasedUnnamed: 1 })
    expect(describeReport(report, 1).join('\n')).toContain('CHALLENGE NOT ANSWERED: 1 of its numbers')
  })

  it('may name records by their positions', async () => {
    const challenge = readChallenge(JSON.stringify({ challenge: 1, by: 'position', numbers: [2, 10, 12] }))
    expect(await verifyFiles([fileOf(lines)], keys, { challenge })).toMatchObject({
      unanswered: [
        { number: 10, id: idOf(11), why: 'it has neither a proof nor an opening' },
        { number: 12, why: 'the record is not shown' },
      ],
    })
  })

  it('is chosen by its seed alone, each number once', () => {
    const choice = { by: 'leaf', seed: 'a public beacon', count: 5, from: 10, to: 1_000 } as const
    const text = chooseChallenge(choice)
    expect(text).toBe(
      '{"challenge":1,"by":"leaf","from":10,"to":1000,"seed":"a public beacon","numbers":[80,121,470,517,871]}\n',
    )
    expect([...readChallenge(text).numbers]).toHaveLength(5)
    expect([...readChallenge(chooseChallenge({ ...choice, count: 990 })).numbers].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 990 }, (_, index) => 10 + index),
    )
    expect(chooseChallenge({ ...choice, seed: 'another' })).not.toBe(text)
    // The first hash of this seed is above the bound below which each number is as likely as any other.
    const wide = chooseChallenge({ by: 'leaf', seed: 'seed 3738', count: 1, from: 0, to: 9_005_000_231_485_440 })
    expect([...readChallenge(wide).numbers]).toEqual([7_515_124_699_053_501])
    for (const wrong of [{ count: 991 }, { count: 0 }, { to: 10 }, { from: -1 }, { count: 1.5 }]) {
      expect(() => chooseChallenge({ ...choice, ...wrong })).toThrow(RangeError)
    }
  })

  it.each([
    '',
    '{"challenge":2,"by":"leaf","numbers":[1]}',
    '{"challenge":1,"by":"leaf","numbers":[]}',
    '{"challenge":1,"by":"leaf","numbers":[-1]}',
    '{"challenge":1,"by":"row","numbers":[1]}',
    '{"challenge":1,"by":"leaf","from":0,"to":9,"seed":"x","numbers":[1]}',
    '{"challenge":1,"by":"leaf","from":9,"to":9,"seed":"x","numbers":[1]}',
  ])('is not %j', (text) => expect(() => readChallenge(text)).toThrow())
})

describe('a line of a range', () => {
  it.each(['', '[]', '{}', '{"rows":-1}', '{"range":2}', '{"entry":""}', '{"gone":0,"entry":""}', '{"rows":1,"x":1}'])(
    'is not %j',
    (text) => expect(() => readRangeLine(text)).toThrow(),
  )
})
