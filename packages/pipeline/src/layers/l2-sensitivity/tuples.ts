import { type LabelledEntity, labelReader } from './labels.ts'
import { anyOf } from './phrases.ts'
import { type LabelledValue, MAX_COLUMNS, type TableReading, trimmed } from './tables.ts'

/** Where a list of columns stands before rows in brackets. */
export interface TuplePlaces {
  /** Each ends before the first row and captures the columns, with commas between. */
  readonly statements: readonly RegExp[]
  /** Members of JSON that hold the columns, and the rows behind them. */
  readonly columnKeys: readonly string[]
  readonly rowKeys: readonly string[]
}

export const TUPLE_PLACES: TuplePlaces = {
  // ISO/IEC 9075-2 (SQL), <insert statement>, with the words that MySQL and SQLite put before `INTO`.
  statements: [
    /\b(?:insert|replace)(?:\s{1,4}\w{2,16}){0,2}\s{1,4}into\s{1,4}[\w."`[\]]{1,128}\s{0,4}\(([^()]{1,1024})\)\s{0,4}values\s{0,4}(?=\()/giu,
  ],
  columnKeys: ['columns', 'header', 'headers', 'fields'],
  rowKeys: ['rows', 'data', 'values', 'records'],
}

/** Members between the columns and the rows, as `"index":[0,1]` of pandas. */
const BETWEEN = String.raw`(?:\s{0,4},\s{0,4}"[^"\\]{1,64}"\s{0,4}:\s{0,4}(?:\[[^[\]]{0,8192}\]|"[^"\\]{0,64}"|[\w.-]{1,64})){0,4}?`

/** A form of such lists, and what every text with one has. */
interface TupleForm {
  readonly pattern: RegExp
  readonly brackets: '()' | '[]'
  readonly gate: RegExp
}

/** Reads the values in rows that stand in brackets behind a list of their columns: SQL's `INSERT`, and JSON. */
export class TupleReader {
  readonly #forms: readonly TupleForm[]

  constructor({ statements, columnKeys, rowKeys }: TuplePlaces) {
    const columns = `"${anyOf(columnKeys)}"\\s{0,4}:\\s{0,4}\\[([^[\\]]{1,1024})\\]`
    const rows = `"${anyOf(rowKeys)}"\\s{0,4}:\\s{0,4}\\[\\s{0,4}(?=\\[)`
    this.#forms = [
      ...statements.map((pattern) => ({ pattern, brackets: '()' as const, gate: /(?:insert|replace)\s/i })),
      {
        pattern: new RegExp(`${columns}${BETWEEN}\\s{0,4},\\s{0,4}${rows}`, 'giu'),
        brackets: '[]',
        gate: new RegExp(`"${anyOf(columnKeys)}"`, 'i'),
      },
    ]
  }

  /** Linear. */
  read(text: string): TableReading {
    const values: LabelledValue[] = []
    let open: TableReading['open']
    for (const { pattern, brackets, gate } of this.#forms) {
      if (!gate.test(text)) continue
      pattern.lastIndex = 0
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        const end = match.index + match[0].length
        const entities = labelReader.entitiesOfHeader((match[1] ?? '').split(',').slice(0, MAX_COLUMNS))
        if (entities === undefined) continue
        const stopped = readTuples(text, end, brackets, entities, values)
        if (stopped >= text.length) open = { start: match.index, end }
        pattern.lastIndex = stopped
      }
    }
    return open === undefined ? { values } : { values, open }
  }
}

/** Reads rows until one ends the list; the place where it stopped. */
function readTuples(
  text: string,
  from: number,
  brackets: '()' | '[]',
  entities: readonly (LabelledEntity | undefined)[],
  values: LabelledValue[],
): number {
  let [at, column, start, quote, inside] = [from, 0, from, '', false]
  const take = (end: number) => {
    const cell = trimmed(text, { start, end })
    const entity = entities[column]
    if (entity !== undefined && cell.end > cell.start) values.push({ entity, ...cell })
    column += 1
    start = end + 1
  }
  for (; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === '\\') at += 1
      else if (character === quote) quote = ''
    } else if (inside && (character === '"' || character === "'")) quote = character
    else if (inside && character === ',') take(at)
    else if (inside && character === brackets[1]) {
      take(at)
      inside = false
    } else if (!inside && character === brackets[0]) {
      inside = true
      column = 0
      start = at + 1
    } else if (!inside && !/[\s,]/.test(character)) return at
  }
  return at
}
