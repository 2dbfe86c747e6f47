import type { Confidence, Detection, Parameters } from '../model/detection.ts'
import type { FileSummary } from '../model/file-summary.ts'
import type { ProjectIndex } from './project-index.ts'

/** What a key or curve is for that may serve either way. */
export type CurveUse = 'ECDH' | 'ECDSA'

/** What says what a curve is for: of what a caller passes, the place that it is passed to. */
export interface Deciding {
  readonly file: string
  readonly fn?: string
  readonly cls?: string
  /** What is done with the object itself. */
  readonly uses: readonly CurveUse[]
}

export interface Candidate {
  readonly detection: Detection
  /** A key or curve of which it is not said whether it signs or agrees on keys. */
  readonly isAnyCurveUse: boolean
  readonly deciding: Deciding
  /** The detection is at a caller's place. */
  readonly isCaller: boolean
}

/** What is done with keys on curves, by the function, class and file in which it is. */
type KnownUses = ReadonlyMap<string, ReadonlySet<CurveUse>>

function note(known: Map<string, Set<CurveUse>>, places: readonly string[], use: CurveUse): void {
  for (const place of places) known.set(place, (known.get(place) ?? new Set()).add(use))
}

/** From near to far. */
function placesOf({ file, fn, cls }: Omit<Deciding, 'uses'>): readonly string[] {
  return [...(fn ? [`fn ${fn}`] : []), ...(cls ? [`cls ${file} ${cls}`] : []), `file ${file}`]
}

/** Uses that calls show which are not reported: `EVP_PKEY_derive`, `key.dh_compute_key(other)`. */
export function toldUses(files: readonly FileSummary[], index: ProjectIndex): KnownUses {
  const known = new Map<string, Set<CurveUse>>()
  for (const { file, curveUses } of files) {
    for (const { within: fn, use } of curveUses ?? []) {
      const cls = fn === undefined ? undefined : index.functionById(fn)?.of.cls
      if (use !== 'ECDH' && use !== 'ECDSA') continue
      note(known, placesOf({ file, ...(fn ? { fn } : {}), ...(cls ? { cls } : {}) }), use)
    }
  }
  return known
}

/**
 * Decides what a curve is for where its place does not say: ECDH where its object, else its function, else its class,
 * else its file agrees on keys and does not sign; otherwise ECDSA. See packs/README.md.
 */
export function chooseCurveUse(candidates: readonly Candidate[], known: KnownUses): readonly Detection[] {
  const all = new Map([...known].map(([place, uses]) => [place, new Set(uses)]))
  for (const candidate of candidates) {
    const { detection, isAnyCurveUse, deciding, isCaller } = candidate
    const use = detection.algorithm
    // A suite of a protocol says nothing of the keys around it.
    if (isAnyCurveUse || detection.parameters.protocol !== undefined || (use !== 'ECDH' && use !== 'ECDSA')) continue
    if (!isMultiplied(candidate, known))
      note(all, isCaller ? placesOf({ file: detection.file }) : placesOf(deciding), use)
  }
  return candidates.map((candidate) => {
    const { detection, isAnyCurveUse, deciding } = candidate
    const levels = [deciding.uses, ...placesOf(deciding).map((place) => [...(all.get(place) ?? [])])]
    const [decided] = levels.map((uses) => new Set(uses)).find(({ size }) => size === 1) ?? []
    const isAgreement = isAnyCurveUse ? decided === 'ECDH' : isMultiplied(candidate, known)
    return isAgreement ? { ...detection, algorithm: 'ECDH' } : detection
  })
}

/** A key that a library makes for signatures, but whose function only agrees on keys with it (Go's `ScalarMult`). */
function isMultiplied({ detection, deciding }: Candidate, known: KnownUses): boolean {
  if (detection.algorithm !== 'ECDSA' || detection.role !== 'KeyGeneration') return false
  const { uses, fn } = deciding
  const [use, ...others] = uses.length > 0 ? new Set(uses) : (known.get(`fn ${fn}`) ?? [])
  return use === 'ECDH' && others.length === 0
}

const RANK: Readonly<Record<Confidence, number>> = { High: 2, Medium: 1, Low: 0 }

/** One finding for one use: what two rules say about the same algorithm on the same line is joined where it agrees. */
export function mergeDetections(detections: readonly Detection[]): readonly Detection[] {
  const kept = new Map<string, Detection[]>()
  for (const detection of detections) {
    const key = `${detection.file}\n${detection.line}\n${detection.algorithm}`
    const list = kept.get(key)
    if (list === undefined) {
      kept.set(key, [detection])
      continue
    }
    const place = list.findIndex((other) => canJoin(other, detection))
    const other = list[place]
    if (other === undefined) list.push(detection)
    else list[place] = join(other, detection)
  }
  return [...kept.values()].flat().sort(inOrder)
}

function canJoin(a: Detection, b: Detection): boolean {
  const sameRole =
    a.role === b.role || a.role === 'Unknown' || b.role === 'Unknown' || isWeaker(a.role) || isWeaker(b.role)
  return sameRole && Object.entries(a.parameters).every(([name, value]) => agrees(name, value, b.parameters))
}

/** A line that makes a key or names a protocol and also uses it is one use. */
function isWeaker(role: Detection['role']): boolean {
  return role === 'KeyMaterial' || role === 'Protocol'
}

function agrees(name: string, value: unknown, others: Parameters): boolean {
  if (name === 'library') return true
  const other = Object.entries(others).find(([key]) => key === name)?.[1]
  return other === undefined || other === value
}

function join(a: Detection, b: Detection): Detection {
  const [first, second] = isBetter(b, a) ? [b, a] : [a, b]
  const { keySizeFrom, ...better } = first
  const origin = first.parameters.keySize === undefined ? (second.keySizeFrom ?? keySizeFrom) : keySizeFrom
  const from = origin === undefined ? {} : { keySizeFrom: origin }
  // A size is no surer than who says it.
  const isBorrowed = first.parameters.keySize === undefined && second.parameters.keySize !== undefined
  const sure = isBorrowed && RANK[second.confidence] < RANK[first.confidence] ? { confidence: second.confidence } : {}
  return { ...better, ...from, ...sure, parameters: { ...second.parameters, ...first.parameters } }
}

function isBetter(a: Detection, b: Detection): boolean {
  if (isWeaker(a.role) !== isWeaker(b.role)) return isWeaker(b.role)
  if ((a.role === 'Unknown') !== (b.role === 'Unknown')) return b.role === 'Unknown'
  return RANK[a.confidence] > RANK[b.confidence]
}

function inOrder(a: Detection, b: Detection): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return (
    a.line - b.line ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compare(a.algorithm, b.algorithm) ||
    compare(a.role, b.role) ||
    compare(a.rule, b.rule)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
