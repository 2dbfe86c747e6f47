import type { PreviousScan, ScoreBand, ScoreChange, ScoreFigures, ScoreScale } from '../model/assessment.ts'

/**
 * What a system score says, from the best. A band holds scores from `from` on, up to the next one's. The ends are the
 * specification's; the bands are the choice of this project, explained in docs/assessment/risk-model.md.
 */
export const SCORE_BANDS: readonly [ScoreBand, ...ScoreBand[]] = [
  { from: 0, band: 'none', meaning: 'Nothing that was found is exposed to quantum computers.' },
  { from: 0.0001, band: 'low', meaning: 'Most of the cryptography that was found withstands quantum computers.' },
  { from: 0.2, band: 'moderate', meaning: 'Some of the cryptography that was found is exposed to quantum computers.' },
  { from: 0.5, band: 'high', meaning: 'Much of the cryptography that was found is exposed to quantum computers.' },
  { from: 0.8, band: 'very high', meaning: 'Nearly all cryptography that was found is exposed to quantum computers.' },
]

/** Where nothing was found, 0 is no praise. */
const UNSCORED = { band: 'no findings', meaning: 'No cryptography was found that could be scored.' }
const PARTIAL = 'It speaks only of what was read and understood.'

/**
 * The scale of the score, and where on it a score lies (0 to 1). A scan that does not speak of the whole project says
 * so here too.
 */
export function scaleOf({ systemScore, findingCount }: ScoreFigures, isWhole: boolean): ScoreScale {
  const placed = SCORE_BANDS.findLast(({ from }) => systemScore >= from) ?? SCORE_BANDS[0]
  const { band, meaning } = findingCount === 0 ? UNSCORED : placed
  const read = isWhole ? meaning : `${meaning} ${PARTIAL}`
  return { best: 0, worst: 1, better: 'lower', band, meaning: read, bands: SCORE_BANDS }
}

/** What changed since an earlier scan of the same project; both differences are now less then. */
export function changeSince(now: ScoreFigures, { systemScore, findingCount, at }: PreviousScan): ScoreChange {
  const difference = Math.round((now.systemScore - systemScore) * 10_000) / 10_000
  return {
    since: at,
    systemScore,
    difference,
    direction: difference === 0 ? 'same' : difference < 0 ? 'better' : 'worse',
    findings: now.findingCount - findingCount,
  }
}
