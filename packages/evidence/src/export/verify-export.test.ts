import { describe, expect, it } from 'vitest'
import { LOG_SIGNER, makeExport, OTHER_SIGNER, WITNESS } from '../testing/export-for-tests.ts'
import { makeTrail, RECORDS_FOR_TESTS } from '../testing/trail-for-tests.ts'
import { type ExportedRecord, readExportLine, writeExportLine } from './export-lines.ts'
import { verifyExport } from './verify-export.ts'

const keys = { log: [LOG_SIGNER.key], witnesses: [WITNESS.key], quorum: 1 }

/** The line with its record changed. */
function altered(line: string, change: (row: Record<string, unknown>) => void): string {
  const row: Record<string, unknown> = JSON.parse(line)
  change(row)
  return JSON.stringify(row)
}

describe('an export', () => {
  it('is verified without the service', async () => {
    const { all } = await makeExport()
    expect(await verifyExport(all, keys)).toMatchObject({
      ...{ tenant: 'acme', origin: 'example.org/log', rows: 20, erased: 1, lastPosition: 20, isFiltered: false },
      witnesses: ['witness.example/w1'],
    })
  })

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    [
      'a byte of a record is flipped',
      (lines) => lines.with(4, lines[4]!.replace('id-8', 'id-9')),
      /^Row 9 \(id-9\) is altered/,
    ],
    [
      'a number of a record is another',
      (lines) =>
        lines.with(
          4,
          altered(lines[4]!, (row) => (row['record'] = { ...Object(row['record']), n: 7 })),
        ),
      /^Row 9 .* altered/,
    ],
    [
      'the sequence of a row is another',
      (lines) =>
        lines.with(
          3,
          altered(lines[3]!, (row) => (row['sequence'] = 5)),
        ),
      /^Row 7 .* altered/,
    ],
    [
      'an erased row is another',
      (lines) =>
        lines.with(
          6,
          altered(lines[6]!, (row) => (row['entry'] = `${'A'.repeat(43)}=`)),
        ),
      /^Row 13 is altered/,
    ],
    [
      'a row claims to be erased',
      (lines) =>
        lines.with(
          6,
          altered(lines[2]!, (row) => Object.assign(row, { erased: true, entry: `${'A'.repeat(43)}=` })),
        ),
      /Line 8 is not one/,
    ],
    ['a row is missing', (lines) => lines.toSpliced(4, 1), /^Before Row 11 .*, the row at position 5 is missing/],
    [
      'two rows are swapped',
      (lines) => [...lines.slice(0, 4), lines[5]!, lines[4]!, ...lines.slice(6)],
      /position 5 is missing/,
    ],
    ['a row stands twice', (lines) => lines.toSpliced(4, 0, lines[3]!), /^Row 7 .* is moved: it stands behind row 7/],
    ['the tail is cut', (lines) => lines.slice(0, -3), /^Behind row 33, rows up to position 20 are missing/],
    [
      'a row of another number is shown',
      (lines) =>
        lines.with(
          4,
          altered(lines[4]!, (row) => (row['number'] = 10)),
        ),
      /^Row 10 .* altered/,
    ],
  ])('names the row where %s', async (_what, change, message) => {
    const { head, lines, end } = await makeExport()
    await expect(verifyExport([head, ...change(lines), end], keys)).rejects.toThrow(message)
  })

  it('tells of each record once it is verified, and of nothing else', async () => {
    const { all } = await makeExport()
    const told: unknown[] = []
    const forged = all.with(
      4,
      altered(all[4]!, (row) => (row['record'] = { id: 'forged' })),
    )
    await expect(verifyExport(forged, keys, (record) => told.push(record))).rejects.toThrow('altered')
    expect(told).toEqual([0, 2, 4].map((n) => expect.objectContaining({ id: `id-${n}` })))
  })

  it('names what has no canonical form, or nests deeper than a record does', async () => {
    const { all } = await makeExport()
    const huge = all.with(4, all[4]!.replace(/"n":[\d.]+/, '"n":1e999'))
    await expect(verifyExport(huge, keys)).rejects.toThrow(/Row 7 .* altered/)
    const nested = all.with(4, all[4]!.replace(/"n":[\d.]+/, `"n":${'['.repeat(200_000)}${']'.repeat(200_000)}`))
    await expect(verifyExport(nested, keys)).rejects.toThrow('Line 5 is not one')
  })

  it('names a cut file, a line that is none, and one that does not belong there', async () => {
    const { head, lines, end, all } = await makeExport()
    await expect(verifyExport(all.slice(0, -1), keys)).rejects.toThrow('cut off behind row 39')
    await expect(verifyExport([], keys)).rejects.toThrow('empty')
    await expect(verifyExport([head, 'x', end], keys)).rejects.toThrow('Line 2 is not one')
    await expect(verifyExport([lines[0]!, head], keys)).rejects.toThrow('Line 1 does not belong')
    await expect(verifyExport([...all, lines[0]!], keys)).rejects.toThrow('Line 23 does not belong')
    expect(await verifyExport([...all, ''], keys)).toMatchObject({ rows: 20 })
    await expect(verifyExport([...all, '', ''], keys)).rejects.toThrow('Line 24 is not one')
  })

  it('names a checkpoint that another key has signed, that nobody cosigned, or that is altered', async () => {
    const foreign = await makeExport([OTHER_SIGNER, WITNESS])
    await expect(verifyExport(foreign.all, keys)).rejects.toThrow('not signed by the log')
    const alone = await makeExport([LOG_SIGNER])
    await expect(verifyExport(alone.all, keys)).rejects.toThrow('0 of the witnesses')
    expect(await verifyExport(alone.all, { ...keys, quorum: 0 })).toMatchObject({ rows: 20, witnesses: [] })
    const { head, lines, end } = await makeExport()
    const grown = head.replace('\\n40\\n', '\\n41\\n')
    await expect(verifyExport([grown, ...lines, end], keys)).rejects.toThrow('not its own')
  })

  it('says that a filtered one cannot show what is missing', async () => {
    const { head, lines } = await makeExport(undefined, { min_severity: 7 })
    const end = writeExportLine({ type: 'end', rows: 2, lastPosition: 9 })
    expect(await verifyExport([head, lines[4]!, lines[8]!, end], keys)).toMatchObject({ rows: 2, isFiltered: true })
  })
})

describe('an export with evidence', () => {
  async function exportOf(trail: Awaited<ReturnType<typeof makeTrail>>) {
    const own = trail.leaves.flatMap((leaf, index) => (leaf.part.tenant === 'acme' ? [{ leaf, index }] : []))
    const rows = own.map(async ({ leaf, index }) => {
      const { evidence, part, salt, record } = leaf
      const { path } = await trail.companion(index)
      const place = { number: index + 1, position: part.position, sequence: part.inSession?.sequence }
      return writeExportLine({
        ...{ type: 'record', ...place, evidence, content: { type: 'record', salt, record }, proof: path },
      })
    })
    return [
      writeExportLine({ type: 'head', tenant: 'acme', filter: {}, checkpoint: trail.checkpoint }),
      ...(await Promise.all(rows)),
      writeExportLine({ type: 'end', rows: own.length, lastPosition: own.length }),
    ]
  }

  it('holds where each record says what its evidence part says', async () => {
    expect(await verifyExport(await exportOf(await makeTrail()), keys)).toMatchObject({ rows: 11, erased: 0 })
  })

  it.each<[string, number, object]>([
    ['another way that it ended', 2, { outcome: 'denied' }],
    ['another endpoint', 2, { evidence: { kind: 'answered', endpoints: [['own', 3]] } }],
    ['another session', 3, { session_id: 42 }],
    ['another id', 4, { id: 'another' }],
    ['another basis', 0, { basis: {} }],
    ['a request, of what says to be none', 4, { kind: 'request' }],
  ])('names the row of which the record says %s', async (_what, at, facts) => {
    const lying = await makeTrail(RECORDS_FOR_TESTS, {
      change: (index, record) => (index === at ? Object.assign(record, facts) : undefined),
    })
    const lines = await exportOf(lying)
    await expect(verifyExport(lines, keys)).rejects.toThrow(
      /^Row \d+ \(.*\) says something else than its evidence part/,
    )
  })
})

describe('a line of an export', () => {
  it('is read as it is written', () => {
    const row: ExportedRecord = {
      ...{ number: 3, position: 1, sequence: 2, proof: [new Uint8Array(32).fill(1)] },
      content: { type: 'record', salt: new Uint8Array(32), record: { a: 1 } },
    }
    expect(readExportLine(writeExportLine({ type: 'record', ...row }))).toEqual({ type: 'record', ...row })
  })

  it.each(['export', 'end', 'erased', 'record'] as const)('has no member more: %s', async (kind) => {
    const { head, lines, end } = await makeExport()
    const line = { export: head, end, erased: lines[6]!, record: lines[4]! }[kind]
    expect(readExportLine(line)).toBeDefined()
    for (const name of ['record', 'entry', 'erased', 'more'].filter((one) => !(one in JSON.parse(line)))) {
      expect(readExportLine(altered(line, (row) => (row[name] = { id: 'forged' })))).toBeUndefined()
    }
  })

  it.each(['', '1', '[]', '{}', '{"end":{}}', '{"export":{"version":2}}', '{"number":0,"position":1,"proof":[]}'])(
    'is not %j',
    (text) => expect(readExportLine(text)).toBeUndefined(),
  )
})
