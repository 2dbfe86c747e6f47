import type { AssessedUse } from '../findings/assessed-use.ts'
import { describer } from '../findings/findings.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import { partOf } from '../findings/parts.ts'
import type { PreviousScan } from '../model/assessment.ts'
import { migrationPlanOf } from '../plan/migration-plan.ts'
import { scoreOf } from '../score/score.ts'
import { cnsaVerdictOf } from '../verdict/cnsa-verdict.ts'

/**
 * Everything as one JSON object: the results first, then `findings` with one finding on each line, so that two listings
 * can be compared line by line.
 */
export function jsonListing(
  assessment: Assessment,
  { generatedAt, previous }: { readonly generatedAt: Date; readonly previous?: PreviousScan },
): string {
  const { outcome, knowledge, unassessed } = assessment
  const head = {
    project: outcome.root,
    generatedAt: generatedAt.toISOString(),
    knowledgeBase: knowledge.version,
    otherPacks: knowledge.otherPacks,
    status: outcome.status,
    statistics: outcome.statistics,
    score: scoreOf(assessment, previous),
    verdict: cnsaVerdictOf(assessment),
    plan: migrationPlanOf(assessment),
    unassessed,
  }
  const describe = describer()
  const findings = assessment.uses.map((use) => `\n${JSON.stringify(listed(use, describe))}`)
  return `${JSON.stringify(head).slice(0, -1)},"findings":[${findings.join(',')}\n]}\n`
}

function listed(use: AssessedUse, describe: ReturnType<typeof describer>) {
  const { asset, detection } = use
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
    part: partOf(use),
    language,
    rule,
    evidence,
    logicalId,
    description: describe(use),
  }
}
