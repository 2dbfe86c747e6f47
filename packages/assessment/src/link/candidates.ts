import type { Confidence, Detection, Parameters, Role } from '../model/detection.ts'
import type { FileSummary, Sighting } from '../model/file-summary.ts'
import type { Place } from '../model/place.ts'
import type { CalleeName, Literal, Values } from '../model/values.ts'
import type { NamedAlgorithm, NameReader } from '../packs/interpret-name.ts'
import { settingOf } from '../walk/setting.ts'
import { CURVE_FAMILY, curveOfSize, givenTo, parametersOf, wordOf } from './candidate-parameters.ts'
import { onCurve, onCurves } from './family-on-curve.ts'
import { type SettledSize, settleSize } from './key-size.ts'
import type { Linking, LinkOptions } from './linking.ts'
import type { Located } from './located.ts'
import { namedInCall } from './named-in-call.ts'
import { type Resolved, textOf } from './resolved.ts'
import type { Candidate, CurveUse, Deciding } from './settle-detections.ts'
import { knownOf } from './unresolved-calls.ts'

/** What a sighting may be, and what of it nothing tells. */
interface Candidates {
  /** At its own place and at those of the callers that choose it. */
  readonly candidates: readonly Candidate[]
  /** How far it is known what the call is handed; `undefined` where no algorithm is handed over. */
  readonly known: 'all' | 'some' | 'none' | undefined
}

/** Follows what a sighting is handed. */
export function candidatesOf(summary: FileSummary, sighting: Sighting, linking: Linking): Candidates {
  const { resolver, options } = linking
  const algorithms = resolver.resolve(sighting.attributes.algorithm ?? [], summary.file, 'algorithm', sighting.guard)
  const sizes = resolver.resolve(sighting.attributes.keySize ?? [], summary.file, 'keySize', sighting.guard)
  const curves = resolver.resolve(sighting.attributes.curve ?? [], summary.file, 'curve', sighting.guard)
  const given = parametersOf(summary, sighting, linking)
  const deciding = decidingOf(summary, sighting, linking)
  const candidates: Candidate[] = []
  const texts = new Set(algorithms.map(({ value }) => textOf(value)))
  const choosing = linking.choices.of(sighting, summary.file)
  for (const found of algorithms) {
    const seen = knownAs(sighting, found)
    const isGuess = texts.size > 1 || found.trail.length > 0
    const ownCurves = curves.filter((one) => !areOfOtherCalls(found, one))
    for (const named of readName(textOf(found.value), seen, options)) {
      if (!isAbout(named, sighting.about)) continue
      const said = saidInCall(named, given, sighting, options)
      const settle = (own: readonly Resolved[]) => settleSize({ ...said.question, sizes: own }, options.families)
      const ownSizes = sizes.filter((one) => !areOfOtherCalls(found, one))
      const size = settle(ownSizes)
      const parts: CandidateParts = {
        sighting: seen,
        named,
        given: said.given,
        size,
        isGuess: true,
        deciding,
        isCaller: true,
        isConfigured: algorithms.some(isOfSetting),
      }
      for (const one of onCurves(named, ownCurves, options)) {
        const own = { ...parts, named: one, isGuess, isCaller: false }
        for (const each of eachSize(size, ownSizes, settle)) {
          candidates.push(candidateAt(summary, sighting.place, { ...own, ...each }))
        }
        for (const chosen of [found, ...choosing])
          candidates.push(...candidatesOfCallers(chosen, { ...parts, named: one }, linking))
      }
      for (const one of sizes) {
        if (
          !isSizeOf(named, said.question.mode, one, options) ||
          areOfOtherCalls(found, one) ||
          isOfAnother(found, one, algorithms)
        )
          continue
        candidates.push(...candidatesOfCallers(one, { ...parts, size: settle([one]) }, linking))
      }
      for (const one of named.isAnyCurveUse || named.algorithm.startsWith('EC') ? ownCurves : []) {
        const curve = wordOf(one.value, 'curve', options.names)
        if (typeof curve !== 'string') continue
        const own = onCurve(named, textOf(one.value) ?? '', options.names)
        candidates.push(...candidatesOfCallers(one, { ...parts, named: own, given: { ...said.given, curve } }, linking))
      }
    }
  }
  return {
    candidates: candidates.filter(({ detection }) => options.families.has(detection.algorithm)),
    known: sighting.isAsked || algorithms.length > 0 ? knownOf(algorithms, options.names) : undefined,
  }
}

const MAX_SIZES = 4

/** Where a function itself gives a key one of several sizes, each is said, and none for certain. */
function eachSize(
  size: SettledSize,
  sizes: readonly Resolved[],
  settle: (own: readonly Resolved[]) => SettledSize,
): readonly { readonly size: SettledSize; readonly isGuess?: true }[] {
  if (size.keySizeFrom !== 'several' || sizes.some(({ trail }) => trail.length > 0)) return [{ size }]
  const each = new Map(sizes.map((one) => settle([one])).map((one) => [one.keySize, one]))
  each.delete(undefined)
  return each.size > MAX_SIZES ? [{ size }] : [...each.values()].map((one) => ({ size: one, isGuess: true }))
}

function isOfSetting({ value }: Resolved): boolean {
  return value.t === 'unknown' && value.why === 'configured'
}

/** Whether a value that a caller passes can be the size of such a key. */
function isSizeOf(
  { algorithm }: NamedAlgorithm,
  mode: string | undefined,
  one: Resolved,
  options: LinkOptions,
): boolean {
  return settleSize({ algorithm, mode, named: undefined, sizes: [one] }, options.families).keySize !== undefined
}

/** What the name of a called function adds where a rule says of it only the algorithm. */
function saidInCall(named: NamedAlgorithm, given: Parameters, { called }: Sighting, { names }: LinkOptions) {
  const { keySize, ...words } = namedInCall(called, named.algorithm, names)
  const all = { ...words, ...named.parameters, ...given }
  return {
    given: { ...curveOfSet(named.algorithm, all, names), ...words, ...given },
    question: { algorithm: named.algorithm, mode: all.mode, named: named.parameters.keySize ?? keySize },
  }
}

/** What a parameter set named after its curve says of the curve: Ed25519 (RFC 8032, section 5.1). */
function curveOfSet(algorithm: string, { curve, parameterSet }: Parameters, names: NameReader): Parameters {
  if (curve !== undefined || parameterSet === undefined || !CURVE_FAMILY.test(algorithm)) return {}
  const named = names.attribute(parameterSet, 'curve')
  return named === undefined ? {} : { curve: named }
}

/** Who says what a curve is for: what its object is used for, else the function, class and file that it stands in. */
function decidingOf({ file }: FileSummary, { within, attributes }: Sighting, { resolver }: Linking): Deciding {
  const cls = within === undefined ? undefined : resolver.index.functionById(within)?.of.cls
  const told = [...(attributes.use ?? []), ...otherThanCurve(attributes.algorithm ?? [])]
  const uses = resolver.resolve(told, file).flatMap(({ value }) => useNamed(textOf(value)) ?? [])
  return { file, ...(within ? { fn: within } : {}), ...(cls ? { cls } : {}), uses }
}

/** What an object learnt that was made for any use of a curve. */
function otherThanCurve(algorithm: Values): Values {
  const isOpen = algorithm.some((value) => value.t === 'str' && value.v === 'EC')
  return isOpen ? algorithm.filter((value) => value.t === 'str') : []
}

function useNamed(text: string | undefined): CurveUse | undefined {
  return text === 'ECDH' || text === 'ECDSA' ? text : undefined
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
function candidatesOfCallers(found: Resolved, parts: CandidateParts, { languages }: Linking): readonly Candidate[] {
  const { trail, isOfObject, isChosen, made, member } = found
  const at = ({ file, of }: Located<Place>): Candidate =>
    candidateAt({ file, language: languages.get(file) ?? 'unknown' }, of, parts)
  // An option may serve several uses; it is one finding.
  const candidates = made === undefined ? [] : [withRole(at(made), parts.named.role ?? 'Unknown')]
  const [caller] = trail
  if (caller === undefined || caller.of.isDeclaration || (isOfObject && !isChosen)) return candidates
  // Who hands on what a function of another file makes does not choose.
  if (made !== undefined && made.file !== caller.file) return candidates
  return [...candidates, at({ file: caller.file, of: member ?? caller.of.place })]
}

function withRole(candidate: Candidate, role: Role): Candidate {
  return { ...candidate, detection: { ...candidate.detection, role } }
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

interface CandidateParts {
  readonly sighting: Sighting
  readonly named: NamedAlgorithm
  readonly given: Parameters
  readonly size: SettledSize
  readonly isGuess: boolean
  readonly deciding: Deciding
  /** Not at the place itself, but where a caller decides. */
  readonly isCaller: boolean
  readonly isConfigured: boolean
}

type CandidateFile = Pick<FileSummary, 'file' | 'language' | 'setting'>

function candidateAt(of: CandidateFile, place: Place, parts: CandidateParts): Candidate {
  const { sighting, named, given, size, isGuess, deciding, isCaller, isConfigured } = parts
  const { file, language } = of
  const byPath = settingOf(file)
  const setting = byPath === 'product' ? (of.setting ?? byPath) : byPath
  const isSure = !isGuess && !isConfigured && size.keySizeFrom !== 'configured'
  const confidence = !isSure && sighting.confidence === 'High' ? 'Medium' : sighting.confidence
  const detection: Detection = {
    file,
    line: place.line,
    column: place.column,
    language,
    algorithm: named.algorithm,
    role: roleOf(size.keySize === undefined ? sighting.role : (sighting.sizedRole ?? sighting.role), named.role),
    parameters: {
      ...curveOfSize(named, size.keySize, sighting),
      ...sized(named.parameters, size),
      ...givenTo(named, given),
      library: sighting.library,
    },
    ...(size.keySizeFrom === undefined ? {} : { keySizeFrom: size.keySizeFrom }),
    ...(isConfigured && !isCaller ? { isConfigured } : {}),
    confidence: byPath === 'product' ? confidence : lower(confidence),
    setting,
    rule: sighting.rule,
    evidence: place.evidence,
  }
  const isAnyCurveUse = named.isAnyCurveUse === true
  return { detection, isAnyCurveUse, deciding, isCaller }
}

function sized({ keySize: _, ...parameters }: Parameters, { keySize }: SettledSize): Parameters {
  return keySize === undefined ? parameters : { ...parameters, keySize }
}

/** A rule knows what the call does; where it only knows a protocol or nothing, the name may know more. */
function roleOf(byRule: Role | undefined, byName: Role | undefined): Role {
  // A token that is "signed" with a shared secret has a code.
  if (byRule === 'Signature' && byName === 'Mac') return byName
  if (byRule === undefined || byRule === 'Unknown' || byRule === 'Protocol') return byName ?? byRule ?? 'Unknown'
  return byRule
}

function lower(confidence: Confidence): Confidence {
  return confidence === 'High' ? 'Medium' : 'Low'
}
