import { isObject, type Row } from './read-rows.ts'

/** A place of a text and what stands there, in UTF-16 code units. */
export interface TypedSpan {
  readonly start: number
  readonly end: number
  readonly type: string
}

/** Other names of the same thing, as data sets made for Presidio have them. */
const TYPE_MAP: ReadonlyMap<string, string> = new Map([
  ['GPE', 'LOCATION'],
  ['STREET_ADDRESS', 'LOCATION'],
  ['ADDRESS', 'LOCATION'],
  ['DOMAIN_NAME', 'URL'],
  ['FAX_NUMBER', 'PHONE_NUMBER'],
  ['BIRTHDAY', 'DATE_TIME'],
  ['DATE_OF_BIRTH', 'DATE_TIME'],
])

/** The name under which a type is counted. */
export function countedAs(type: string): string {
  return TYPE_MAP.get(type) ?? type
}

/** What is to be found in a row. Throws with the row's place where its `spans` are no spans. */
export function spansOf(row: Row): readonly TypedSpan[] {
  const { spans } = row.value
  if (!Array.isArray(spans)) throw new Error(`${row.place}: "spans" must be an array`)
  return spans.map((span: unknown) => {
    if (
      !isObject(span) ||
      typeof span.start !== 'number' ||
      typeof span.end !== 'number' ||
      typeof span.type !== 'string'
    ) {
      throw new Error(`${row.place}: every span needs numbers "start" and "end" and a string "type"`)
    }
    return { start: span.start, end: span.end, type: countedAs(span.type) }
  })
}

/** The types that a row is about; absent where it is about all. */
export function scopeOf(row: Row): ReadonlySet<string> | undefined {
  const { scope } = row.value
  if (scope === undefined || scope === null) return undefined
  if (!Array.isArray(scope)) throw new Error(`${row.place}: "scope" must be an array of types`)
  return new Set(scope.map((type) => countedAs(String(type))))
}
