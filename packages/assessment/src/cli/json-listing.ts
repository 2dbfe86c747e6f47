import type { Assessment } from '../findings/assess.ts'
import type { AssessedUse } from '../findings/assessed-use.ts'
import { describer } from '../findings/findings.ts'
import { migrationPlanOf } from '../plan/migration-plan.ts'
import { scoreOf } from '../score/score.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'

/**
 * Everything as one JSON object, in pieces: the results first, then `findings` with one finding on each line, so that
 * two listings can be compared line by line.
 */
export async function jsonListing(assessment: Assessment, generatedAt: Date): Promise<Iterable<string>> {
  const { outcome, knowledge, unassessed } = assessment
  const head = {
    project: outcome.root,
    generatedAt: generatedAt.toISOString(),
    knowledgeBase: knowledge.version,
    status: outcome.status,
    statistics: outcome.statistics,
    score: await scoreOf(assessment),
    verdict: cnsaVerdictOf(assessment),
    plan: migrationPlanOf(assessment),
    unassessed,
  }
  return pieces(JSON.stringify(head), assessment)
}

function* pieces(head: string, { uses }: Assessment): Generator<string, void, undefined> {
  yield `${head.slice(0, -1)},"findings":[`
  const describe = describer()
  let separator = '\n'
  for (const use of uses) {
    yield `${separator}${JSON.stringify(listed(use, describe))}`
    separator = ',\n'
  }
  yield '\n]}\n'
}

function listed({ asset, detection }: AssessedUse, describe: ReturnType<typeof describer>) {
  const { file, line, column, language, confidence, setting, rule, evidence } = detection
  const { algorithm, role, parameters, judgement, logicalId } = asset
  return {
    file,
    line,
    column,
    algorithm,
    role,
    parameters,
    confidence,
    risk: judgement.risk,
    cnsa2: judgement.cnsa2,
    setting,
    language,
    rule,
    evidence,
    logicalId,
    description: describe(asset, setting),
  }
}
