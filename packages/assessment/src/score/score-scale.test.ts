import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessed, detected, SAMPLE } from '../findings/testing/sample.ts'
import { scoreText } from '../report/score-text.ts'
import { scoreOf } from './score.ts'
import { SCORE_BANDS, scaleOf } from './score-scale.ts'

const AT = '2026-01-01T08:00:00.000Z'

const bandOf = (systemScore: number) => scaleOf({ systemScore, componentCount: 1, findingCount: 1 }, true).band

describe('the scale of the score', () => {
  it('does not praise where nothing was found, nor where not all was read', async () => {
    const nothing = scoreOf(await assessed([]))
    expect(nothing.scale).toMatchObject({
      band: 'no findings',
      meaning: 'No cryptography was found that could be scored.',
    })
    const partial = scoreOf(await assessed(SAMPLE, [], { status: 'incomplete' }))
    expect(scoreText(partial)).toMatch(
      /\(high; lower is better\)\. .* It speaks only of what was read and understood\.$/,
    )
  })

  it.each([
    [0, 'none'],
    [0.0001, 'low'],
    [0.1999, 'low'],
    [0.2, 'moderate'],
    [0.5, 'high'],
    [0.7999, 'high'],
    [0.8, 'very high'],
    [1, 'very high'],
  ])('%d is %s', (score, band) => expect(bandOf(score)).toBe(band))

  it('never calls a higher score better', () => {
    const rank = (score: number) => SCORE_BANDS.findIndex(({ band }) => band === bandOf(score))
    const score = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(score, score, (a, b) => {
        expect(rank(Math.min(a, b))).toBeLessThanOrEqual(rank(Math.max(a, b)))
      }),
    )
  })

  it('stands beside the score', async () => {
    const score = scoreOf(await assessed(SAMPLE))
    expect(score.scale).toMatchObject({ best: 0, worst: 1, better: 'lower', band: 'high', bands: SCORE_BANDS })
    expect(score).not.toHaveProperty('change')
    expect(scoreText(score)).toMatch(/^System score 0\.\d\d of 1 \(high; lower is better\)\. Much of /)
  })

  it.each([
    [{ systemScore: 1, findingCount: 3 }, 'better', -0.5, -1, 'the score is 0.50 better, with 1 finding fewer.'],
    [{ systemScore: 0.25, findingCount: 0 }, 'worse', 0.25, 2, 'the score is 0.25 worse, with 2 findings more.'],
    [{ systemScore: 0.5, findingCount: 2 }, 'same', 0, 0, 'the score is the same, with as many findings.'],
  ] as const)('says what changed since %j', async (previous, direction, difference, findings, text) => {
    const assessment = await assessed([detected('RSA', 'Signature'), detected('AES', 'Encryption', { keySize: 256 })])
    const score = scoreOf(assessment, { ...previous, at: AT })
    expect(score.change).toEqual({ since: AT, systemScore: previous.systemScore, difference, direction, findings })
    expect(scoreText(score)).toContain(`Since the scan of 2026-01-01, ${text}`)
  })
})
