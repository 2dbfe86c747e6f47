import { randomBytes, randomInt } from 'node:crypto'
import {
  committedOf,
  type EvidenceProver,
  type LevelStatement,
  type Mask,
  type ProofContext,
  packLevels,
  type StatementSecrets,
  type StatementVerifier,
  shiftOf,
  unpackLevels,
  verifyStatement,
} from '@sluice/evidence'
import { openEvidenceProver, openStatementVerifier } from '@sluice/evidence/node'
import { median } from '../gateway/statistics.ts'

/** A shift is short, so many are measured for each proof. */
const SHIFTS_PER_PROOF = 10_000
const LOG_ORIGIN = 'example.org/log'

/** What one of a part costs, in milliseconds: the median of the rounds. */
export interface Cost {
  /** CPU time of the thread; other work on the machine does not count. */
  readonly cpuMs: number
  readonly elapsedMs: number
}

/** `verify` is the verifier for Node, over libsodium. */
const PARTS = ['mask', 'shift', 'prove', 'verify', 'verifyInBrowser'] as const
type Part = (typeof PARTS)[number]

export interface ProofMeasurement {
  readonly costs: ReadonlyMap<Part, Cost>
  /** The lengths of all proofs that were made, each once. */
  readonly proofBytes: readonly number[]
  /** How many proofs one of the verifiers did not accept. */
  readonly refused: number
}

interface Settings {
  readonly rounds: number
  /** Proofs in a round. */
  readonly proofs: number
}

/** Measures the parts in turn within each round: proofs of answered requests, which have the most bits. */
export async function measureProofs({ rounds, proofs }: Settings): Promise<ProofMeasurement> {
  const prover: EvidenceProver = await openEvidenceProver()
  const verifier: StatementVerifier = await openStatementVerifier()
  const lengths = new Set<number>()
  let times = new Times()
  let refused = 0
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    if (round === 1) times = new Times()
    const masks = times.measure('mask', 2 * proofs, () => prover.createMask())
    measureShifts(times, masks.slice(0, proofs))
    const requests = masks.slice(0, proofs).map((mask, number) => requestOf(mask, masks[proofs + number] ?? mask))
    const proved = times.measure('prove', proofs, (number) => {
      const { statement, context, secrets } = at(requests, number)
      return { statement, context, proof: prover.prove(statement, context, secrets) }
    })
    const verify = (by: StatementVerifier) => (number: number) => {
      const { statement, context, proof } = at(proved, number)
      return by(statement, context, proof)
    }
    const accepted = times.measure('verify', proofs, verify(verifier))
    const acceptedInBrowser = times.measure('verifyInBrowser', proofs, verify(verifyStatement))
    refused += accepted.filter((isAccepted, number) => !isAccepted || !at(acceptedInBrowser, number)).length
    for (const { proof } of proved) lengths.add(proof.length)
  }
  return { costs: times.costs(), proofBytes: [...lengths], refused }
}

/** A request of an allowed endpoint, and the clearance of its session. */
function requestOf(
  request: Mask,
  session: Mask,
): { readonly statement: LevelStatement; readonly context: ProofContext; readonly secrets: StatementSecrets } {
  const clearance = randomInt(8)
  const shift = shiftOf(request.value, packLevels({ sensitivity: randomInt(8), restored: randomInt(clearance + 1) }))
  const ofSession = { masked: session.masked, shift: shiftOf(session.value, clearance) }
  // As a worker has them: from the opened record.
  const levels = unpackLevels(committedOf(request.value, shift))
  return {
    statement: { kind: 'answered', permittedLevel: 7, masked: request.masked, shift, clearance: ofSession },
    context: { logOrigin: LOG_ORIGIN, leafHash: randomBytes(32) },
    secrets: { ...levels, clearance, blindings: [request.blinding, session.blinding] },
  }
}

function measureShifts(times: Times, masks: readonly Mask[]): void {
  times.measure('shift', SHIFTS_PER_PROOF * masks.length, (number) =>
    shiftOf(at(masks, number % masks.length).value, number & 63),
  )
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index]
  if (item === undefined) throw new RangeError('There is no such item.')
  return item
}

/** Times of parts, each measured over many at once: the clock of a thread ticks every few milliseconds. */
class Times {
  readonly #each = new Map<Part, Cost[]>(PARTS.map((part) => [part, []]))

  measure<Result>(part: Part, count: number, work: (number: number) => Result): readonly Result[] {
    const results: Result[] = []
    const [cpuMs, elapsedMs] = [threadCpuMs(), performance.now()]
    for (let number = 0; number < count; number += 1) results.push(work(number))
    const cost = { cpuMs: (threadCpuMs() - cpuMs) / count, elapsedMs: (performance.now() - elapsedMs) / count }
    this.#each.get(part)?.push(cost)
    return results
  }

  costs(): ReadonlyMap<Part, Cost> {
    const medianOf = (costs: readonly Cost[]): Cost => ({
      cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
      elapsedMs: median(costs.map(({ elapsedMs }) => elapsedMs)),
    })
    return new Map([...this.#each].map(([part, costs]) => [part, medianOf(costs)]))
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
