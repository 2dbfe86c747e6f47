import { suffixScore } from './adversarial-suffix.ts'
import { type Normalised, normalise } from './normalise.ts'
import type { Signal } from './technique.ts'
import { TECHNIQUES } from './techniques.ts'

/** Read at once, in UTF-16 code units; longer texts are read in slices, and the worst slice counts. */
export const SLICE_LENGTH = 16_384
/** No technique's phrase is longer than this. */
const OVERLAP = 1_024

/** Confidence by technique, 0..1. */
export type Scores = ReadonlyMap<string, number>

/** The slices that a text is read in. A phrase on a border lies whole in one of them. */
export function* slicesOf(text: string): Generator<string> {
  for (let from = 0; from === 0 || from < text.length; from += SLICE_LENGTH) {
    yield text.slice(Math.max(0, from - OVERLAP), from + SLICE_LENGTH)
  }
}

/** Scores one slice of text by every technique. Linear. `prose` texts are also looked at for adversarial suffixes. */
export function scoreSlice(text: string, prose: boolean): Scores {
  const scores = new Map<string, number>()
  if (text.length < 4) return scores
  const normalised = normalise(text)
  for (const { name, signals } of TECHNIQUES) {
    for (const signal of signals) if (matches(signal, normalised)) add(scores, name, signal.weight)
  }
  for (const hidden of decodedPayloads(text)) {
    const inner = combine(scoreSlice(hidden, false).values())
    if (inner > 0) add(scores, 'encoded-payload', inner)
  }
  const suffix = prose ? suffixScore(text) : 0
  if (suffix > 0) add(scores, 'adversarial-suffix', suffix)
  return scores
}

const MAX_PAYLOADS = 4

/** What Base64 (RFC 4648) in a text says, where it says something readable. */
function decodedPayloads(text: string): string[] {
  const decoded: string[] = []
  for (const [run] of text.matchAll(/(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{24,2000}={0,2}(?![A-Za-z0-9+/=])/g)) {
    if (decoded.length >= MAX_PAYLOADS) break
    const plain = Buffer.from(run, 'base64').toString('utf8')
    // A decoded payload has no payload of its own: it is mostly letters and spaces, and shorter.
    if (plain.includes(' ') && /^[\t\n\r -~\p{L}]*$/u.test(plain)) decoded.push(plain)
  }
  return decoded
}

/** Noisy-or: independent signs add up, and never beyond 1. */
export function combine(weights: Iterable<number>): number {
  let unlikely = 1
  for (const weight of weights) unlikely *= 1 - weight
  return 1 - unlikely
}

function add(scores: Map<string, number>, name: string, weight: number): void {
  scores.set(name, combine([scores.get(name) ?? 0, weight]))
}

function matches({ needs, pattern }: Signal, { plain, leet, words }: Normalised): boolean {
  if (needs.length > 0 && !needs.some((word) => words.has(word))) return false
  return pattern.test(plain) || (leet !== undefined && pattern.test(leet))
}
