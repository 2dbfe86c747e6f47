import { sha256 } from '@noble/hashes/sha2.js'
import { count, InvalidEvidence, isCount, list, oneOf, parseMembers } from '../evidence/members.ts'

/** What an auditor names after a checkpoint was cosigned. */
export interface Challenge {
  /** Indexes of leaves, or positions among the records of the tenant. */
  readonly by: 'leaf' | 'position'
  readonly numbers: ReadonlySet<number>
}

/** How numbers are chosen. */
interface ChallengeChoice {
  readonly by: Challenge['by']
  /** Any text, of which nobody could know before the checkpoint. */
  readonly seed: string
  /** How many. */
  readonly count: number
  /** The first number that may be chosen, and the one behind the last. */
  readonly from: number
  readonly to: number
}

const VERSION = 1
const BOUNDARY = 2n ** 64n
const MAX_CHALLENGE = 100_000
const MAX_LENGTH = 4_194_304

/**
 * Chooses numbers, each once and each as likely as any other, and writes them as a challenge. The seed alone decides.
 * How, is in docs/evidence-protocol.md.
 *
 * @throws {RangeError} where there are not so many, or more than 100,000 are asked for.
 */
export function chooseChallenge(choice: ChallengeChoice): string {
  const chosen = new Set<number>()
  for (const drawn of drawNumbers(choice)) chosen.add(drawn)
  const numbers = [...chosen].sort((one, other) => one - other)
  const { by, from, to, seed } = choice
  return `${JSON.stringify({ challenge: VERSION, by, from, to, seed, numbers })}\n`
}

/**
 * Draws the numbers of a challenge until there are as many as asked for; some come twice. Whoever must not be held up
 * can pause between two of them: a draw is some microseconds.
 *
 * @throws {RangeError} as `chooseChallenge` does.
 */
export function* drawNumbers({ by, seed, count: wanted, from, to }: ChallengeChoice): Generator<number> {
  if (!isCount(from, 0) || !isCount(to, 0) || !isCount(wanted, 1) || wanted > Math.min(to - from, MAX_CHALLENGE)) {
    throw new RangeError('There are not so many numbers between the two.')
  }
  const span = BigInt(to - from)
  const bound = BOUNDARY - (BOUNDARY % span)
  const chosen = new Set<number>()
  for (let counter = 0; chosen.size < wanted; counter += 1) {
    const text = `sluice-evidence-challenge-v1\n${by}\n${from}\n${to}\n${counter}\n${seed}`
    const hash = sha256(new TextEncoder().encode(text))
    const drawn = new DataView(hash.buffer, hash.byteOffset).getBigUint64(0)
    if (drawn >= bound) continue
    const number = from + Number(drawn % span)
    chosen.add(number)
    yield number
  }
}

/**
 * Reads a challenge, whether it was chosen by a seed or written by hand: of `challenge`, `by` and `numbers`.
 *
 * @throws {InvalidEvidence} for any other text, and where the numbers are not those of the seed that it names.
 */
export function readChallenge(text: string): Challenge {
  if (text.length > MAX_LENGTH) throw new InvalidEvidence('The challenge is too long.')
  const members = parseMembers(text, 'challenge')
  if (members['challenge'] !== VERSION) throw new InvalidEvidence('The challenge has an unknown version.')
  const by = oneOf(members, 'by', ['leaf', 'position'])
  const numbers = list(members, 'numbers', MAX_CHALLENGE).map((number) => {
    if (!isCount(number, 0)) throw new InvalidEvidence('"numbers" has something else than counts.')
    return number
  })
  if (numbers.length === 0) throw new InvalidEvidence('The challenge names nothing.')
  const { seed } = members
  if (seed !== undefined) {
    if (typeof seed !== 'string') throw new InvalidEvidence('"seed" is not a text.')
    const choice = { by, seed, count: numbers.length, from: count(members, 'from', 0), to: count(members, 'to', 0) }
    if (!isChosen(choice, numbers)) throw new InvalidEvidence('The numbers are not those of the seed.')
  }
  return { by, numbers: new Set(numbers) }
}

function isChosen(choice: ChallengeChoice, numbers: readonly number[]): boolean {
  try {
    const { numbers: chosen }: { numbers: readonly number[] } = JSON.parse(chooseChallenge(choice))
    return chosen.join() === numbers.join()
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
