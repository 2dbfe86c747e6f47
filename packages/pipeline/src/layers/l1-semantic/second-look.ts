import { loadPromptClassifier, loadSecondStage, type TokenSigns } from '@sluice/prompt-classifier'
import type { Doubt, TextLook } from './look-at-text.ts'

/** Windows of one request that the second stage reads: each takes it about a millisecond. */
const MAX_WINDOWS = 16

/** A text that the first stage is unsure of. */
interface Unsure {
  readonly look: TextLook
  readonly doubts: readonly Doubt[]
  /** The least that it counts while nobody is sure of it, 0..1. */
  readonly least: number
}

/**
 * What the second stage says about the texts of one request. At first it is only noted what is unsure; once there are
 * answers, the same texts are looked at again, and those that nobody has read stay unsure: never fine.
 */
export class SecondLook {
  readonly #observe: number
  readonly #looks = new Map<string, TextLook | Unsure>()
  readonly #doubts: Doubt[] = []
  #scores: ReadonlyMap<Doubt, number> | undefined

  /** @param observe from this confidence on, a text is no longer fine. */
  constructor(observe: number) {
    this.#observe = observe
  }

  /**
   * The look at a text, which `find` takes where it was not taken yet.
   *
   * @param how what it is read as.
   * @param weight what its confidence counts, above 0.
   */
  at(how: string, text: string, weight: number, find: () => TextLook): TextLook {
    const key = `${how} ${text}`
    const known = this.#looks.get(key)
    if (known !== undefined) return 'look' in known ? this.#settle(known) : known
    const look = find()
    if (look.doubts === undefined) {
      this.#looks.set(key, look)
      return look
    }
    const unsure = { look, doubts: look.doubts, least: Math.min(1, this.#observe / weight) }
    this.#looks.set(key, unsure)
    for (const doubt of look.doubts) if (doubt.signs !== undefined) this.#doubts.push(doubt)
    return this.#settle(unsure)
  }

  /** What the second stage is asked: the windows with the highest scores, where there are many. */
  questions(): readonly TokenSigns[] {
    this.#doubts.sort((one, other) => other.logit - one.logit)
    return this.#doubts.slice(0, MAX_WINDOWS).flatMap(({ signs }) => (signs === undefined ? [] : [signs]))
  }

  /** Takes the answers to the questions in their order; none where nobody has answered. */
  answer(scores: readonly number[] = []): void {
    this.#scores = new Map(scores.map((score, i) => [this.#doubts[i] as Doubt, score]))
  }

  #settle({ look, doubts, least }: Unsure): TextLook {
    if (this.#scores === undefined) return look
    const [classifier, stage] = [loadPromptClassifier(), loadSecondStage()]
    let confidence = 0
    for (const doubt of doubts) {
      const score = this.#scores.get(doubt)
      const probability = classifier.probabilityAt(stage.logOddsOf(doubt.logit, score))
      const isRead = score !== undefined && !Number.isNaN(score)
      confidence = Math.max(confidence, isRead ? probability : Math.max(probability, least))
    }
    return { ...look, confidence }
  }
}
