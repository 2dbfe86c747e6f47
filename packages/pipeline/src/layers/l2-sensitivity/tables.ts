import { type LabelledEntity, labelReader } from './labels.ts'

/** A place whose label says what stands there, in code units. */
export interface LabelledValue {
  readonly entity: LabelledEntity
  readonly start: number
  readonly end: number
}

/** What the tables of a text hold. */
export interface TableReading {
  readonly values: readonly LabelledValue[]
  /** The header of the table that is still open at the end: it also holds for the text that follows. */
  readonly open?: { readonly start: number; readonly end: number }
}

/** Longer lines are prose, or one value. */
const MAX_LINE = 4096
export const MAX_COLUMNS = 64
const MAX_HEADER = 1024

const HEADER_CELL = /^#$|^["'`*]{0,2}[\p{L}_][\p{L}\p{M}\p{N}_ .#/()-]{0,40}["'`*]{0,2}$/u
/** A row of Markdown, which may have one cell. */
const ROW_IN_BARS = /^\s*\|/
const RULE = /^[\s|:+=-]+$/

/** A part of a text, in code units. */
interface Cell {
  readonly start: number
  readonly end: number
}

interface Table {
  readonly delimiter: string
  readonly entities: readonly (LabelledEntity | undefined)[]
  readonly start: number
  readonly end: number
}

/**
 * The values in tables whose header says what a column holds: comma, semicolon or tab between cells, Markdown, and one
 * number below another under a header of its own. A table ends at an empty line or at one without a delimiter. Linear.
 */
export function tableValues(text: string, delimiters: readonly string[]): TableReading {
  const values: LabelledValue[] = []
  let table: Table | undefined
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    const after = end - start > MAX_LINE ? undefined : readLine(text, { start, end }, table, values, delimiters)
    // A last line may go on behind the end of the text, as in the window of a slice: it closes no table.
    table = newline === -1 && after === undefined ? table : after
    start = end + 1
  }
  return table === undefined ? { values } : { values, open: { start: table.start, end: table.end } }
}

function readLine(
  text: string,
  line: Cell,
  table: Table | undefined,
  values: LabelledValue[],
  delimiters: readonly string[],
): Table | undefined {
  const written = text.slice(line.start, line.end)
  if (table !== undefined && RULE.test(written) && written.trim() !== '') return table
  if (written.trim() === '') return undefined
  const header = line.end - line.start <= MAX_HEADER ? headerOf(text, line, delimiters) : undefined
  if (header !== undefined || table === undefined) return header
  const cells = cellsOf(text, line, table.delimiter)
  const isRow = cells.length > 1 || table.delimiter === '' || (table.delimiter === '|' && ROW_IN_BARS.test(written))
  if (!isRow) return undefined
  for (const [column, cell] of cells.entries()) {
    const entity = table.entities[column]
    if (entity !== undefined && cell.end > cell.start) values.push({ entity, ...cell })
  }
  return table
}

function headerOf(text: string, line: Cell, delimiters: readonly string[]): Table | undefined {
  // `Here they are: name,ssn`
  const start = line.start + text.slice(line.start, line.end).lastIndexOf(': ') + 1
  const written = text.slice(start, line.end)
  const delimiter = delimiters.find((candidate) => written.includes(candidate)) ?? ''
  const cells = cellsOf(text, { start, end: line.end }, delimiter).map((cell) => text.slice(cell.start, cell.end))
  if (cells.some((cell) => cell !== '' && !HEADER_CELL.test(cell))) return undefined
  // `'Contact',` begins a list of a program.
  if (delimiter !== '' && delimiter !== '|' && cells.filter((cell) => cell !== '').length < 2) return undefined
  const entities = labelReader.entitiesOfHeader(cells)
  if (entities === undefined || (delimiter === '' && (entities[0] === 'PERSON' || /[.?!]$/.test(written.trim()))))
    return undefined
  return { delimiter, entities, start, end: line.end }
}

/** The cells of a line, without the spaces and quotes around them. A delimiter inside double quotes is none. */
function cellsOf(text: string, line: Cell, delimiter: string): readonly Cell[] {
  if (delimiter === '') return [trimmed(text, line)]
  const cells: Cell[] = []
  const { start, end } = delimiter === '|' ? withoutEdges(text, line) : line
  let quoted = false
  let from = start
  for (let at = start; at <= end && cells.length < MAX_COLUMNS; at += 1) {
    const character = at === end ? delimiter : text.charAt(at)
    if (character === '"') quoted = !quoted
    if (character !== delimiter || (quoted && at < end)) continue
    cells.push(trimmed(text, { start: from, end: at }))
    from = at + 1
  }
  return cells
}

/** Without the bars at both ends of a Markdown row, one each: the first cell may be empty. */
function withoutEdges(text: string, line: Cell): Cell {
  const { start, end } = trimmedOf(text, line, /\s/)
  return {
    start: text.charAt(start) === '|' ? start + 1 : start,
    end: end - 1 > start && text.charAt(end - 1) === '|' ? end - 1 : end,
  }
}

/** A cell without the spaces and quotes around it. */
export function trimmed(text: string, cell: Cell): Cell {
  return trimmedOf(text, cell, /[\s"'`*]/)
}

function trimmedOf(text: string, { start, end }: Cell, what: RegExp): Cell {
  let [from, to] = [start, end]
  while (from < to && what.test(text.charAt(from))) from += 1
  while (to > from && what.test(text.charAt(to - 1))) to -= 1
  return { start: from, end: to }
}
