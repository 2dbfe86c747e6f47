import { keyOfTerm } from '@sluice/codenames'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import {
  type CodenameClasses,
  levelOfClass,
  MAX_TERMS,
  type RegisteredTerm,
  registeredTermSchema,
} from './registered-term.ts'

/** What is wrong with one row of an upload. It quotes nothing of the row. */
export interface RowFault {
  /** The line of a CSV, from 1; the number of a term in JSON, from 1. */
  readonly line: number
  readonly message: string
}

/** The terms of an upload by their keys, or what is wrong with it. */
export type UploadReading =
  | { readonly type: 'read'; readonly terms: ReadonlyMap<string, RegisteredTerm> }
  | { readonly type: 'faulty'; readonly faults: readonly RowFault[]; readonly more: boolean }

/** More faults than this are not listed. */
const MAX_FAULTS = 100
/** The columns of a CSV; its first line names those that it has. */
const COLUMNS = ['term', 'aliases', 'class', 'department', 'replacement']
/** Between the aliases in a field of a CSV. */
const ALIAS_SEPARATOR = '|'

interface Row {
  readonly line: number
  readonly value: unknown
}

/** Reads the terms of a JSON upload. */
export function readJsonTerms(terms: readonly unknown[], classes: CodenameClasses): UploadReading {
  return readRows(
    terms.map((value, index) => ({ line: index + 1, value })),
    classes,
  )
}

/** Reads a CSV (RFC 4180) in UTF-8, whose first line names the columns. Aliases are separated by `|`. */
export function readCsvTerms(bytes: Uint8Array, classes: CodenameClasses): UploadReading {
  try {
    return readRows(csvRows(bytes), classes)
  } catch (error) {
    return { type: 'faulty', faults: [csvFault(error)], more: false }
  }
}

const csvRowSchema = z.object({ info: z.object({ lines: z.int() }), record: z.record(z.string(), z.string()) })

function csvRows(bytes: Uint8Array): readonly Row[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const options = { bom: true, columns: columnsOf, info: true, skip_empty_lines: true, max_record_size: 65_536 }
  const rows: unknown = parse(text, options)
  return z
    .array(csvRowSchema)
    .parse(rows)
    .map(({ info, record }) => ({ line: info.lines, value: termOf(record) }))
}

/** Thrown where the first line is not one of column names. */
class HeaderError extends Error {}

function columnsOf(header: readonly string[]): string[] {
  const names = header.map((column) => column.trim().toLowerCase())
  const isKnown = names.every((column) => COLUMNS.includes(column)) && new Set(names).size === names.length
  if (!isKnown || !names.includes('term')) {
    throw new HeaderError(`The first line must name the columns, of ${COLUMNS.join(', ')}; term must be among them.`)
  }
  return names
}

function termOf({ term, aliases, ...rest }: Record<string, string>): unknown {
  const members = Object.entries(rest).filter(([, value]) => value.trim() !== '')
  const names = (aliases ?? '').split(ALIAS_SEPARATOR).map((alias) => alias.trim())
  return {
    term: term?.trim(),
    aliases: names.filter((alias) => alias !== ''),
    ...Object.fromEntries(members.map(([name, value]) => [name, value.trim()])),
  }
}

function csvFault(error: unknown): RowFault {
  if (error instanceof HeaderError) return { line: 1, message: error.message }
  if (error instanceof TypeError) return { line: 1, message: 'The file is not valid UTF-8.' }
  const known = z.object({ code: z.string(), lines: z.int().optional() }).safeParse(error)
  if (!known.success) throw error
  // The message of the library may quote the row.
  return { line: known.data.lines ?? 1, message: `The line is no CSV (${known.data.code}).` }
}

function readRows(rows: readonly Row[], classes: CodenameClasses): UploadReading {
  const faults: RowFault[] = []
  const terms = new Map<string, RegisteredTerm>()
  const lines = new Map<string, number>()
  for (const { line, value } of rows) {
    if (faults.length > MAX_FAULTS) break
    const reading = registeredTermSchema.safeParse(value)
    if (!reading.success) {
      faults.push({ line, message: faultMessage(reading.error) })
      continue
    }
    const term = reading.data
    if (levelOfClass(term.class, classes) === undefined) {
      faults.push({ line, message: 'class: is no level of 0 to 7 and no class of CODENAME_CLASSES' })
      continue
    }
    const names = new Set([term.term, ...term.aliases].map(keyOfTerm))
    const twice = [...names].find((key) => lines.has(key))
    if (twice !== undefined) faults.push({ line, message: `names what line ${lines.get(twice)} names already` })
    for (const key of names) lines.set(key, line)
    terms.set(keyOfTerm(term.term), term)
  }
  if (rows.length === 0) faults.push({ line: 1, message: 'There is no term.' })
  if (rows.length > MAX_TERMS) faults.push({ line: MAX_TERMS + 1, message: `More than ${MAX_TERMS} terms.` })
  if (faults.length === 0) return { type: 'read', terms }
  return { type: 'faulty', faults: faults.slice(0, MAX_FAULTS), more: faults.length > MAX_FAULTS }
}

function faultMessage({ issues }: z.ZodError): string {
  const [issue] = issues
  return issue === undefined ? 'is no term' : `${issue.path.join('.') || 'term'}: ${issue.message}`
}
