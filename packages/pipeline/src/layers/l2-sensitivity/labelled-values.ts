import { type LabelledEntity, labelReader, labelWords } from './labels.ts'
import { anyOf, words } from './phrases.ts'
import { matchesOf } from './recognizer.ts'
import { type LabelledValue, type TableReading, tableValues } from './tables.ts'
import { TUPLE_PLACES, type TuplePlaces, TupleReader } from './tuples.ts'

/** What is known of a text besides the text itself. */
interface Surroundings {
  /** The name of the member that holds it. */
  readonly label?: string | undefined
  /** What was asked, where the text is the answer. */
  readonly question?: string | undefined
}

/** In every text with a label there is a part of a label, and a sign behind it. */
const HINTS = words(`
  nam nm nom phon mobil movil móvil cell celu tel fax handy nummer whatsapp gsm msisdn portable ssn social tax itin card
  cart kart pan tarj apellid titula holder inhaber ansprech contact person customer client employee patient beneficiar
  recipient payee applicant tenant given family assignee kund mitarbeiter`)
const SPLIT_HINTS = '\\bcc|us.?tin|ss.?num'
const SIGNATURE_HINT = '(?:^|[ |])[TMPF]:'
const HINT = new RegExp(`${anyOf(HINTS)}|${SPLIT_HINTS}|${SIGNATURE_HINT}`, 'im')
const SIGNS = /[:=>\n]|(?:insert|replace)\s/i

/** Whether a text may have a label: false for most texts, at once. */
export function mayHaveLabel(text: string): boolean {
  return text.length > 4 && SIGNS.test(text) && HINT.test(text)
}

/** Reads the key in front of a sign; undefined where the key is not of its kind, which leaves it to the next reader. */
type KeyReader = (before: string, sign: string) => string | undefined

interface LabelPlaces extends TuplePlaces {
  readonly keys: readonly KeyReader[]
  /** Between the cells of a table. */
  readonly delimiters: readonly string[]
}

export const LABEL_PLACES: LabelPlaces = {
  keys: [elementKey, quotedKey, signatureKey, plainKey],
  delimiters: ['|', '\t', ';', ','],
  ...TUPLE_PLACES,
}

/** Reads the places of a text whose label says what stands there. */
export class LabelledValueReader {
  readonly #places: LabelPlaces
  readonly #tuples: TupleReader

  constructor(places: LabelPlaces) {
    this.#places = places
    this.#tuples = new TupleReader(places)
  }

  /**
   * Finds the values of `"key": "value"`, `key: value`, `key=value`, `<key>value</key>`, of columns of tables, of the
   * member that holds the text, and of the question it answers. Linear.
   */
  read(text: string, surroundings: Surroundings): TableReading {
    const around = underLabel(text, surroundings.label).concat(answering(text, surroundings.question))
    if (!mayHaveLabel(text)) return around.length === 0 ? NOTHING : { values: around }
    const table = text.includes('\n') ? tableValues(text, this.#places.delimiters) : NOTHING
    const tuples = this.#tuples.read(text)
    const open = tuples.open ?? table.open
    const values = around.concat(table.values, tuples.values, memberValues(text, this.#places.keys))
    return open === undefined ? { values } : { values, open }
  }
}

export const labelledValueReader = new LabelledValueReader(LABEL_PLACES)

const NOTHING: TableReading = { values: [] }

function underLabel(text: string, label: string | undefined): readonly LabelledValue[] {
  const entity = label === undefined ? undefined : labelReader.entityOf(labelWords(label))
  return entity === undefined ? [] : [whole(text, entity, 0, text.length)]
}

const NUMBER = /(?<![\p{L}\p{N}_.-])\+?\(?\d[\d ().\-/]{5,36}/gu

function answering(text: string, question: string | undefined): readonly LabelledValue[] {
  if (question === undefined) return []
  const values: LabelledValue[] = []
  for (const entity of labelReader.entitiesAskedFor(question)) {
    if (entity === 'PERSON') {
      for (const part of matchesOf(text, /[^,;\n]+/g))
        values.push(whole(text, entity, part.index, part.index + part[0].length))
    } else {
      for (const number of matchesOf(text, NUMBER))
        values.push(whole(text, entity, number.index, number.index + number[0].length))
    }
  }
  return values
}

/** Without the spaces, quotes and stops around it. */
function whole(text: string, entity: LabelledEntity, from: number, to: number): LabelledValue {
  let [start, end] = [from, to]
  while (start < end && /[\s"'`*]/.test(text.charAt(start))) start += 1
  while (end > start && /[\s"'`*.!]/.test(text.charAt(end - 1))) end -= 1
  return { entity, start, end }
}

/** How far before its sign a key is looked for. */
const KEY_REACH = 48
const SIGN = /[:=>]/g
const QUOTED_KEY = /(["'`])([\p{L}_][\p{L}\p{M}\p{N}_ .-]{0,40})\1\s{0,3}$/u
const ELEMENT = /<([\p{L}_][\p{L}\p{M}\p{N}_:.-]{0,40})(?: [^<>]{0,40})?$/u
const PLAIN_KEY =
  /(?:^|[^\p{L}\p{M}\p{N}_.-])([\p{L}_][\p{L}\p{M}\p{N}_.-]*(?: [\p{L}\p{M}\p{N}_.-]+)*)[*`_)\]]{0,3} {0,2}$/u
const SIGNATURE_KEY = /(?:^|[\s|,;(/])[TMPF] ?$/

/** What ends a value that has no quotes. */
const VALUE_NAME = /^[\s"'`*\\]{0,4}(\p{Lu}[\p{L}\p{M}'. -]{0,78}?)(?=["'`*\\,;|<>&)}\]\n\r(]|\.?\s*$|\. | {2}| -|\t)/u
const VALUE_NUMBER = /^[\s"'`*\\]{0,4}(\+?\(?\d[\d ().\-/]{5,36})/

/** `'name' =>` */
const PHP_ARROW = /["']\s{0,3}=>$/
const LIST = /\s{0,4}\[\s{0,16}(?=\\{0,7}["']|\d)/y
const ITEM = /\\{0,7}(["'])(?:(?!\1)[^\\[\]{}\n]){1,80}\\{0,7}\1|\d{6,20}/y
const COMMA = /\s{0,16},\s{0,16}/y

function memberValues(text: string, keys: readonly KeyReader[]): readonly LabelledValue[] {
  const values: LabelledValue[] = []
  for (const sign of matchesOf(text, SIGN)) {
    const before = text.slice(Math.max(0, sign.index - KEY_REACH), sign.index)
    const entity = entityOfKey(before, sign[0], keys)
    if (entity === undefined) continue
    if (takeList(text, sign.index + 1, entity, values)) continue
    const from = sign.index + (sign[0] === '=' && PHP_ARROW.test(text.slice(sign.index - 4, sign.index + 2)) ? 2 : 1)
    const after = text.slice(from, from + 89)
    const match = (entity === 'PERSON' ? VALUE_NAME : VALUE_NUMBER).exec(after)
    const value = match?.[1]
    if (match === null || value === undefined) continue
    const start = from + match[0].length - value.length
    values.push(whole(text, entity, start, start + value.length))
  }
  return values
}

/** Takes the items of `["Quorl Vantz", "Zorb Plim"]` in the place of a value; false where no such list stands there. */
function takeList(text: string, from: number, entity: LabelledEntity, values: LabelledValue[]): boolean {
  LIST.lastIndex = from
  if (!LIST.test(text)) return false
  ITEM.lastIndex = LIST.lastIndex
  for (let item = ITEM.exec(text); item !== null; item = ITEM.exec(text)) {
    values.push(whole(text, entity, item.index, item.index + item[0].length))
    COMMA.lastIndex = ITEM.lastIndex
    if (!COMMA.test(text)) break
    ITEM.lastIndex = COMMA.lastIndex
  }
  return true
}

function entityOfKey(before: string, sign: string, keys: readonly KeyReader[]): LabelledEntity | undefined {
  for (const read of keys) {
    const key = read(before, sign)
    if (key !== undefined) return labelReader.entityOf(labelWords(key))
  }
  return undefined
}

/** `<ssn>`: before a `>` stands no other key. */
function elementKey(before: string, sign: string): string | undefined {
  return sign === '>' ? (ELEMENT.exec(before)?.[1] ?? '') : undefined
}

/** `"ssn":` */
function quotedKey(before: string): string | undefined {
  return QUOTED_KEY.exec(before)?.[2]
}

/** `T:`, `M:`, `P:` and `F:` stand before phone numbers. */
function signatureKey(before: string, sign: string): string | undefined {
  return sign === ':' && SIGNATURE_KEY.test(before) ? 'phone' : undefined
}

/** Words of SQL before the name of a column, and a short or any table before its stop: `WHERE c.name =`. */
const BEFORE_COLUMN = /^(?:.* )?(?:set|where|and|or|on|having|when|not) (?:[^ ]*\.)?|^(?:.* )?[^ .]{1,2}\./i

/** `ssn=` */
function plainKey(before: string, sign: string): string | undefined {
  const key = PLAIN_KEY.exec(before.slice(before.lastIndexOf('\n') + 1))?.[1]
  return sign === '=' ? key?.replace(BEFORE_COLUMN, '') : key
}
