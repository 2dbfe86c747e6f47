import { randomBytes, randomInt } from 'node:crypto'
import {
  committedOf,
  type EvidenceProver,
  type LevelStatement,
  type Mask,
  type ProofContext,
  packLevels,
  type StatementSecrets,
  shiftOf,
  unpackLevels,
  verifyStatement,
} from '@sluice/evidence'
import { openEvidenceProver } from '@sluice/evidence/node'
import { median } from '../gateway/statistics.ts'

/** One shift is below what the clock can tell, so many are measured together. */
const SHIFTS_AT_ONCE = 10_000
const LOG_ORIGIN = 'example.org/log'

/** What the parts of a proof cost on one core, in milliseconds: the median of all, and the slowest. */
export interface Cost {
  readonly medianMs: number
  readonly slowestMs: number
}

export interface ProofCosts {
  readonly mask: Cost
  readonly shift: Cost
  readonly prove: Cost
  readonly verify: Cost
  /** The lengths of all proofs that were made, each once. */
  readonly proofBytes: readonly number[]
  /** How many proofs did not verify. */
  readonly refused: number
}

interface Settings {
  readonly rounds: number
  /** Proofs in a round. */
  readonly proofs: number
}

/** Measures each part in turn within one run: proofs of answered requests, which have the most bits. */
export async function measureProofs({ rounds, proofs }: Settings): Promise<ProofCosts> {
  const prover: EvidenceProver = await openEvidenceProver()
  const times = { mask: new Times(), shift: new Times(), prove: new Times(), verify: new Times() }
  const lengths = new Set<number>()
  let refused = 0
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    if (round === 1) for (const each of Object.values(times)) each.forget()
    measureShifts(times.shift, prover.createMask())
    for (let number = 0; number < proofs; number += 1) {
      const masks = [0, 1].map(() => times.mask.measure(() => prover.createMask()))
      const { statement, secrets } = requestOf(masks)
      const context: ProofContext = { logOrigin: LOG_ORIGIN, leafHash: randomBytes(32) }
      const proof = times.prove.measure(() => prover.prove(statement, context, secrets))
      if (!times.verify.measure(() => verifyStatement(statement, context, proof))) refused += 1
      lengths.add(proof.length)
    }
  }
  const { mask, shift, prove, verify } = times
  return {
    ...{ mask: mask.cost(), shift: shift.cost(), prove: prove.cost(), verify: verify.cost() },
    ...{ proofBytes: [...lengths], refused },
  }
}

/** A request of an allowed endpoint, and the clearance of its session. */
function requestOf([request, session]: readonly Mask[]): {
  readonly statement: LevelStatement
  readonly secrets: StatementSecrets
} {
  if (request === undefined || session === undefined) throw new RangeError('A request has two masks.')
  const clearance = randomInt(8)
  const shift = shiftOf(request.value, packLevels({ sensitivity: randomInt(8), restored: randomInt(clearance + 1) }))
  const ofSession = { masked: session.masked, shift: shiftOf(session.value, clearance) }
  // As a worker has them: from the opened record.
  const levels = unpackLevels(committedOf(request.value, shift))
  return {
    statement: { kind: 'answered', permittedLevel: 7, masked: request.masked, shift, clearance: ofSession },
    secrets: { ...levels, clearance, blindings: [request.blinding, session.blinding] },
  }
}

function measureShifts(times: Times, { value }: Mask): void {
  const whole = performance.now()
  for (let number = 0; number < SHIFTS_AT_ONCE; number += 1) shiftOf(value, number & 63)
  times.add((performance.now() - whole) / SHIFTS_AT_ONCE)
}

class Times {
  #each: number[] = []

  measure<Result>(work: () => Result): Result {
    const startedMs = performance.now()
    const result = work()
    this.add(performance.now() - startedMs)
    return result
  }

  add(ms: number): void {
    this.#each.push(ms)
  }

  forget(): void {
    this.#each = []
  }

  cost(): Cost {
    return { medianMs: median(this.#each), slowestMs: Math.max(...this.#each) }
  }
}
