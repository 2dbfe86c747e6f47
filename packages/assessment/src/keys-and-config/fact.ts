import type { AttributeName } from '../model/attributes.ts'
import type { Confidence, Role } from '../model/detection.ts'
import type { Sighting } from '../model/file-summary.ts'
import { type Attributes, str, type Values } from '../model/values.ts'

/** One use of an algorithm that a file states which is no program. Words are read by the packs' names.json. */
export interface Fact {
  /** A family, the name of an algorithm, or an object identifier. */
  readonly algorithm: string
  readonly role?: Role
  /** Bits. */
  readonly keySize?: number
  readonly curve?: string
  readonly mode?: string
  readonly padding?: string
  readonly hash?: string
  readonly parameterSet?: string
  readonly protocol?: string
  readonly confidence?: Confidence
}

/** Where facts stand, and what told them. */
export interface FactSource {
  readonly rule: string
  readonly library: string
  /** 1-based. */
  readonly line: number
  /** 1-based. */
  readonly column?: number
  /** What is shown: never the body of a key. */
  readonly evidence: string
}

const MAX_EVIDENCE = 200
const WORDS = ['curve', 'mode', 'padding', 'hash', 'parameterSet', 'protocol'] as const

/** A fact as the linker reads it. */
export function sightingOf(fact: Fact, { rule, library, line, column, evidence }: FactSource): Sighting {
  const attributes: { [name in AttributeName]?: Values } = { algorithm: [str(fact.algorithm)] }
  if (fact.keySize !== undefined) attributes.keySize = [{ t: 'num', v: fact.keySize }]
  for (const word of WORDS) {
    const text = fact[word]
    if (text !== undefined) attributes[word] = [str(text)]
  }
  const given: Attributes = attributes
  return {
    rule,
    library,
    place: { line, column: column ?? 1, evidence: evidence.trim().slice(0, MAX_EVIDENCE) },
    role: fact.role,
    attributes: given,
    confidence: fact.confidence ?? 'High',
  }
}

/** Facts without those that say what another one says already. */
export function withoutRepeats(facts: readonly Fact[]): readonly Fact[] {
  const seen = new Set<string>()
  return facts.filter(({ algorithm, role, keySize, curve, mode, hash }) => {
    const key = [algorithm, role, keySize, curve, mode, hash].join('\n')
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/**
 * Says on which line and in which column an offset lies, both 1-based; offsets must be asked for in ascending order.
 */
export function placeCounter(text: string): (offset: number) => { line: number; column: number } {
  let [line, start] = [1, 0]
  let end = text.indexOf('\n')
  return (offset) => {
    while (end >= 0 && end < offset) {
      line += 1
      start = end + 1
      end = text.indexOf('\n', start)
    }
    return { line, column: offset - start + 1 }
  }
}
