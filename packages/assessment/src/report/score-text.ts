import { counted } from '../findings/describe.ts'
import type { Score, ScoreChange } from '../model/assessment.ts'

/** The score with what it means: `System score 0.62 of 1, high; lower is better. ...`, and the change where known. */
export function scoreText({ systemScore, scale, change }: Score): string {
  const value = `System score ${systemScore.toFixed(2)} of 1 (${scale.band}; lower is better).`
  return `${value} ${scale.meaning}${change === undefined ? '' : ` ${changeText(change)}`}`
}

function changeText({ since, difference, direction, findings }: ScoreChange): string {
  const date = since.slice(0, 10)
  const score =
    direction === 'same' ? 'the score is the same' : `the score is ${Math.abs(difference).toFixed(2)} ${direction}`
  const more =
    findings === 0 ? 'as many findings' : `${counted(Math.abs(findings), 'finding')} ${findings < 0 ? 'fewer' : 'more'}`
  return `Since the scan of ${date}, ${score}, with ${more}.`
}
