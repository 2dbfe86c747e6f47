import { dateText } from './render-html.ts'
import type { Block, Cell, Column, Report, Section } from './report.ts'

/** The report as GitHub Flavored Markdown; what the charts show stands in the tables below them. */
export function renderMarkdown(report: Report): string {
  const { title, organization, project, details, generatedAt, sections } = report
  const facts = [
    { label: 'Organization', value: organization },
    { label: 'Project', value: project },
    ...details,
    { label: 'Date', value: dateText(generatedAt) },
  ]
  const [first, ...others] = sections.map(sectionLines)
  const lines = [
    `# ${escapeMarkdown(title)}`,
    '',
    `| ${facts.map(({ label }) => label).join(' | ')} |`,
    `| ${facts.map(() => '---').join(' | ')} |`,
    `| ${facts.map(({ value }) => escapeMarkdown(value)).join(' | ')} |`,
    '',
    ...(first ?? []),
    ...sections.flatMap((section, index) => [
      `${index + 1}. [${escapeMarkdown(section.title)}](#${anchorOf(section.title)})`,
    ]),
    '',
    ...others.flat(),
  ]
  return lines.join('\n')
}

function sectionLines({ title, blocks }: Section): string[] {
  return [`## ${escapeMarkdown(title)}`, '', ...blocks.flatMap((block) => [...blockLines(block), ''])]
}

function blockLines(block: Block): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [escapeMarkdown(block.text)]
    case 'notice':
      return [`> **${escapeMarkdown(block.title)}**`, '>', `> ${escapeMarkdown(block.text)}`]
    case 'figures':
      return block.items.map(({ label, value }) => `- ${escapeMarkdown(label)}: **${escapeMarkdown(value)}**`)
    case 'list':
      return block.items.map((item) => `- ${escapeMarkdown(item)}`)
    case 'chart':
      return [`*${escapeMarkdown(block.drawing.title)}.* ${escapeMarkdown(block.drawing.description)}.`]
    case 'table':
      return tableLines(block.columns, block.rows)
    case 'files':
      return block.files.flatMap(({ path, note, rows }) => [
        `File ${codeSpan(path)}: ${escapeMarkdown(note)}`,
        '',
        ...tableLines(block.columns, rows),
        '',
      ])
  }
}

function tableLines(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(columns.map(({ title }) => escapeMarkdown(title))),
    row(columns.map(({ isNumber }) => (isNumber === true ? '---:' : '---'))),
    ...rows.map((cells) => row(cells.map(cellText))),
  ]
}

function cellText({ link, ...cell }: Cell): string {
  return link === undefined ? bareText(cell) : `[${bareText(cell)}](${link})`
}

function bareText({ text, tone, isCode }: Cell): string {
  if (isCode === true) return codeSpan(text)
  return tone === undefined || tone === 'plain' ? escapeMarkdown(text) : `**${escapeMarkdown(text)}**`
}

/**
 * Backslashes before whatever could start markup within a line (CommonMark 0.31, 2.4), at its beginning, or a link
 * (GFM, 6.9). Texts hold no line breaks: the report's own text is written so, and text from outside passes
 * `readableText`.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*_{}[\]<>|~&!$]/g, '\\$&')
    .replace(/^([#+=-])/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replaceAll('://', '\\://')
    .replace(/www\./gi, (found) => `${found.slice(0, 3)}\\.`)
}

/** A code span whose fence is longer than any run of backticks in it; a pipe would end the cell of a table. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const padding = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${padding}${text.replaceAll('|', '\\|')}${padding}${fence}`
}

/** As GitHub makes them. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')
}
