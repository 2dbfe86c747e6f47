import { isLinkTemplate } from '@sluice/assessment-contract/vocabulary'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessed, detected, SAMPLE } from '../findings/testing/sample.ts'
import { buildReport } from './build-report.ts'
import { fairSelection } from './fair-selection.ts'
import { MAX_LISTED_FILES } from './findings-section.ts'
import { linkTo } from './link-template.ts'
import { renderPdf } from './pdf/render-pdf.ts'
import { renderHtml } from './render-html.ts'
import { renderMarkdown } from './render-markdown.ts'
import { type Assignment, isDueDate } from './report-names.ts'

const generatedAt = new Date('2026-01-31T12:00:00.000Z')
const TEMPLATE = 'https://code.example/blob/main/{path}#L{line}'

describe('the first screen', () => {
  it('says verdict, coverage, algorithms of the product and change before the contents', async () => {
    const previous = { systemScore: 0.1, findingCount: 2, at: '2026-01-01T00:00:00.000Z' }
    const html = renderHtml(buildReport(await assessed(SAMPLE), { generatedAt, previous }))
    const first = html.slice(html.indexOf('<body>'), html.indexOf('<nav'))
    for (const text of [
      'Not compliant with CNSA 2.0',
      'Coverage. Files read: 2 of 3 seen',
      '>RSA<',
      'Since the scan of 2026-01-01',
    ]) {
      expect(first).toContain(text)
    }
    expect(first).toContain('<dd>+0.')
  })

  it('counts each algorithm of product and tests, with what replaces it until when', async () => {
    const summary = buildReport(await assessed(SAMPLE), { generatedAt }).sections[0]
    const table = summary?.blocks.find((block) => block.kind === 'table')
    const rsa = table?.rows.find(([algorithm]) => algorithm?.text === 'RSA')?.map(({ text }) => text)
    expect(rsa?.slice(1, 3)).toEqual(['4', '1'])
    expect(rsa?.[3]).toContain('ML-DSA-87')
    expect(rsa?.[4]).toBe('2033')
  })

  it('is on the first page of a PDF', async () => {
    const text = Buffer.from(await renderPdf(buildReport(await assessed(SAMPLE), { generatedAt }))).toString('latin1')
    const [, pages = ''] = /\/Kids \[([\d R ]+)\]/.exec(text) ?? []
    const [firstPage] = pages.split(' R')
    const destination = /\(summary\)\s*\[(\d+ \d+) R/.exec(text)?.[1]
    expect(destination).toBe(firstPage?.trim())
  })
})

describe('a figure', () => {
  it('is no words, which run into its label on paper', async () => {
    const summary = buildReport(await assessed(SAMPLE), { generatedAt }).sections[0]
    const figures = summary?.blocks.find((block) => block.kind === 'figures')
    expect(figures?.items).toContainEqual({ label: 'Change (no earlier scan)', value: '-' })
    for (const { value } of figures?.items ?? []) expect(value).toMatch(/^[-+\d.,]+$/)
  })

  it('names each replacement of an algorithm once', async () => {
    const detections = [detected('RSA', 'Unknown'), detected('RSA', 'Signature', {}, { line: 2 })]
    const summary = buildReport(await assessed(detections), { generatedAt }).sections[0]
    const table = summary?.blocks.find((block) => block.kind === 'table')
    expect(table?.rows[0]?.[3]?.text).toBe('ML-DSA-87 or ML-KEM-1024')
  })
})

describe('words', () => {
  it('has none of the program in what people read', async () => {
    const detections = [...SAMPLE, detected('RSA', 'Unknown')]
    const text = renderMarkdown(buildReport(await assessed(detections), { generatedAt }))
    expect(text).not.toMatch(
      /NonCompliant|Indeterminate|OutOfScope|undetermined purpose|Quantum[A-Z]|keyMaterial|too-large/,
    )
  })

  it('gives each reason for a gap once', async () => {
    const gaps = buildReport(await assessed(SAMPLE), { generatedAt }).sections.find(({ id }) => id === 'gaps')
    const reasons = gaps?.blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.text] : [])) ?? []
    expect(reasons.length).toBeGreaterThan(1)
    expect(new Set(reasons).size).toBe(reasons.length)
  })
})

describe('gaps', () => {
  it('have no two rows that say the same, and count what a row stands for', async () => {
    const detections = [
      detected('RSA', 'Signature', { keySize: 2048 }, { file: 'a.java' }),
      detected('RSA', 'Signature', { keySize: 2048 }, { file: 'firmware/sign.java' }),
      detected('RSA', 'Signature', { keySize: 2048 }, { file: 'os/boot.java', line: 2 }),
      detected('RSA', 'Certificate', { keySize: 2048 }, { file: 'tls.pem' }),
    ]
    const gaps = buildReport(await assessed(detections), { generatedAt }).sections.find(({ id }) => id === 'gaps')
    const rows = gaps?.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : [])) ?? []
    const identities = rows.map((row) => [row[0], row[1], row[4], row[5]].map((cell) => cell?.text).join())
    expect(new Set(identities).size).toBe(rows.length)
    expect(rows.reduce((sum, row) => sum + Number(row[2]?.text), 0)).toBe(4)
    expect(rows.map((row) => row[3]?.text).join()).toContain('a.java:1')
  })
})

describe('actions', () => {
  async function actionsTable(assignments?: Readonly<Record<string, Assignment>>) {
    const options = assignments === undefined ? { generatedAt } : { generatedAt, assignments }
    const actions = buildReport(await assessed(SAMPLE), options).sections.find(({ id }) => id === 'actions')
    const table = actions?.blocks.find((block) => block.kind === 'table')
    const column = (title: string) => {
      const at = table?.columns.findIndex((one) => one.title === title) ?? -1
      return at < 0 ? undefined : table?.rows.map((row) => row[at]?.text ?? '')
    }
    return { actions: column('Action') ?? [], owners: column('Owner'), due: column('Due') ?? [] }
  }

  it('have the earliest due first, and no column of owners where nobody was named', async () => {
    const { owners, due } = await actionsTable()
    expect(due[0]).toBe('2030')
    expect(due).toEqual(due.toSorted())
    expect(owners).toBeUndefined()
  })

  it('have the owner and the day that were named for their algorithm, or for all others', async () => {
    const { actions, owners, due } = await actionsTable({
      rsa: { owner: 'Platform', due: '2027-06-30' },
      '*': { owner: 'CISO' },
    })
    for (const [index, action] of actions.entries()) {
      const isRsa = action.startsWith('Replace RSA')
      expect(owners?.[index]).toBe(isRsa ? 'Platform' : 'CISO')
      if (isRsa) expect(due[index]).toBe('2027-06-30')
      else expect(due[index]).toMatch(/^(?:\d{4}|now)$/)
    }
    expect((await actionsTable({ AES: { owner: 'Platform' } })).owners).toContain('not named')
  })

  it.each([
    ['2027-06-30', true],
    ['2027', true],
    ['2027-02-30', false],
    ['June', false],
    ['', false],
  ])('are due on %j: %j', (text, expected) => expect(isDueDate(text)).toBe(expected))
})

describe('fairSelection', () => {
  it('shows some of each algorithm, and of tests', async () => {
    const many = Array.from({ length: 900 }, (_, line) => detected('RSA', 'Signature', {}, { line }))
    const rare = detected('ECDH', 'KeyAgreement', { curve: 'P-256' }, { file: 'z' })
    const tests = Array.from({ length: 90 }, (_, line) =>
      detected('AES', 'Encryption', {}, { file: 't', line, setting: 'test' }),
    )
    const chosen = fairSelection(await assessed([...many, rare, ...tests]), 100)
    expect(chosen).toHaveLength(100)
    const counts = Map.groupBy(chosen, ({ asset }) => asset.algorithm)
    expect(counts.get('ECDH')).toHaveLength(1)
    expect(counts.get('AES')).toHaveLength(10)
  })

  it('never takes more than asked, nor one twice', async () => {
    const detection = fc.record({
      algorithm: fc.constantFrom('RSA', 'AES', 'ECDH'),
      line: fc.integer({ min: 1, max: 40 }),
      setting: fc.constantFrom('product', 'test'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(detection, { maxLength: 60 }), fc.integer({ min: 1, max: 50 }), async (drawn, most) => {
        const assessment = await assessed(
          drawn.map(({ algorithm, line, setting }) => detected(algorithm, 'Unknown', {}, { line, setting })),
        )
        const chosen = fairSelection(assessment, most)
        expect(chosen).toHaveLength(Math.min(most, assessment.uses.length))
        expect(new Set(chosen).size).toBe(chosen.length)
      }),
    )
  })
})

describe('findings by file', () => {
  it('show the code, folded in HTML, with a link', async () => {
    const found = detected('RSA', 'Signature', {}, { file: 'src/a b.java', line: 7, evidence: 'sign(<key>)' })
    const report = buildReport(await assessed([found]), { generatedAt, linkTemplate: TEMPLATE })
    const html = renderHtml(report)
    expect(html).toMatch(/<details open><summary><code>src\/<wbr>a b\.java/)
    expect(html).toContain('sign(&lt;key&gt;)')
    expect(html).toContain('href="https://code.example/blob/main/src/a%20b.java#L7"')
    expect(renderMarkdown(report)).toContain('[7](https://code.example/blob/main/src/a%20b.java#L7)')
  })

  it('are bounded in files, of which few are open', async () => {
    const many = Array.from({ length: 450 }, (_, index) => detected('RSA', 'Signature', {}, { file: `f${index}` }))
    const html = renderHtml(buildReport(await assessed(many), { generatedAt }))
    expect(html.match(/<details/g)).toHaveLength(MAX_LISTED_FILES)
    expect(html.match(/<details open/g)).toHaveLength(3)
    expect(html).toContain('200 of 450 findings are listed')
  })
})

describe('a link template', () => {
  it.each([
    [TEMPLATE, true],
    ['http://localhost:8080/{path}', true],
    ['https://code.example/no-place', false],
    ['javascript:alert(1)//{path}', false],
    ['https://a/{path}"onclick="x', false],
    ['https://a/{path})[x', false],
    [`https://a/{path}${'x'.repeat(500)}`, false],
  ])('%j is one: %j', (text, expected) => expect(isLinkTemplate(text)).toBe(expected))

  it('takes any path without leaving its place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.nat(), (path, line) => {
        expect(linkTo(TEMPLATE, path, line)).toMatch(/^https:\/\/code\.example\/blob\/main\/[\w./%-]*#L\d+$/)
      }),
    )
  })
})

describe('the project', () => {
  it('has a name instead of a path of the server, and what else is known of it', async () => {
    const assessment = await assessed(SAMPLE)
    expect(buildReport(assessment, { generatedAt, projectPath: '/srv/customers/shop/' }).project).toBe('shop')
    const named = { project: 'Shop', version: 'v1.2', commit: 'abc', classification: 'Internal' }
    const text = renderMarkdown(buildReport(assessment, { generatedAt, ...named }))
    expect(text).toMatch(/\| Shop \| v1\.2 \| abc \| Internal \| 2026-01-31/)
    expect(text).not.toContain('/srv')
  })
})
