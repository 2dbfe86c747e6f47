import { readFile } from 'node:fs/promises'

/** One line of a data set, with the place it came from for messages. */
export interface Row {
  readonly place: string
  readonly value: Readonly<Record<string, unknown>>
}

/** Reads a JSONL file. Rejects with the file and line of the first line that is not a JSON object. */
export async function readRows(file: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  const lines = (await readFile(file, 'utf8')).split('\n')
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue
    const place = `${file}:${i + 1}`
    rows.push({ place, value: parseObject(line, place) })
  }
  return rows
}

/** The string member of that name. Throws with the row's place. */
export function stringMember({ place, value }: Row, name: string): string {
  const member = value[name]
  if (typeof member !== 'string') throw new Error(`${place}: "${name}" must be a string`)
  return member
}

/** The string member of that name, if there is one. */
export function optionalString({ value }: Row, name: string): string | undefined {
  const member = value[name]
  return typeof member === 'string' ? member : undefined
}

function parseObject(line: string, place: string): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new Error(`${place}: not valid JSON`)
  }
  if (!isObject(value)) throw new Error(`${place}: not a JSON object`)
  return value
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
