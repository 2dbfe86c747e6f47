import { loadPromptClassifier, loadSecondStage } from '@sluice/prompt-classifier'
import { describe, expect, it } from 'vitest'
import type { TextLook } from './look-at-text.ts'
import { SecondLook } from './second-look.ts'

const OBSERVE = 0.25
const [classifier, stage] = [loadPromptClassifier(), loadSecondStage()]
const signs = { count: 1, rows: Uint16Array.of(1), starts: Uint16Array.of(0, 1) }

/** A look that the first stage is unsure of, by the scores of its windows; the last may be one too many. */
function unsure(...logits: readonly (number | 'left')[]): TextLook {
  const doubts = logits.map((logit) =>
    logit === 'left' ? { logit: stage.asksFrom, again: 0, evidence: 0 } : { logit, again: 0, evidence: 0, signs },
  )
  return { confidence: 0.4, reasons: [{ technique: 'persona', start: 0, end: 4 }], doubts }
}

/** What becomes of a look after these answers, and whether it may be kept. */
function settled(look: TextLook, scores: readonly number[] | undefined, weight = 1) {
  const second = new SecondLook(OBSERVE)
  let kept: TextLook | undefined
  const at = () => second.at('prose', 'text', weight, { find: () => look, keep: (one) => (kept = one) })
  const before = at()
  const asked = second.questions().length
  second.answer(scores)
  return { before, asked, after: at(), kept }
}

function probability(logit: number, score?: number): number {
  return classifier.probabilityAt(
    stage.logOddsOf(logit, score === undefined ? undefined : { again: 0, second: score }, 0),
  )
}

describe('SecondLook', () => {
  it('asks nothing about a text that is fine', () => {
    const look = { confidence: 0.01, reasons: [] }
    expect(settled(look, [])).toEqual({ before: look, asked: 0, after: look, kept: undefined })
  })

  it.each([
    ['the second stage finds fine', [-9], [-9]],
    ['it finds an attack', [9], [9]],
    ['it finds an attack in a window that the first thinks less of', [-9, 9], [9]],
  ])('counts what %s', (_, scores, worst) => {
    const logits = scores.map((_unused, i) => 2 - i)
    const { before, asked, after, kept } = settled(unsure(...logits), scores)
    expect([before.confidence, asked]).toEqual([0.4, scores.length])
    expect(after.confidence).toBe(Math.max(...scores.map((score, i) => probability(2 - i, score))))
    expect(after.confidence > OBSERVE).toBe(worst[0] === 9)
    expect(kept).toEqual({ confidence: after.confidence, reasons: after.reasons })
  })

  it.each<readonly [string, TextLook, readonly number[] | undefined, number]>([
    ['nobody has answered', unsure(stage.asksFrom), undefined, 1],
    ['nobody has answered about a system prompt', unsure(stage.asksFrom), undefined, 0.5],
    ['there are too many windows', unsure(stage.asksFrom + 1, 'left'), [-9], 1],
  ])('leaves a text unsure where %s', (_, look, scores, weight) => {
    const { after, kept } = settled(look, scores, weight)
    expect(after.confidence * weight).toBeGreaterThanOrEqual(OBSERVE)
    expect([after.isUnread, kept]).toEqual([true, undefined])
  })

  it('asks about the worst windows of a request, and leaves the texts of the others unsure', () => {
    const second = new SecondLook(OBSERVE)
    const texts = Array.from({ length: 100 }, (_, i) => `text ${i}`)
    const at = (text: string, i: number) =>
      second.at('value', text, 1, { find: () => unsure(i / 33), keep: () => undefined }).confidence
    texts.forEach(at)
    const asked = second.questions().length
    expect(asked).toBeLessThan(texts.length)
    second.answer(Array.from({ length: asked }, () => -9))
    const fine = texts.filter((text, i) => at(text, i) < OBSERVE)
    expect(fine).toEqual(texts.slice(-asked))
  })
})
