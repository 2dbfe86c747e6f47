import type { AssessedUse } from '../findings/assessed-use.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { RISK_LEVELS } from '../model/assessment.ts'

/** Of a long list, this share is kept for tests, so that they are not left out whole. */
const SHARE_OF_TESTS = 0.1

/**
 * At most `most` findings, some of each algorithm: one of each in turn, the gravest algorithm first, so that the
 * thousandth RSA does not hide the only ECDH. The product takes precedence over tests.
 */
export function fairSelection({ parts }: Pick<Assessment, 'parts'>, most: number): readonly AssessedUse[] {
  const tests = Math.min(parts.test.uses.length, Math.floor(most * SHARE_OF_TESTS))
  const product = inTurns(parts.product.uses, most - tests)
  return [...product, ...inTurns(parts.test.uses, most - product.length)]
}

function inTurns(uses: readonly AssessedUse[], most: number): readonly AssessedUse[] {
  if (uses.length <= most) return uses
  const ofAlgorithm = ({ asset }: AssessedUse) => `${RISK_LEVELS.indexOf(asset.judgement.risk)} ${asset.algorithm}`
  const queues = [...Map.groupBy(uses, ofAlgorithm)].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, queue]) => queue)
  const taken: AssessedUse[] = []
  for (let turn = 0; taken.length < most; turn += 1) {
    const one = queues.flatMap((queue) => queue.slice(turn, turn + 1))
    taken.push(...one.slice(0, most - taken.length))
  }
  return taken
}
