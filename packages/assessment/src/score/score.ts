import { coverageMember, isConclusive } from '../findings/coverage.ts'
import type { Assessment } from '../findings/judge-detections.ts'
import type { PreviousScan, RiskLevel, Score, ScoreFigures } from '../model/assessment.ts'
import type { Confidence, Setting } from '../model/detection.ts'
import { changeSince, scaleOf } from './score-scale.ts'

/*
 * The risk model, explained in docs/assessment/risk-model.md. The ends are the specification's (section 2): 0 where all
 * is quantum-safe, 1 where all is quantum-broken. What lies between is this project's choice.
 */

/** AES-128 lies nearer to safe (NIST IR 8547 sets no date for it), what is withdrawn today nearer to broken. */
export const RISK_WEIGHTS: Readonly<Record<RiskLevel, number>> = {
  QuantumBroken: 1,
  QuantumVulnerable: 0.6,
  Mitigable: 0.25,
  QuantumSafe: 0,
}

/** A finding that may be none counts less, in both directions. */
export const CONFIDENCE_WEIGHTS: Readonly<Record<Confidence, number>> = { High: 1, Medium: 0.75, Low: 0.5 }

/** What only tests protects nobody's data; what others ship must be replaced by them. */
export const SETTING_WEIGHTS: Readonly<Record<Setting, number>> = {
  product: 1,
  configuration: 1,
  keyMaterial: 1,
  vendored: 0.5,
  test: 0.25,
}

/**
 * The weighted mean of the risks of all findings, rounded to four digits; 0 without findings. `componentCount` counts
 * algorithm families. The score speaks of what was read only; `product` and `test` split
 * it; with an earlier scan of the same project it has what changed since.
 */
export function scoreOf(assessment: Assessment, previous?: PreviousScan): Score {
  const { product, test } = assessment.parts
  const figures = figuresOf(assessment)
  return {
    ...figures,
    scale: scaleOf(figures, isConclusive(assessment)),
    ...(previous === undefined ? {} : { change: changeSince(figures, previous) }),
    product: figuresOf(product),
    test: figuresOf(test),
    ...coverageMember(assessment),
  }
}

function figuresOf({ uses, gapGroups }: Pick<Assessment, 'uses' | 'gapGroups'>): ScoreFigures {
  const totals = { risk: 0, weight: 0 }
  for (const { detection, asset } of uses) {
    const weight = CONFIDENCE_WEIGHTS[detection.confidence] * SETTING_WEIGHTS[detection.setting]
    totals.weight += weight
    totals.risk += weight * RISK_WEIGHTS[asset.judgement.risk]
  }
  return {
    systemScore: totals.weight === 0 ? 0 : Math.round((totals.risk / totals.weight) * 10_000) / 10_000,
    componentCount: new Set(gapGroups.map(({ entry }) => entry.algorithm)).size,
    findingCount: uses.length,
  }
}
