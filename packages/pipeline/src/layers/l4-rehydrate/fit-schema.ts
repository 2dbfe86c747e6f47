import { findTokens } from '@sluice/token-vault'
import { MAX_STEP_UNITS, type SlicedWork } from '../../run/slice-queue.ts'

type Members = Readonly<Record<string, unknown>>

/** A schema of a stranger may ask for any amount of work: more steps, or a deeper way, and a value does not fit. */
const MAX_STEPS = 200_000
const MAX_DEPTH = 64
/** Text that costs as much as one step, in UTF-16 code units. */
const CHARS_PER_STEP = 64
/** Steps that are taken at once: less than half a millisecond. */
const STEPS_AT_ONCE = 256
/** A number that had a token in its place comes back as its digits. */
const DIGITS = /^-?\d{1,16}$/

/** The value as it fits, or that it does not. */
type Fit = { readonly value: unknown } | undefined

/**
 * Fits a value to a JSON Schema after tokens or values have taken the place of what a server has sent: gives it back
 * with its numbers as numbers again, or undefined where it has another form than the schema says. A token meets no
 * `pattern` and no `format`; texts without one are trusted to. Regular expressions of strangers are not run.
 *
 * Bounded, and done in slices. Source: JSON Schema 2020-12, validation vocabulary.
 */
export function fitSchemaSteps(schema: unknown, value: unknown): SlicedWork<Fit> {
  return new Fitting(schema).fit(schema, value, 0)
}

class Fitting {
  readonly #root: unknown
  #steps = 0
  #taken = 0

  constructor(root: unknown) {
    this.#root = root
  }

  *fit(schema: unknown, value: unknown, depth: number): SlicedWork<Fit> {
    this.#steps += 1
    if (this.#steps - this.#taken > STEPS_AT_ONCE) {
      yield Math.min(this.#steps - this.#taken, MAX_STEP_UNITS)
      this.#taken = this.#steps
    }
    if (this.#steps > MAX_STEPS || depth > MAX_DEPTH) return undefined
    if (schema === true) return { value }
    if (!isRecord(schema)) return undefined
    const typed = fitType(schema.type, value)
    if (typed === undefined || !this.#isListed(schema, typed.value)) return undefined
    const whole = yield* this.#fitValue(schema, typed.value, depth)
    return whole && (yield* this.#fitCombined(schema, whole.value, depth))
  }

  /** Of listed objects and lists nobody knows how long comparing them takes: none is taken for another. */
  #isListed(schema: Members, value: unknown): boolean {
    if (schema.enum === undefined && schema.const === undefined) return true
    const listed = schema.const === undefined ? listOf(schema.enum) : [schema.const]
    this.#steps += listed.length
    return (typeof value !== 'object' || value === null) && listed.includes(value)
  }

  *#fitValue(schema: Members, value: unknown, depth: number): SlicedWork<Fit> {
    if (typeof value === 'string') {
      this.#steps += Math.ceil(value.length / CHARS_PER_STEP)
      return fitsText(schema, value) ? { value } : undefined
    }
    if (typeof value === 'number') return fitsNumber(schema, value) ? { value } : undefined
    if (Array.isArray(value)) return yield* this.#fitItems(schema, value, depth)
    return isRecord(value) ? yield* this.#fitMembers(schema, value, depth) : { value }
  }

  *#fitItems(schema: Members, items: readonly unknown[], depth: number): SlicedWork<Fit> {
    if (!isWithin(items.length, schema.minItems, schema.maxItems)) return undefined
    const first: readonly unknown[] = listOf(schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : []))
    const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items
    return yield* this.#fitEach(items, (at) => first[at] ?? rest ?? true, depth)
  }

  *#fitEach(items: readonly unknown[], schemaAt: (at: number) => unknown, depth: number): SlicedWork<Fit> {
    const fitted: unknown[] = []
    for (const [at, item] of items.entries()) {
      const fit = yield* this.fit(schemaAt(at), item, depth + 1)
      if (fit === undefined) return undefined
      fitted.push(fit.value)
    }
    return { value: fitted }
  }

  *#fitMembers(schema: Members, members: Members, depth: number): SlicedWork<Fit> {
    const names = Object.keys(members)
    const required = listOf(schema.required)
    this.#steps += names.length + required.length
    if (this.#steps > MAX_STEPS) return undefined
    if (!isWithin(names.length, schema.minProperties, schema.maxProperties)) return undefined
    if (!required.every((name) => typeof name === 'string' && Object.hasOwn(members, name))) return undefined
    const known = isRecord(schema.properties) ? schema.properties : {}
    // Names that a pattern could mean are trusted to be meant.
    const others = schema.patternProperties === undefined ? (schema.additionalProperties ?? true) : true
    const schemaAt = (at: number) => {
      const name = names[at] ?? ''
      return Object.hasOwn(known, name) ? known[name] : others
    }
    const values = yield* this.#fitEach(Object.values(members), schemaAt, depth)
    if (values === undefined) return undefined
    const fitted = listOf(values.value)
    return { value: Object.fromEntries(names.map((name, at) => [name, fitted[at]])) }
  }

  *#fitCombined(schema: Members, value: unknown, depth: number): SlicedWork<Fit> {
    let fit: Fit = { value }
    if (typeof schema.$ref === 'string') fit = yield* this.fit(this.#find(schema.$ref), value, depth + 1)
    for (const each of listOf(schema.allOf)) {
      if (fit === undefined) return undefined
      fit = yield* this.fit(each, fit.value, depth + 1)
    }
    if (fit !== undefined && schema.anyOf !== undefined)
      fit = (yield* this.#fitsAmong(listOf(schema.anyOf), fit.value, depth, 1))[0]
    if (fit !== undefined && schema.oneOf !== undefined) {
      const fits = yield* this.#fitsAmong(listOf(schema.oneOf), fit.value, depth, 2)
      fit = fits.length === 1 ? fits[0] : undefined
    }
    if (fit === undefined) return undefined
    if (schema.not !== undefined && (yield* this.fit(schema.not, fit.value, depth + 1))) return undefined
    if (schema.if === undefined) return fit
    const branch = (yield* this.fit(schema.if, fit.value, depth + 1)) ? schema.then : schema.else
    return branch === undefined ? fit : yield* this.fit(branch, fit.value, depth + 1)
  }

  /** At most so many: nobody asks for more. */
  *#fitsAmong(schemas: readonly unknown[], value: unknown, depth: number, most: number): SlicedWork<readonly Fit[]> {
    const fits: Fit[] = []
    for (const each of schemas) {
      if (fits.length === most) break
      const fit = yield* this.fit(each, value, depth + 1)
      if (fit !== undefined) fits.push(fit)
    }
    return fits
  }

  /** What a reference within the schema names; undefined, which nothing fits, for any other. */
  #find(reference: string): unknown {
    if (reference === '#') return this.#root
    if (!reference.startsWith('#/')) return undefined
    let found = this.#root
    for (const part of reference.slice(2).split('/')) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
      found = Reflect.get(found, name)
    }
    return found
  }
}

function fitType(type: unknown, value: unknown): Fit {
  if (type === undefined) return { value }
  const types = Array.isArray(type) ? type : [type]
  if (types.some((each) => isOfType(value, each))) return { value }
  const isNumber = types.includes('number') || types.includes('integer')
  const isDigits = isNumber && typeof value === 'string' && DIGITS.test(value)
  return isDigits && Number.isSafeInteger(Number(value)) ? { value: Number(value) } : undefined
}

function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value === type
    default:
      return false
  }
}

function fitsText({ minLength, maxLength, pattern, format }: Members, text: string): boolean {
  if (minLength !== undefined || maxLength !== undefined) {
    if (!isWithin([...text].length, minLength, maxLength)) return false
  }
  return (pattern === undefined && format === undefined) || findTokens(text).length === 0
}

function fitsNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Members, value: number): boolean {
  if (!isWithin(value, minimum, maximum)) return false
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return false
  return !(typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
}

function isWithin(value: number, least: unknown, most: unknown): boolean {
  return !(typeof least === 'number' && value < least) && !(typeof most === 'number' && value > most)
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isRecord(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
