import { escapeHtml } from './escape-html.ts'
import { REPORT_STYLE } from './html-style.ts'
import { isRightToLeft } from './readable-text.ts'
import { renderSvg } from './render-svg.ts'
import type { Block, Cell, Column, Report, Section } from './report.ts'

/** Nothing is loaded, run or sent from the page, whatever a value in it may try. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** The report as one HTML file with its style inside, for a screen, a phone and a printer. */
export function renderHtml(report: Report): string {
  const { title, organization, project, details, generatedAt, sections } = report
  const [first, ...others] = sections
  const facts = [...details, { label: 'Date', value: dateText(generatedAt) }]
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(`${title}: ${project}`)}</title>`,
    `<style>${REPORT_STYLE}</style>`,
    '</head>',
    '<body>',
    '<header>',
    `<p class="organization">${escapeHtml(organization)}: ${escapeHtml(lowerFirst(title))}</p>`,
    `<h1>${breakable(project)}</h1>`,
    `<dl>${facts.map(({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${breakable(value)}</dd></div>`).join('')}</dl>`,
    '</header>',
    '<main>',
    // The contents stand below the summary, so that the summary is what the first screen shows.
    ...(first === undefined ? [] : [sectionHtml(first)]),
    contentsOf(sections),
    ...others.map(sectionHtml),
    '</main>',
    '<footer><p>Made by Sluice, cryptographic assessment.</p></footer>',
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

/** `2026-01-31, 12:00 UTC`. */
export function dateText(isoDate: string): string {
  return `${isoDate.slice(0, 10)}, ${isoDate.slice(11, 16)} UTC`
}

function lowerFirst(text: string): string {
  return `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`
}

function contentsOf(sections: readonly Section[]): string {
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
  return `<nav aria-label="Contents"><ol>${items.join('')}</ol></nav>`
}

function sectionHtml({ id, title, blocks, startsPage }: Section): string {
  const page = startsPage === true ? ' class="starts-page"' : ''
  const heading = `<h2 id="${id}-title">${escapeHtml(title)}</h2>`
  return `<section id="${id}" aria-labelledby="${id}-title"${page}>\n${heading}\n${blocks.map(blockHtml).join('\n')}\n</section>`
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${escapeHtml(block.text)}</p>`
    case 'notice':
      return `<div class="notice tone-${block.tone}"><p class="notice-title">${escapeHtml(block.title)}</p><p>${escapeHtml(block.text)}</p></div>`
    case 'figures': {
      const items = block.items.map(
        ({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`,
      )
      return `<dl class="figures">${items.join('')}</dl>`
    }
    case 'chart':
      return `<figure>${renderSvg(block.drawing)}</figure>`
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${breakable(item)}</li>`).join('')}</ul>`
    case 'table':
      return tableHtml(block.columns, block.rows)
    case 'files':
      return block.files
        .map(({ path, note, rows }, index) => {
          const summary = `<summary><code>${breakable(path)}</code> <span class="note">${escapeHtml(note)}</span></summary>`
          return `<details${index < OPEN_FILES ? ' open' : ''}>${summary}${tableHtml(block.columns, rows)}</details>`
        })
        .join('\n')
  }
}

/** The others are folded, so that the page stays short. */
const OPEN_FILES = 3

function tableHtml(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const widths = columns.map(({ share }) => `<col style="width:${Math.round(share * 100)}%">`).join('')
  const head = columns
    .map((column) => `<th scope="col"${numberClass(column)}>${escapeHtml(column.title)}</th>`)
    .join('')
  const body = rows.map((row) => `<tr>${row.map((cell, index) => cellHtml(cell, columns[index])).join('')}</tr>`)
  return `<table><colgroup>${widths}</colgroup><thead><tr>${head}</tr></thead>\n<tbody>${body.join('\n')}</tbody></table>`
}

function cellHtml({ text, tone, isCode, link }: Cell, column: Column | undefined): string {
  // Table cells get a name of their own, because on a phone each row becomes a card.
  const label = escapeHtml(column?.title ?? '')
  const plain = isCode === true ? `<code>${breakable(text)}</code>` : escapeHtml(text)
  const content = link === undefined ? plain : `<a href="${escapeHtml(link)}">${plain}</a>`
  const toned = tone === undefined || tone === 'plain' ? content : `<span class="tag tone-${tone}">${content}</span>`
  return `<td data-label="${label}"${column === undefined ? '' : numberClass(column)}>${toned}</td>`
}

function numberClass({ isNumber }: Column): string {
  return isNumber === true ? ' class="number"' : ''
}

/** Lets a long path break behind its slashes; a name that is written from right to left keeps its place in it. */
function breakable(text: string): string {
  const names = text
    .split('/')
    .map((name) => (isRightToLeft(name) ? `<bdi>${escapeHtml(name)}</bdi>` : escapeHtml(name)))
  return names.join('/<wbr>')
}
