import type { Confidence, Detection, Parameters, Role } from '../../model/detection.ts'
import type { FileSummary, Place, Sighting } from '../analyse/summary.ts'
import type { CalleeName, Literal } from '../analyse/values.ts'
import { redact, redactLiterals } from '../files/redact.ts'
import { settingOf } from '../files/setting.ts'
import { isSpecialKind } from '../files/special-files.ts'
import type { NamedAlgorithm, NameReader } from '../names/interpret-name.ts'
import { Choices } from './choices.ts'
import type { Located } from './located.ts'
import { ProjectIndex } from './project-index.ts'
import { ValueResolver } from './resolve-values.ts'
import { type Resolved, textOf } from './resolved.ts'
import { chooseCurveUse, type Draft, mergeDetections } from './settle-detections.ts'

export interface LinkOptions {
  readonly names: NameReader
  /** The families that the knowledge packs know; others are not reported. */
  readonly families: ReadonlySet<string>
  readonly maxDetections: number
  /** Asked for each file; false ends the work with what was found so far. */
  readonly mayGoOn?: () => boolean
}

export interface Linked {
  readonly detections: readonly Detection[]
  /** Whether every file was looked at. */
  readonly isWhole: boolean
}

/** Joins what the files tell into findings, in the order of files and lines. */
export function linkProject(files: readonly FileSummary[], options: LinkOptions): Linked {
  const sorted = [...files].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0))
  const index = new ProjectIndex(sorted)
  const resolver = new ValueResolver(index)
  const choices = new Choices(sorted, index, resolver)
  const drafts: Draft[] = []
  const languages = new Map(sorted.map(({ file, language }) => [file, language]))
  let isWhole = true
  for (const summary of sorted) {
    isWhole &&= options.mayGoOn?.() !== false
    if (!isWhole) break
    for (const sighting of summary.sightings) {
      if (drafts.length >= options.maxDetections * 4) break
      if (isOwn(sighting.guessed, index)) continue
      drafts.push(...draftsOf(summary, sighting, { resolver, choices, languages, options }))
    }
  }
  const merged = mergeDetections(chooseCurveUse(drafts)).slice(0, options.maxDetections)
  const shown = merged.map((one) => ({ ...one, evidence: shownEvidence(one, options.names) }))
  return { detections: shown, isWhole }
}

/** A name that only looks like a library's: the project has a class of its own by it. */
function isOwn(guessed: string | undefined, index: ProjectIndex): boolean {
  return guessed?.split('.').some((name) => index.classes.has(name)) === true
}

/** The line without what may be key material. */
function shownEvidence({ language, evidence }: Detection, names: NameReader): string {
  const redacted = redact(evidence)
  return isSpecialKind(language) ? redacted : redactLiterals(redacted, (text) => names.knows(text))
}

interface Linking {
  readonly choices: Choices
  readonly resolver: ValueResolver
  readonly languages: ReadonlyMap<string, string>
  readonly options: LinkOptions
}

function draftsOf(summary: FileSummary, sighting: Sighting, linking: Linking): readonly Draft[] {
  const { resolver, options } = linking
  const algorithms = resolver.resolve(sighting.attributes.algorithm ?? [], summary.file, 'algorithm')
  const sizes = resolver.resolve(sighting.attributes.keySize ?? [], summary.file, 'keySize')
  const curves = resolver.resolve(sighting.attributes.curve ?? [], summary.file, 'curve')
  const given = parametersOf(summary, sighting, sizes, linking)
  const drafts: Draft[] = []
  const texts = new Set(algorithms.map(({ value }) => textOf(value)))
  const choosing = linking.choices.of(sighting, summary.file)
  for (const found of algorithms) {
    const seen = knownAs(sighting, found)
    const isGuess = texts.size > 1 || found.trail.length > 0
    for (const named of readName(textOf(found.value), seen, options)) {
      if (!isAbout(named, sighting.about)) continue
      drafts.push(draftAt(summary, sighting.place, { sighting: seen, named, given, isGuess }))
      drafts.push(
        ...draftsOfCallers(found, { sighting: seen, named, given, isGuess: true, decidedIn: summary.file }, linking),
      )
      for (const one of choosing) {
        drafts.push(
          ...draftsOfCallers(one, { sighting: seen, named, given, isGuess: true, decidedIn: summary.file }, linking),
        )
      }
      for (const size of sizes) {
        const [keySize] = sizesOf([size])
        if (keySize === undefined || areOfOtherCalls(found, size) || isOfAnother(found, size, algorithms)) continue
        const own = { ...given, keySize }
        drafts.push(
          ...draftsOfCallers(
            size,
            { sighting: seen, named, given: own, isGuess: true, decidedIn: summary.file },
            linking,
          ),
        )
      }
      for (const one of named.isAnyCurveUse || named.algorithm.startsWith('EC') ? curves : []) {
        const curve = wordOf(one.value, 'curve', options.names)
        if (typeof curve !== 'string' || areOfOtherCalls(found, one)) continue
        const own = { ...given, curve }
        drafts.push(
          ...draftsOfCallers(
            one,
            { sighting: seen, named, given: own, isGuess: true, decidedIn: summary.file },
            linking,
          ),
        )
      }
    }
  }
  return drafts
}

/** What is handed in is known by where it was taken from the library. */
function knownAs(sighting: Sighting, { by }: Resolved): Sighting {
  return by === undefined ? sighting : { ...sighting, rule: by.rule, library: by.library, role: by.role }
}

/** A line that only sets a curve says nothing of RSA, nor one that sets a size in bits of curves. */
function isAbout({ algorithm }: NamedAlgorithm, about: Sighting['about']): boolean {
  return about === undefined || CURVE_FAMILY.test(algorithm) === (about === 'curve')
}

/** What two callers of the same function pass does not belong together. */
function areOfOtherCalls(a: Resolved, b: Resolved): boolean {
  if (a.made !== undefined && b.made !== undefined && !isSameLiteral(a.made.literal, b.made.literal)) return true
  return a.trail.some((one) => b.trail.some((other) => one !== other && isSameCallee(one.of.callee, other.of.callee)))
}

/** A size that one call passes together with an algorithm is none of the others'. */
function isOfAnother(found: Resolved, size: Resolved, algorithms: readonly Resolved[]): boolean {
  const isTogether = (one: Resolved): boolean => one.trail.some((caller) => size.trail.includes(caller))
  return !isTogether(found) && algorithms.some(isTogether)
}

/** A function that runs twice in the analysis writes its object twice. */
function isSameLiteral(a: Literal, b: Literal): boolean {
  const [first, second] = [a, b].map(({ members }) => Object.values(members)[0]?.offset)
  return a.file === b.file && first === second
}

function isSameCallee(a: CalleeName, b: CalleeName): boolean {
  return a.fn === b.fn && a.name === b.name && a.cls === b.cls
}

/** The place where a caller decides: the call with the constant in it, and the option where an object has it. */
function draftsOfCallers(found: Resolved, parts: DraftParts, { languages }: Linking): readonly Draft[] {
  const { trail, isOfObject, isChosen, made, member } = found
  const at = ({ file, of }: Located<Place>): Draft =>
    draftAt({ file, language: languages.get(file) ?? 'unknown' }, of, parts)
  // An option may serve several uses; it is one finding.
  const drafts = made === undefined ? [] : [withRole(at(made), parts.named.role ?? 'Unknown')]
  const [caller] = trail
  if (caller === undefined || caller.of.isDeclaration || (isOfObject && !isChosen)) return drafts
  // Who hands on what a function of another file makes does not choose.
  if (made !== undefined && made.file !== caller.file) return drafts
  return [...drafts, at({ file: caller.file, of: member ?? caller.of.place })]
}

function withRole(draft: Draft, role: Role): Draft {
  return { ...draft, detection: { ...draft.detection, role } }
}

/** What a name means, as far as the packs know the family; a family's own name always means itself. */
function readName(
  text: string | undefined,
  { role }: Sighting,
  { names, families }: LinkOptions,
): readonly NamedAlgorithm[] {
  if (text === undefined) return []
  const read = suitesIn(text, role)
    .flatMap((suite) => names.read(suite, role))
    .filter(({ algorithm }) => families.has(algorithm))
  const isOwnName = families.has(text) && !read.some(({ algorithm }) => algorithm === text)
  return isOwnName ? [{ algorithm: text, parameters: {} }] : read
}

/** A list of suites names each for itself; what begins with `!` or `-` is taken out of it (ciphers(1) of OpenSSL). */
function suitesIn(text: string, role: Role | undefined): readonly string[] {
  if (role !== 'Protocol' && !(role === 'KeyAgreement' && /[,:]/.test(text))) return [text]
  return text.split(/[\s:,;]+/).filter((suite) => suite !== '' && !/^[!-]/.test(suite))
}

interface DraftParts {
  readonly sighting: Sighting
  readonly named: NamedAlgorithm
  readonly given: Parameters
  readonly isGuess: boolean
  readonly decidedIn?: string
}

type DraftFile = Pick<FileSummary, 'file' | 'language' | 'setting'>

function draftAt(of: DraftFile, place: Place, parts: DraftParts): Draft {
  const { sighting, named, given, isGuess, decidedIn } = parts
  const { file, language } = of
  const byPath = settingOf(file)
  const setting = byPath === 'product' ? (of.setting ?? byPath) : byPath
  const confidence = isGuess && sighting.confidence === 'High' ? 'Medium' : sighting.confidence
  const detection: Detection = {
    file,
    line: place.line,
    column: place.column,
    language,
    algorithm: named.algorithm,
    role: roleOf(given.keySize === undefined ? sighting.role : (sighting.sizedRole ?? sighting.role), named.role),
    parameters: { ...named.parameters, ...givenTo(named, given), library: sighting.library },
    confidence: byPath === 'product' ? confidence : lower(confidence),
    setting,
    rule: sighting.rule,
    evidence: place.evidence,
  }
  const isAnyCurveUse = named.isAnyCurveUse === true
  return decidedIn === undefined ? { detection, isAnyCurveUse } : { detection, isAnyCurveUse, decidedIn }
}

/** A rule knows what the call does; where it only knows a protocol or nothing, the name may know more. */
function roleOf(byRule: Role | undefined, byName: Role | undefined): Role {
  // A token that is "signed" with a shared secret has a code.
  if (byRule === 'Signature' && byName === 'Mac') return byName
  if (byRule === undefined || byRule === 'Unknown' || byRule === 'Protocol') return byName ?? byRule ?? 'Unknown'
  return byRule
}

const CURVE_FAMILY = /^(?:EC|X\d|Ed)/

/** A curve is no parameter of RSA, nor a size in bits one of a curve. */
function givenTo(named: NamedAlgorithm, given: Parameters): Parameters {
  const { curve, keySize, mode, padding, ...rest } = given
  const isCurve = CURVE_FAMILY.test(named.algorithm)
  return {
    ...rest,
    ...(curve !== undefined && isCurve ? { curve } : {}),
    ...(keySize !== undefined ? { keySize } : {}),
    ...(mode !== undefined && !isCurve ? { mode } : {}),
    ...(padding !== undefined && !isCurve ? { padding } : {}),
  }
}

function lower(confidence: Confidence): Confidence {
  return confidence === 'High' ? 'Medium' : 'Low'
}

/** The parameters that are known for certain; where two values are possible, none is. */
function parametersOf(
  summary: FileSummary,
  { attributes }: Sighting,
  sizes: readonly Resolved[],
  { resolver, options }: Linking,
): Parameters {
  const parameters: { -readonly [name in keyof Parameters]: Parameters[name] } = {}
  const size = only(sizesOf(sizes))
  if (size !== undefined) parameters.keySize = size
  for (const name of ['curve', 'mode', 'padding', 'hash', 'parameterSet'] as const) {
    const resolved = resolver.resolve(attributes[name] ?? [], summary.file, name)
    const word = only(resolved.flatMap(({ value }) => wordOf(value, name, options.names)))
    if (word !== undefined) parameters[name] = word
  }
  const protocol = only(
    resolver.resolve(attributes.protocol ?? [], summary.file).flatMap(({ value }) => textOf(value) ?? []),
  )
  if (protocol !== undefined) parameters.protocol = protocol
  return parameters
}

function wordOf(
  value: Resolved['value'],
  name: 'curve' | 'mode' | 'padding' | 'hash' | 'parameterSet',
  names: NameReader,
): string | readonly string[] {
  const text = textOf(value)
  if (text === undefined) return []
  return names.attribute(text, name) ?? []
}

const MIN_BITS = 32
const MAX_BITS = 65_536

function sizesOf(resolved: readonly Resolved[]): readonly number[] {
  return resolved
    .map(({ value }) =>
      value.t === 'num' ? value.v : value.t === 'str' && /^\d{2,5}$/.test(value.v) ? Number(value.v) : 0,
    )
    .filter((bits) => bits >= MIN_BITS && bits <= MAX_BITS)
}

function only<T>(values: readonly T[]): T | undefined {
  const distinct = new Set(values)
  return distinct.size === 1 ? values[0] : undefined
}
