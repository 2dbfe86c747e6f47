import { ATTRIBUTES, type AttributeName } from '../model/attributes.ts'
import {
  type Attributes,
  BYTE_LENGTH,
  isSymbolic,
  type LibraryObject,
  union,
  type Value,
  type Values,
} from '../model/values.ts'
import type { Match } from '../packs/rule-index.ts'
import { membersOf, type Rule, type Source } from '../packs/rule-schema.ts'
import { isEmpty } from '../parse/ir.ts'
import { argumentsAt, listedTexts, placesOf } from './argument-places.ts'
import { type CallSite, valuesAt } from './call-site.ts'
import { GIVEN_UNKNOWN } from './default-size.ts'
import { type FileState, learn } from './file-state.ts'
import { leaveEntries } from './leave-entries.ts'
import { isPassed, readSource } from './read-source.ts'
import { isMet } from './rule-conditions.ts'

/** Reports what the rules say about a call, and gives its result. */
export function applyRules(state: FileState, site: CallSite, matches: readonly Match[]): Values {
  const results: Values[] = []
  if (matches.some(({ indexed }) => mayReport(indexed.rule))) leaveEntries(state, site)
  for (const match of matches) {
    const { rule } = match.indexed
    if (rule.arguments !== undefined && rule.arguments !== site.args.length + Object.keys(site.named).length) continue
    if (rule.inFilesWith !== undefined && !rule.inFilesWith.some((word) => state.source.includes(word))) continue
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
  const own = made?.t === 'obj' && isNew ? made.attrs : (preparedOf(state, site, rule) ?? attributes)
  // An object that a rule reports without naming its algorithm may still learn it from what it is handed to.
  const learnsLater = rule.report === true && own !== attributes
  const isAsked = sure && isHandedAlgorithm(site, rule)
  if ((own.algorithm === undefined || own.algorithm.length === 0) && !learnsLater && !isAsked) return
  const sighting = {
    rule: indexed.id,
    library: indexed.library,
    role: rule.role,
    ...(rule.sizedRole ? { sizedRole: rule.sizedRole } : {}),
    ...(sure ? {} : { guessed: site.name }),
    ...(isAsked ? { isAsked } : {}),
    ...(site.call === undefined ? {} : { call: site.at }),
    ...(typeof rule.algorithm === 'string' && rule.sizeInName !== false ? { called: site.name } : {}),
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

/** Whether a rule says where a call names its algorithm, and anything but `null` stands there. */
function isHandedAlgorithm(site: CallSite, { algorithm }: Rule): boolean {
  if (site.call === undefined || typeof algorithm !== 'object' || algorithm.arg === undefined) return false
  if (!isPassed(site, algorithm)) return false
  // `new CBCBlockCipher(new DESEngine())` says what it is, also where no pack knows it.
  const given = [algorithm.arg].flat().flatMap((place) => valuesAt(site, place))
  const isMade = given.length > 0 && given.every(({ t }) => t === 'inst' || t === 'cls')
  if (isMade && membersOf(algorithm) === undefined) return false
  return argumentsAt(site.call, algorithm).some((one) => !isEmpty(one) && one.k !== 'bool')
}

/** What is known, now or later, of the object that a call only prepares. */
function preparedOf(state: FileState, site: CallSite, { learnsLater, updates = [] }: Rule): Attributes | undefined {
  const [value] = learnsLater === true && updates[0] !== undefined ? valuesAt(site, updates[0]) : []
  if (value?.t === 'obj') return value.attrs
  return value?.t === 'param' && state.hasPlainFields ? state.learntOf(value) : undefined
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
    if (source === undefined) continue
    setAttribute(attributes, name, readSource(site, source, name))
    if (name === 'keySize' && isGivenUnknown(site, source)) {
      attributes.keySize = union(attributes.keySize ?? [], [GIVEN_UNKNOWN])
    }
  }
  return attributes
}

function isGivenUnknown(site: CallSite, source: Source): boolean {
  if (typeof source !== 'object' || source.arg === undefined || !isPassed(site, source)) return false
  const read = readSource(site, source, 'keySize')
  // The linker may find no length of what a caller passes.
  return read.length === 0 || read.some((value) => value.t === 'attr' && value.name === BYTE_LENGTH)
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
