import { findTokens } from '@sluice/token-vault'

type Members = Readonly<Record<string, unknown>>

/** A schema of a stranger may ask for any amount of work: more steps, or a deeper way, and a value does not fit. */
const MAX_STEPS = 50_000
const MAX_DEPTH = 64
const CHARS_PER_STEP = 64
/** A number that had a token in its place comes back as its digits. */
const DIGITS = /^-?\d{1,16}$/

/** The value as it fits, or that it does not. */
type Fit = { readonly value: unknown } | undefined

/**
 * Fits a value to a JSON Schema after tokens or values have taken the place of what a server has sent: gives it back
 * with its numbers as numbers again, or undefined where it has another form than the schema says. A token meets no
 * `pattern` and no `format`; texts without one are trusted to. Regular expressions of strangers are not run.
 *
 * Linear in the schema and the value together, within bounds. Source: JSON Schema 2020-12, validation vocabulary.
 */
export function fitSchema(schema: unknown, value: unknown): Fit {
  return new Fitting(schema).fit(schema, value, 0)
}

class Fitting {
  readonly #root: unknown
  #steps = 0

  constructor(root: unknown) {
    this.#root = root
  }

  fit(schema: unknown, value: unknown, depth: number): Fit {
    this.#steps += 1
    if (this.#steps > MAX_STEPS || depth > MAX_DEPTH) return undefined
    if (schema === true) return { value }
    if (!isRecord(schema)) return undefined
    const typed = fitType(schema.type, value)
    if (typed === undefined || !this.#isListed(schema, typed.value)) return undefined
    const whole = this.#fitValue(schema, typed.value, depth)
    return whole && this.#fitCombined(schema, whole.value, depth)
  }

  /** Of listed objects and lists nobody knows how long comparing them takes: none is taken for another. */
  #isListed(schema: Members, value: unknown): boolean {
    if (schema.enum === undefined && schema.const === undefined) return true
    const listed = schema.const === undefined ? listOf(schema.enum) : [schema.const]
    this.#steps += listed.length
    return (typeof value !== 'object' || value === null) && listed.includes(value)
  }

  #fitValue(schema: Members, value: unknown, depth: number): Fit {
    if (typeof value === 'string') {
      this.#steps += value.length / CHARS_PER_STEP
      return fitsText(schema, value) ? { value } : undefined
    }
    if (typeof value === 'number') return fitsNumber(schema, value) ? { value } : undefined
    if (Array.isArray(value)) return this.#fitItems(schema, value, depth)
    return isRecord(value) ? this.#fitMembers(schema, value, depth) : { value }
  }

  #fitItems(schema: Members, items: readonly unknown[], depth: number): Fit {
    if (!isWithin(items.length, schema.minItems, schema.maxItems)) return undefined
    const first: readonly unknown[] = listOf(schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : []))
    const rest = Array.isArray(schema.items) ? schema.additionalItems : schema.items
    return this.#fitEach(items, (at) => first[at] ?? rest ?? true, depth)
  }

  #fitEach(items: readonly unknown[], schemaAt: (at: number) => unknown, depth: number): Fit {
    const fitted: unknown[] = []
    for (const [at, item] of items.entries()) {
      const fit = this.fit(schemaAt(at), item, depth + 1)
      if (fit === undefined) return undefined
      fitted.push(fit.value)
    }
    return { value: fitted }
  }

  #fitMembers(schema: Members, members: Members, depth: number): Fit {
    const names = Object.keys(members)
    if (!isWithin(names.length, schema.minProperties, schema.maxProperties)) return undefined
    const required = listOf(schema.required)
    this.#steps += required.length
    if (!required.every((name) => typeof name === 'string' && Object.hasOwn(members, name))) return undefined
    const known = isRecord(schema.properties) ? schema.properties : {}
    // Names that a pattern could mean are trusted to be meant.
    const others = schema.patternProperties === undefined ? (schema.additionalProperties ?? true) : true
    const values = this.#fitEach(
      Object.values(members),
      (at) => {
        const name = names[at] ?? ''
        return Object.hasOwn(known, name) ? known[name] : others
      },
      depth,
    )
    if (values === undefined) return undefined
    const fitted = listOf(values.value)
    return { value: Object.fromEntries(names.map((name, at) => [name, fitted[at]])) }
  }

  #fitCombined(schema: Members, value: unknown, depth: number): Fit {
    let fit: Fit = { value }
    if (typeof schema.$ref === 'string') fit = this.fit(this.#find(schema.$ref), value, depth + 1)
    for (const each of listOf(schema.allOf)) fit &&= this.fit(each, fit.value, depth + 1)
    if (fit !== undefined && schema.anyOf !== undefined) fit = this.#fitsAny(listOf(schema.anyOf), fit.value, depth)[0]
    if (fit !== undefined && schema.oneOf !== undefined) {
      const fits = this.#fitsAny(listOf(schema.oneOf), fit.value, depth)
      fit = fits.length === 1 ? fits[0] : undefined
    }
    if (fit !== undefined && schema.not !== undefined && this.fit(schema.not, fit.value, depth + 1)) return undefined
    if (fit === undefined || schema.if === undefined) return fit
    const branch = this.fit(schema.if, fit.value, depth + 1) ? schema.then : schema.else
    return branch === undefined ? fit : this.fit(branch, fit.value, depth + 1)
  }

  #fitsAny(schemas: readonly unknown[], value: unknown, depth: number): readonly Fit[] {
    return schemas.map((each) => this.fit(each, value, depth + 1)).filter((each) => each !== undefined)
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
