import { UNKNOWN } from '../model/unknown.ts'
import {
  elementsOf,
  elementsOfTable,
  isMeant,
  isSymbolic,
  textOfValue,
  union,
  type Value,
  type Values,
} from '../model/values.ts'
import { concat } from './joined-text.ts'

const MAX_SUBSTITUTION_DEPTH = 4

/** Puts in what a caller passed. */
export function substitute(values: Values, passed: ReadonlyMap<string, readonly Values[]>, depth = 0): Values {
  if (depth > MAX_SUBSTITUTION_DEPTH) return []
  const deeper = (inner: Values): Values => substitute(inner, passed, depth + 1)
  const results = values.map((value): Values => {
    switch (value.t) {
      case 'param': {
        const args = passed.get(value.fn)
        if (args === undefined) return [value]
        const given = args[value.i] ?? []
        return given.length === 0 && values.length > 1 ? [UNKNOWN] : given
      }
      case 'cond':
        return conditional(value, deeper)
      case 'cat':
        return concat(value.parts.map(deeper))
      case 'inst':
        return value.args.length === 0 ? [value] : [{ ...value, args: value.args.map(deeper) }]
      case 'obj':
        return [substituteObject(value, deeper)]
      case 'elem':
        return deeper([value.key]).flatMap((key): Values => {
          const { of } = value
          if (value.isExact && textOfValue(key) === undefined) return [{ ...value, key }]
          return of.t === 'map' || of.t === 'list' ? elementsOfTable(of, [key]) : elementsOf(of, [key])
        })
      case 'list':
        return [{ t: 'list', items: value.items.map(deeper) }]
      default:
        return [value]
    }
  })
  const all = union(...results)
  return all.every(({ t }) => t === 'unknown') ? [] : all
}

/** What a case may ask for: a text, or the own name of an enumeration's constant. */
export function labelOf(value: Value): string | undefined {
  if (value.t === 'inst') return value.constant
  if (value.t !== 'ref') return textOfValue(value)
  const name = value.path.slice(value.path.lastIndexOf('.') + 1)
  return /^[A-Z]/.test(name) ? name : undefined
}

/** Only the cases that are meant stay, once it is known which ones. */
function conditional(value: Extract<Value, { t: 'cond' }>, deeper: (values: Values) => Values): Values {
  const values = deeper(value.values)
  const of = deeper([value.guard.of])
  const texts = of.flatMap((one) => labelOf(one) ?? [])
  if (texts.length > 0 && texts.length === of.length) {
    return texts.some((text) => isMeant(value.guard, text)) ? values : []
  }
  const [subject] = of
  return subject === undefined ? values : [{ ...value, values, guard: { ...value.guard, of: subject } }]
}

function substituteObject(value: Extract<Value, { t: 'obj' }>, deeper: (values: Values) => Values): Value {
  const known = Object.entries(value.attrs)
  if (!known.some(([, values]) => values.some(isSymbolic))) return value
  return {
    ...value,
    origin: value.origin ?? value,
    attrs: Object.fromEntries(known.map(([name, values]) => [name, deeper(values)])),
  }
}

/** A library's object, or something else of it. */
export function isOfLibrary({ t }: Value): boolean {
  return t === 'obj' || t === 'ref'
}

/** Objects of cases of which it is not known which one is meant: each may be. */
export function objectsOfAnyCase(values: Values): Values {
  if (!values.some(isObjectOfCase)) return values
  return union(...values.map((one) => (isObjectOfCase(one) ? objectsOfAnyCase(one.values) : [one])))
}

/** A library's object that is meant in one case only. */
export function isObjectOfCase(value: Value): value is Extract<Value, { t: 'cond' }> {
  return value.t === 'cond' && value.values.some((one) => isOfLibrary(one) || isObjectOfCase(one))
}
