import type { Confidence, Detection, Parameters } from '../../model/detection.ts'

export interface Draft {
  readonly detection: Detection
  /** A key or curve of which it is not said whether it signs or agrees on keys. */
  readonly isAnyCurveUse: boolean
  /** The file whose uses say what the curve is for: of what a caller passes, the one that it is passed to. */
  readonly decidedIn?: string
}

/**
 * Decides what a curve is for where its place does not say: ECDH in a file that agrees on keys and does not sign, else
 * ECDSA. See packs/README.md.
 */
export function chooseCurveUse(drafts: readonly Draft[]): readonly Detection[] {
  const agreeing = new Set<string>()
  const signing = new Set<string>()
  for (const { detection, isAnyCurveUse } of drafts) {
    // A suite of a protocol says nothing of the keys around it.
    if (isAnyCurveUse || detection.parameters.protocol !== undefined) continue
    if (detection.algorithm === 'ECDH') agreeing.add(detection.file)
    if (detection.algorithm === 'ECDSA') signing.add(detection.file)
  }
  return drafts.map(({ detection, isAnyCurveUse, decidedIn }) => {
    const file = decidedIn ?? detection.file
    const isAgreement = isAnyCurveUse && agreeing.has(file) && !signing.has(file)
    return isAgreement ? { ...detection, algorithm: 'ECDH' } : detection
  })
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
  return { ...first, parameters: { ...second.parameters, ...first.parameters } }
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
