import { loadPromptClassifier, loadSecondStage, type TokenSigns } from '@sluice/prompt-classifier'
import type { Doubt, TextLook } from './look-at-text.ts'

/** Windows of one request that the second stage reads: each takes it about a third of a millisecond, a long one two. */
const MAX_WINDOWS = 64

/**
 * What the second stage says about the texts of one request. At first it is only noted what is unsure; once there are
 * answers, the same texts are looked at again, and those that nobody has read stay unsure: never fine.
 */
export class SecondLook {
  readonly #observe: number
  readonly #prose = new Map<string, TextLook>()
  readonly #values = new Map<string, TextLook>()
  readonly #doubts: Doubt[] = []
  #scores: ReadonlyMap<Doubt, number> | undefined

  /** @param observe from this confidence on, a text is no longer fine. */
  constructor(observe: number) {
    this.#observe = observe
  }

  /**
   * The look at a text, which `find` takes where it was not taken yet. `keep` gets it once the second stage has read
   * all of it that it was to read.
   *
   * @param how what it is read as.
   * @param weight what its confidence counts, above 0.
   */
  at(how: 'prose' | 'value', text: string, weight: number, { find, keep }: Looking): TextLook {
    const looks = how === 'prose' ? this.#prose : this.#values
    const look = looks.get(text) ?? find()
    if (this.#scores !== undefined) return this.#settled(look, Math.min(1, this.#observe / weight), keep)
    if (!looks.has(text)) {
      looks.set(text, look)
      for (const doubt of look.doubts ?? []) if (doubt.signs !== undefined) this.#doubts.push(doubt)
    }
    return look
  }

  /** What the second stage is asked: the windows with the highest scores, where there are many. */
  questions(): readonly TokenSigns[] {
    this.#doubts.sort((one, other) => other.logit + other.evidence - one.logit - one.evidence)
    return this.#doubts.slice(0, MAX_WINDOWS).flatMap(({ signs }) => (signs === undefined ? [] : [signs]))
  }

  /** Takes the answers to the questions in their order; none where nobody has answered. */
  answer(scores: readonly number[] = []): void {
    this.#scores = new Map(scores.map((score, i) => [this.#doubts[i] as Doubt, score]))
  }

  #settled(look: TextLook, least: number, keep: Looking['keep']): TextLook {
    if (look.doubts === undefined) return look
    const [classifier, stage] = [loadPromptClassifier(), loadSecondStage()]
    let confidence = 0
    let isRead = true
    for (const doubt of look.doubts) {
      const score = this.#scores?.get(doubt)
      const later = score === undefined ? undefined : { again: doubt.again, second: score }
      const probability = classifier.probabilityAt(stage.logOddsOf(doubt.logit, later, doubt.evidence))
      isRead &&= score !== undefined
      confidence = Math.max(confidence, score === undefined ? Math.max(probability, least) : probability)
    }
    const settled = { confidence, reasons: look.reasons }
    if (!isRead) return { ...settled, isUnread: true }
    keep(settled)
    return settled
  }
}

/** How a text is looked at, and where its look is kept. */
interface Looking {
  readonly find: () => TextLook
  readonly keep: (settled: TextLook) => void
}
