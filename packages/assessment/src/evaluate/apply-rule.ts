import type { Condition, Rule, Source } from '../packs/rule-format.ts'
import type { Match } from '../packs/rule-index.ts'
import type { CallExpression } from '../parse/ir.ts'
import { listedTexts, placesOf } from './argument-places.ts'
import { type FileState, learn } from './file-state.ts'
import { leaveEntries } from './keyed-rules.ts'
import {
  ATTRIBUTES,
  type AttributeName,
  type Attributes,
  isSymbolic,
  type LibraryObject,
  memberOfMap,
  textOfValue,
  union,
  type Value,
  type Values,
} from './values.ts'

/** A call as a rule sees it. */
export interface CallSite {
  /** Negative where the place is of no interest. */
  readonly at: number
  /** The full name of what is called. */
  readonly name: string
  readonly args: readonly Values[]
  readonly named: Readonly<Record<string, Values>>
  readonly receiver: Value | undefined
  readonly typeArguments?: readonly Value[]
  /** As it is written; absent where there is no call. */
  readonly call?: CallExpression
}

/** Reports what the rules say about a call, and gives its result. */
export function applyRules(state: FileState, site: CallSite, matches: readonly Match[]): Values {
  const results: Values[] = []
  if (matches.some(({ indexed }) => mayReport(indexed.rule))) leaveEntries(state, site)
  for (const match of matches) {
    const { rule } = match.indexed
    if (rule.arguments !== undefined && rule.arguments !== site.args.length + Object.keys(site.named).length) continue
    if (rule.when !== undefined && ![rule.when].flat().every((one) => isMet(site, one))) continue
    const attributes = attributesOf(state, site, match)
    const use = site.at < 0 ? undefined : curveUseOf(rule)
    if (use !== undefined) state.tellUse(use)
    const result = resultOf(state, site, match, attributes)
    for (const place of rule.updates ?? []) {
      const isPassing = place !== 'receiver' && rule.report === false && rule.algorithm === undefined
      for (const value of valuesAt(site, place)) {
        if (value.t === 'obj') teach(value, attributes, isPassing)
        else if (value.t === 'param' && state.hasPlainFields) learn(state.learntOf(value), attributes)
      }
    }
    const isSaid = rule.unlessObject !== undefined && valuesAt(site, rule.unlessObject).some(isObject)
    if (mayReport(rule) && site.at >= 0 && !isSaid) report(state, site, match, attributes, result)
    results.push(result)
  }
  return union(...results)
}

/** A library's object, or a list that has some: they are reported by themselves. */
function isObject(value: Value): boolean {
  return value.t === 'obj' || (value.t === 'list' && value.items.flat().some(({ t }) => t === 'obj'))
}

function mayReport({ report, algorithm }: Rule): boolean {
  return report ?? algorithm !== undefined
}

/** What a call that is not reported itself tells of the keys on curves around it. */
function curveUseOf({ parameters, report, algorithm, role }: Rule): string | undefined {
  if (typeof parameters?.use === 'string') return parameters.use
  return report === false && algorithm === 'ECDH' && role === 'KeyAgreement' ? algorithm : undefined
}

/** `isPassing`: what an object is handed to tells what it is for only where it does not say so itself. */
function teach(object: LibraryObject, attributes: Attributes, isPassing: boolean): void {
  const isKnown = isPassing && (object.attrs.algorithm?.length ?? 0) > 0
  const taught: Attributes = isKnown ? (attributes.use ? { use: attributes.use } : {}) : attributes
  learn(object.attrs, taught)
  if (object.origin) learn(object.origin.attrs, taught)
}

function report(state: FileState, site: CallSite, match: Match, attributes: Attributes, result: Values): void {
  const { indexed, sure } = match
  const { rule } = indexed
  const [made] = result
  // What the object learns later, such as the size of its key, belongs to the place that made it.
  const isLearning = rule.report === true && rule.algorithm === undefined
  const isNew = isLearning || (rule.updates === undefined && !/^(?:receiver|arg\d+)$/.test(rule.returns ?? ''))
  const own = made?.t === 'obj' && isNew ? made.attrs : attributes
  // An object that a rule reports without naming its algorithm may still learn it from what it is handed to.
  const learnsLater = rule.report === true && own !== attributes
  if ((own.algorithm === undefined || own.algorithm.length === 0) && !learnsLater) return
  const sighting = {
    rule: indexed.id,
    library: indexed.library,
    role: rule.role,
    ...(rule.sizedRole ? { sizedRole: rule.sizedRole } : {}),
    ...(sure ? {} : { guessed: site.name }),
    attributes: own,
    confidence: sure ? (rule.confidence ?? 'High') : rule.confidence === 'Low' ? ('Low' as const) : ('Medium' as const),
  }
  const listed =
    rule.role === 'Protocol' && rule.algorithm !== undefined ? listedTexts(state, site.call, rule.algorithm) : []
  for (const { at, text } of listed) {
    state.report(at, { ...sighting, attributes: { ...attributes, algorithm: [{ t: 'str', v: text }] } })
  }
  if (listed.length > 0) return
  const { main, also, others } = placesOf(state, site, rule)
  state.report(main, sighting)
  for (const at of also) state.report(at, { ...sighting, attributes: { ...attributes } })
  for (const { at, about } of others) state.report(at, { ...sighting, attributes: { ...attributes }, about })
}

function attributesOf(state: FileState, site: CallSite, { indexed: { rule } }: Match): Attributes {
  const attributes: Attributes = {}
  for (const place of rule.inherit ?? []) {
    for (const value of valuesAt(site, place)) {
      inherit(attributes, value)
      if (value.t === 'param' && state.hasPlainFields) learn(attributes, state.learntOf(value))
    }
  }
  if (rule.algorithm !== undefined) setAttribute(attributes, 'algorithm', readSource(site, rule.algorithm, 'algorithm'))
  for (const name of ATTRIBUTES) {
    const source = rule.parameters?.[name]
    if (source !== undefined) setAttribute(attributes, name, readSource(site, source, name))
  }
  return attributes
}

/** What a rule says counts more than what is inherited. */
function setAttribute(attributes: Attributes, name: AttributeName, values: Values): void {
  if (values.length > 0) attributes[name] = values
}

function inherit(attributes: Attributes, value: Value): void {
  if (value.t === 'obj') learn(attributes, value.attrs)
  else if (value.t === 'list') for (const item of value.items.flat()) inherit(attributes, item)
  else if (isSymbolic(value) && value.t !== 'cat') {
    for (const name of ['algorithm', 'keySize', 'curve'] as const) {
      attributes[name] = union(attributes[name] ?? [], [{ t: 'attr', of: value, name: `@${name}` }])
    }
  }
}

function resultOf(state: FileState, site: CallSite, match: Match, attributes: Attributes): Values {
  const { rule } = match.indexed
  const { returns } = rule
  if (returns === 'receiver') return site.receiver ? [site.receiver] : []
  const argument = /^arg(\d+)$/.exec(returns ?? '')?.[1]
  if (argument !== undefined) return site.args[Number(argument)] ?? []
  if (returns === undefined && rule.updates !== undefined) return []
  // Two rules for one call speak of two objects, unless they say what it is.
  const object = state.objectAt(site.at, returns ?? site.name, match.sure, returns ?? match.indexed.id)
  learn(object.attrs, attributes)
  return [object]
}

function valuesAt(site: CallSite, place: number | string): Values {
  if (place === 'receiver') return site.receiver ? [site.receiver] : []
  if (typeof place === 'number') return site.args.at(place) ?? []
  return site.named[place] ?? []
}

/** The values that a rule's source means at a call. */
export function readSource(site: CallSite, source: Source, name: AttributeName): Values {
  if (typeof source === 'string') return [{ t: 'str', v: source }]
  if (typeof source === 'number') return [{ t: 'num', v: source }]
  const { otherwise } = source
  if (otherwise !== undefined && !isPassed(site, source)) return readSource(site, otherwise, name)
  const raw = rawValues(site, source)
  const inside = source.property === undefined ? raw : raw.flatMap((value) => propertyOf(value, source.property ?? ''))
  const wanted = source.attribute ?? name
  const read = inside.flatMap((value) => attributeOf(value, wanted, source.as))
  const mapped = source.map === undefined ? read : read.flatMap((value) => mapValue(value, source.map ?? {}))
  const { among } = source
  return among === undefined ? mapped : mapped.filter((value) => value.t !== 'num' || among.includes(value.v))
}

function rawValues(site: CallSite, source: Exclude<Source, string | number>): Values {
  if (source.receiver) return site.receiver ? [site.receiver] : []
  if (source.calleeName) return [{ t: 'str', v: site.name.slice(site.name.lastIndexOf('.') + 1) }]
  if (source.typeArgument !== undefined) {
    const found = site.typeArguments?.[source.typeArgument]
    // Of a type its name counts, whatever is asked.
    return found?.t === 'obj' ? [{ t: 'ref', path: found.type, sure: found.sure }] : found ? [found] : []
  }
  const places = Array.isArray(source.arg) ? source.arg : source.arg === undefined ? [] : [source.arg]
  for (const place of places) {
    const values = valuesAt(site, place)
    const isFit = source.property === undefined || values.some((value) => hasProperty(value, source.property))
    if (values.length > 0 && isFit) return values
  }
  // Keyword arguments also count as a map behind the others.
  const isBehind = source.property !== undefined && places.includes(site.args.length)
  return isBehind && Object.keys(site.named).length > 0 ? [{ t: 'map', entries: site.named }] : []
}

/** Whether a value may be one of several names or numbers; of a constant its last part counts. */
function isAmong(values: Values, wanted: readonly (string | number)[]): boolean {
  return values.some((value) => {
    const text = value.t === 'ref' ? value.path.slice(value.path.lastIndexOf('.') + 1) : textOfValue(value)
    return text !== undefined && wanted.some((one) => String(one) === text)
  })
}

function isMet(site: CallSite, { arg, property, is, isNot, isPassed: wanted }: Condition): boolean {
  const isThere = isPassed(site, property === undefined ? { arg } : { arg, property })
  if (wanted === false) return !isThere
  const given = valuesAt(site, arg)
  const values = property === undefined ? given : given.flatMap((value) => propertyOf(value, property))
  if (isNot !== undefined && isAmong(values, isNot)) return false
  return is === undefined ? isThere || isNot !== undefined : isAmong(values, is)
}

/** Whether anything is passed in one of a source's places. */
function isPassed(site: CallSite, source: Exclude<Source, string | number>): boolean {
  const places = Array.isArray(source.arg) ? source.arg : source.arg === undefined ? [] : [source.arg]
  if (source.property !== undefined) return rawValues(site, source).some((value) => hasProperty(value, source.property))
  return places.some((place) => (typeof place === 'number' ? site.args.at(place) : site.named[place]) !== undefined)
}

/** Of what only the linker knows, every property may be there. */
function hasProperty(value: Value, path: string | undefined): boolean {
  const [first = ''] = path?.split('.') ?? []
  if (value.t === 'list') return value.items.flat().some((item) => hasProperty(item, path))
  return value.t === 'map' ? memberOfMap(value, first).length > 0 : isSymbolic(value) || value.t === 'ref'
}

function propertyOf(value: Value, path: string): Values {
  let values: Values = [value]
  for (const name of path.split('.')) {
    values = values.flatMap((one): Values => {
      if (one.t === 'map') return memberOfMap(one, name)
      if (one.t === 'list') return one.items.flat().flatMap((item) => (item.t === 'map' ? memberOfMap(item, name) : []))
      const isOpen = one.t === 'ref' || (isSymbolic(one) && one.t !== 'cat')
      return isOpen ? [{ t: 'attr', of: one, name }] : []
    })
  }
  return values
}

function attributeOf(value: Value, name: AttributeName, as: 'bytes' | 'byteLength' | undefined): Values {
  if (value.t === 'list' && as === undefined) return value.items.flat().flatMap((item) => attributeOf(item, name, as))
  if (value.t === 'obj') {
    const own = value.attrs[name] ?? (as === 'byteLength' ? value.attrs.byteLength : undefined)
    return own ?? (name === 'algorithm' ? [{ t: 'ref', path: value.type, sure: value.sure }] : [])
  }
  if (as === 'byteLength') {
    if (value.t === 'str') return [{ t: 'num', v: value.v.length * 8 }]
    if (value.t === 'bytes') return [{ t: 'num', v: value.count * 8 }]
    return []
  }
  if (value.t === 'num' && as === 'bytes') return [{ t: 'num', v: value.v * 8 }]
  if (as === 'bytes' && isSymbolic(value)) return [{ t: 'attr', of: value, name: '@bits' }]
  if (value.t === 'bytes' || value.t === 'fn' || value.t === 'cls' || value.t === 'inst') return []
  return isSymbolic(value) || value.t === 'str' || value.t === 'num' || value.t === 'ref' ? [value] : []
}

/** What the linker finds for a value stands for what the map says of it. */
function mappedLater(key: Value, map: Readonly<Record<string, string | number>>): Value {
  const entries = Object.entries(map).map(([name, to]): [string, Values] => [
    name,
    [typeof to === 'number' ? { t: 'num', v: to } : { t: 'str', v: to }],
  ])
  return { t: 'elem', of: { t: 'map', entries: Object.fromEntries(entries) }, key, isExact: true }
}

function mapValue(value: Value, map: Readonly<Record<string, string | number>>): Values {
  const text = value.t === 'ref' ? value.path.slice(value.path.lastIndexOf('.') + 1) : textOfValue(value)
  if (text === undefined) return isSymbolic(value) ? [mappedLater(value, map)] : []
  const to = Object.hasOwn(map, text) ? map[text] : undefined
  if (to === undefined) return []
  return [typeof to === 'number' ? { t: 'num', v: to } : { t: 'str', v: to }]
}
