import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessed, detected, SAMPLE, SOURCES } from '../findings/testing/sample.ts'
import type { Detection, ScanStatistics } from '../model/detection.ts'
import { buildReport, DEFAULT_ORGANIZATION, reportFileName } from './build-report.ts'
import { MAX_LISTED_FINDINGS } from './findings-section.ts'
import { REPORT_COLOURS } from './html-style.ts'
import { renderPdf } from './pdf/render-pdf.ts'
import { readablePath, readableText } from './readable-text.ts'
import { renderHtml } from './render-html.ts'
import { escapeMarkdown, renderMarkdown } from './render-markdown.ts'
import type { Report } from './report.ts'

const generatedAt = new Date('2026-01-31T12:00:00.000Z')

async function reportOn(detections: readonly Detection[], organization?: string): Promise<Report> {
  const options = organization === undefined ? { generatedAt } : { generatedAt, organization }
  return await buildReport(await assessed(detections), options)
}

describe('buildReport', () => {
  it('has all sections, each with an anchor of its own', async () => {
    const { sections, organization } = await reportOn(SAMPLE)
    const ids = ['summary', 'actions', 'risk', 'algorithms', 'gaps', 'plan', 'timeline', 'findings', 'method']
    expect(sections.map(({ id }) => id)).toEqual(ids)
    expect(organization).toBe(DEFAULT_ORGANIZATION)
    expect((await reportOn(SAMPLE, '  ')).organization).toBe(DEFAULT_ORGANIZATION)
  })

  it('calls nothing compliant that was not read, and says what that is', async () => {
    const safe = [detected('AES', 'Encryption', { keySize: 256 })]
    const statistics = { filesSeen: 3, filesParsed: 1, bytesRead: 9, durationMs: 1, sources: SOURCES, unresolved: [] }
    const skipped = { 'too-large': 1_200 }
    const ignored = { files: 1, folders: 2 }
    const textOf = async (
      found: readonly Detection[],
      rest: Pick<ScanStatistics, 'filesRead' | 'skipped' | 'ignored'>,
    ) =>
      renderMarkdown(
        await buildReport(await assessed(found, [], { statistics: { ...statistics, ...rest } }), { generatedAt }),
      )
    const unread = await textOf(safe, { filesRead: 2, skipped, ignored })
    expect(unread).toContain('Not yet determined under CNSA 2.0')
    expect(unread).not.toContain('Compliant with')
    expect(
      unread.match(/Left out: too large \(1,200\)\. Ignored by \.gitignore or \.ignore: 1 file and 2 folders\./g),
    ).toHaveLength(2)
    expect(unread).not.toContain('Nothing was left out')
    expect(await textOf([], { filesRead: 0, skipped: {}, ignored: { files: 0, folders: 0 } })).toMatch(
      /Not yet determined[\s\S]*No file was read/,
    )
    const whole = await textOf(safe, { filesRead: 2, skipped: {}, ignored: { files: 0, folders: 0 } })
    expect(whole).toContain('Compliant with CNSA 2.0')
    expect(whole).toContain('Nothing was left out')
  })

  it('counts one finding as one', async () => {
    const text = renderMarkdown(await reportOn([detected('RSA', 'Signature', { keySize: 2048 })]))
    expect(text).toContain('Of 1 finding, 0 comply, 1 does not.')
    expect(text).not.toMatch(/\b1 (?:findings|files|algorithms|days)\b/)
  })

  it('says of product and tests apart what was found', async () => {
    const safe = detected('AES', 'Encryption', { keySize: 256 })
    const tested = detected('RSA', 'Signature', {}, { file: 'test/A.java', setting: 'test' })
    const report = await buildReport(await assessed([safe, tested]), { generatedAt })
    const text = renderMarkdown(report).replaceAll('\\', '')
    expect(text).toContain(
      'Product: compliant, 1 finding, 0 not compliant; tests: not compliant, 1 finding, 1 not compliant.',
    )
    expect(text).toMatch(/Findings in the product.*1[\s\S]*Findings in tests.*1/)
    expect(text).toMatch(
      /File `src\/Main\.java`[\s\S]*File `test\/A\.java`: 1 finding, test code(?![\s\S]*src\/Main\.java)/,
    )
  })

  it('gives every table cells for its columns, whose shares add up', async () => {
    const { sections } = await reportOn(SAMPLE)
    const tables = sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'table'))
    expect(tables.length).toBeGreaterThan(5)
    for (const { columns, rows } of tables) {
      expect(columns.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
      for (const row of rows) expect(row).toHaveLength(columns.length)
    }
  })

  it('lists no more than its bound, the gravest file first, and says so', async () => {
    const safe = Array.from({ length: MAX_LISTED_FINDINGS }, (_, line) =>
      detected('AES', 'Encryption', { keySize: 256 }, { file: 'a', line }),
    )
    const report = await reportOn([...safe, detected('RSA', 'Signature', {}, { file: 'z' })])
    const findings = report.sections.find(({ id }) => id === 'findings')
    const files = findings?.blocks.find((block) => block.kind === 'files')?.files
    expect(files?.map(({ path, rows }) => [path, rows.length])).toEqual([
      ['z', 1],
      ['a', MAX_LISTED_FINDINGS - 1],
    ])
    expect(findings?.blocks[0]).toMatchObject({ kind: 'notice', title: '500 of 501 findings are listed' })
  })

  it('says that a scan did not complete, and what no pack describes', async () => {
    const assessment = await assessed([detected('DSA', 'Signature')], [], { status: 'incomplete' })
    const markdown = renderMarkdown(await buildReport(assessment, { generatedAt }))
    expect(markdown).toContain('The scan did not complete')
    expect(markdown).toContain('described by no loaded knowledge pack: DSA (1)')
  })

  it.each([[[]], [SAMPLE]])('can be shown in every form', async (detections) => {
    const report = await reportOn(detections)
    expect(renderHtml(report)).toContain('CNSA 2.0')
    expect(renderMarkdown(report)).toContain('CNSA 2.0')
    expect((await renderPdf(report)).length).toBeGreaterThan(1_000)
  })
})

describe('reportFileName', () => {
  it('is what the specification says', () => {
    expect(reportFileName(generatedAt)).toBe('report-2026-01-31.pdf')
    expect(reportFileName(generatedAt, 'md')).toBe('report-2026-01-31.md')
  })
})

const attacks = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '</svg><script>alert(1)</script>',
  '<!-- -->',
  '&lt;script&gt;',
  '[x](javascript:alert(1))',
  '![x](https://attacker.example/pixel)',
  '| broken | table |',
  '```\n# Heading\n```',
  '`code` ``more`` `',
  '<https://attacker.example>',
  'https://attacker.example www.attacker.example',
  'a\u202egpj.exe\u0000\u001b[31m',
  '\n\n# Injected\n',
]

/** A project whose every name is an attack. */
function hostileProject(attack: string): Promise<Report> {
  return reportOn(
    [
      detected('RSA', 'Signature', { curve: attack, library: attack }, { file: attack }),
      detected(
        'AES',
        'Encryption',
        { mode: attack, padding: attack, protocol: attack },
        { file: `${attack}/${attack}` },
      ),
      detected(attack, 'Digest', {}),
    ],
    attack,
  )
}

/** The tags of a page that this project writes, and nothing else: the tags of a harmless page. */
function tagsOf(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(/<[a-z!/][^>]*/gi), ([tag]) => tag.replace(/"[^"]*"/g, '""')))
}

describe('renderHtml', () => {
  it('lets names that are written from right to left keep their places in a path', async () => {
    const html = renderHtml(
      await reportOn([detected('RSA', 'Signature', {}, { file: 'src/\u05d0\u05d0/\u05d1\u05d1.py' })]),
    )
    expect(html).toContain('<code>src/<wbr><bdi>\u05d0\u05d0</bdi>/<wbr><bdi>\u05d1\u05d1.py</bdi></code>')
  })

  it('is one file that loads and runs nothing', async () => {
    const html = renderHtml(await reportOn(SAMPLE))
    expect(html).toMatch(/^<!doctype html>/)
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(/<script|<link|<iframe|@import|url\(|\ssrc=/i)
    // Not even an address in a link: all lead within the page.
    expect(Array.from(html.matchAll(/href="([^"]*)"/g), ([, target]) => target?.[0])).toEqual(Array(9).fill('#'))
    expect(html.match(/<svg/g)).toHaveLength(3)
    for (const [tag] of html.matchAll(/<svg[^>]*>/g)) expect(tag).toContain('role="img" aria-label="')
  })

  it.each(attacks)('shows %j and does not become it', async (attack) => {
    const harmless = tagsOf(renderHtml(await hostileProject('harmless')))
    const html = renderHtml(await hostileProject(attack))
    for (const tag of tagsOf(html)) expect(harmless).toContain(tag)
    expect(html.replaceAll('\n', '')).not.toMatch(/\p{C}/u)
  })

  it('keeps what it shows apart from what it is, for any name', async () => {
    const harmless = tagsOf(renderHtml(await hostileProject('harmless')) + renderHtml(await hostileProject('\u05d0')))
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (name) => {
        for (const tag of tagsOf(renderHtml(await hostileProject(name)))) expect(harmless).toContain(tag)
      }),
      { numRuns: 50 },
    )
  })

  it('has an anchor for each entry of its contents', async () => {
    const html = renderHtml(await reportOn(SAMPLE))
    for (const [, id = ''] of html.matchAll(/href="#([^"]*)"/g)) expect(html).toContain(`<section id="${id}"`)
  })
})

describe('the colours of the report', () => {
  const pairs = Object.entries(REPORT_COLOURS).flatMap(([mode, colours]) =>
    (['ink', 'muted', 'accent', 'broken', 'vulnerable', 'mitigable', 'safe'] as const).flatMap((text) =>
      (['ground', 'raised'] as const).map((ground) => [mode, text, ground, colours[text], colours[ground]] as const),
    ),
  )
  it.each(pairs)('in %s, %s on %s can be read (WCAG 2.2, 1.4.3)', (_mode, _text, _ground, text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it('are measured rightly', () => {
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21)
    expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
  })
})

/** WCAG 2.2, "contrast ratio" and "relative luminance". */
function contrast(a: string, b: string): number {
  const luminance = (colour: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
      const value = Number.parseInt(colour.slice(start, start + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [light = 1, dark = 0] = [luminance(a), luminance(b)].sort((m, n) => n - m)
  return (light + 0.05) / (dark + 0.05)
}

describe('renderMarkdown', () => {
  it.each(attacks)('shows %j without becoming it', async (attack) => {
    const harmless = renderMarkdown(await hostileProject('harmless')).split('\n')
    const lines = renderMarkdown(await hostileProject(attack)).split('\n')
    // The same lines of the same kinds: no heading, row or list more.
    const kinds = (texts: string[]) => texts.map((line) => /^(#+ |\||- |> |\d+\. |)/.exec(line)?.[0])
    expect(kinds(lines)).toEqual(kinds(harmless))
    for (const line of lines.filter((one) => one.startsWith('|'))) {
      expect(line.match(/(?<!\\)\|/g)?.length).toBe(harmless[lines.indexOf(line)]?.match(/(?<!\\)\|/g)?.length)
    }
    const text = lines.join('\n').replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '')
    expect(text).not.toMatch(/(?<!\\)<\/?[a-z!]|(?<!\\)!\[|(?<!\\)\]\(j|https:\/\/attacker|www\.attacker/i)
  })

  it.each([
    ['1. one', '1\\. one'],
    ['# not a heading', '\\# not a heading'],
    ['- not a list', '\\- not a list'],
    ['a_b*c', 'a\\_b\\*c'],
    ['0.77', '0.77'],
    ['RSA-2048 (12)', 'RSA-2048 (12)'],
  ])('escapes %j', (text, expected) => expect(escapeMarkdown(text)).toBe(expected))
})

describe('renderPdf', () => {
  const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

  it('is a PDF with bookmarks, a table of contents and as many pages as it says', async () => {
    const text = latin1(await renderPdf(await reportOn(SAMPLE)))
    expect(text).toMatch(/^%PDF-1\.7/)
    expect(text).toMatch(/%%EOF\s*$/)
    const pages = Number(/\/Type \/Pages\s*\/Count (\d+)/.exec(text)?.[1])
    expect(pages).toBeGreaterThan(2)
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(pages)
    expect(text).toContain('/Outlines')
    expect(text.match(/\/S \/GoTo/g)?.length).toBeGreaterThanOrEqual(8)
    expect(text).not.toMatch(/\/JavaScript|\/JS\b|\/URI\b|\/Launch|\/EmbeddedFile/)
  })

  it.each(attacks)('takes %j', async (attack) => {
    const text = latin1(await renderPdf(await hostileProject(attack)))
    expect(text).not.toMatch(/\/JavaScript|\/JS\b|\/URI\b|\/Launch/)
  })

  it('stays small for many findings with long names', async () => {
    const many = Array.from({ length: 3_000 }, (_, index) =>
      detected('RSA', 'Signature', {}, { file: `${'folder/'.repeat(500)}${index}`, line: index }),
    )
    const bytes = await renderPdf(await reportOn(many))
    expect(bytes.length).toBeLessThan(1_000_000)
  })
})

describe('readableText', () => {
  it.each([
    ['plain', 'plain'],
    ['a\nb', 'a\\u{a}b'],
    ['\u202egpj', '\\u{202e}gpj'],
    ['zero\u200bwidth', 'zero\\u{200b}width'],
    ['\ud800', '\\u{d800}'],
    ['\u540d\u524d', '\u540d\u524d'],
    ['x'.repeat(500), `${'x'.repeat(237)}...`],
  ])('makes %j readable', (text, expected) => expect(readableText(text)).toBe(expected))

  it('keeps the end of a path', () => {
    expect(readablePath(`${'d/'.repeat(500)}file.c`)).toMatch(/^\.\.\.[/d]+file\.c$/)
  })
})
