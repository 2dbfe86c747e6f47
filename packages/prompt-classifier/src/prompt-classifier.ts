import { type FoldedText, foldForPhrases } from '@sluice/text-folding'
import { probabilityOf } from './calibration.ts'
import { emptyFeatures, type Features, writeFeatures } from './features.ts'
import { Lexicon } from './lexicon.ts'
import type { Model } from './model-file.ts'
import {
  CATEGORIES,
  type Category,
  DIMENSIONS,
  HIDDEN,
  linearPlace,
  scoreWindow,
  spread,
  vectorPlace,
} from './network.ts'
import { addUnpacked, LANES, packVectors, WORDS } from './packed-vectors.ts'
import { secondWindow } from './second-stage/second-window.ts'
import { emptySigns, type TokenSigns, writeSigns } from './second-stage/token-signs.ts'
import { emptyTokens, KIND, type Tokens, tokenize } from './tokens.ts'
import { eachWindow } from './windows.ts'

/** How a text looks to the classifier. */
interface Classification {
  /** Before calibration: evidence from elsewhere is added to it. */
  readonly logit: number
  readonly category: Category
  /** The window that looks most like an attack, in UTF-16 code units of the text as it was written. */
  readonly start: number
  readonly end: number
}

/** A window that the second stage is to read: its score by the first, and what stands around it. */
interface Suspect {
  readonly logit: number
  readonly signs: TokenSigns
}

interface Suspects {
  readonly suspects: readonly Suspect[]
  readonly left: number | undefined
}

/** A text as it was written and as it was read. */
interface Read {
  readonly written: string
  readonly folded: FoldedText
}

/** In tokens. */
interface ScoredWindow {
  readonly from: number
  readonly to: number
  readonly logit: number
}

/** No second stage is asked about a window with a lower score, whatever else speaks against it. */
const SUSPECT = -12

/**
 * Says how much a text looks like a jailbreak or a prompt injection: a hashed embedding bag with a linear part over
 * words, pieces of words and classes of words (Weinberger et al. 2009; Joulin et al. 2017), of every window, of which
 * the worst counts. Linear in the length of the text. One text at a time: it reuses its room.
 */
export class PromptClassifier {
  readonly #model: Model
  readonly #packed: Int32Array
  readonly #hasOrder: boolean
  readonly #sum = new Int32Array(WORDS)
  readonly #lexicon = new Lexicon()
  readonly #vector = new Float32Array(DIMENSIONS)
  readonly #hidden = new Float32Array(HIDDEN)
  readonly #best = new Float32Array(HIDDEN)
  readonly #signs = emptySigns()
  #last: Read = { written: '', folded: foldForPhrases('') }
  readonly #windows: ScoredWindow[] = []
  #tokens: Tokens = emptyTokens(1_024)
  #features: Features = emptyFeatures(512)
  #linearSums = new Int32Array(513)
  #vectorSums = new Int32Array(513 * DIMENSIONS)

  /**
   * @param packed the model's vectors, where another thread has packed them already.
   * @param hasOrder whether the model has learnt in which order words and signs stand.
   */
  constructor(model: Model, packed: Int32Array = packVectors(model.vectors), hasOrder = false) {
    this.#model = model
    this.#hasOrder = hasOrder
    this.#packed = packed
  }

  /** The probability of an attack, 0..1, at a logit: that of a classification and of what else speaks for one. */
  probabilityAt(logit: number): number {
    return probabilityOf(this.#model.calibration, logit)
  }

  /**
   * What the second stage reads of the text that was classified last: the tokens around each window whose score is at
   * least this, the worst windows first, and none that others show already; and the score of the worst window that is
   * left over where there are more than `most`.
   */
  suspectsOf(least: number, most: number): Suspects {
    const { written, folded } = this.#last
    const seen: (readonly [from: number, to: number])[] = []
    const suspects: Suspect[] = []
    for (const { from, to, logit } of this.#windows.toSorted((one, other) => other.logit - one.logit)) {
      if (logit < least) break
      if (seen.some(([first, last]) => first <= from && last >= to)) continue
      if (suspects.length === most) return { suspects, left: logit }
      const [first, last] = secondWindow(this.#tokens.count, from, to)
      const { count, rows, starts } = writeSigns(written, folded, this.#tokens, first, last, this.#lexicon, this.#signs)
      suspects.push({ logit, signs: { count, rows: rows.slice(0, starts[count]), starts: starts.slice(0, count + 1) } })
      seen.push([first, last])
    }
    return { suspects, left: undefined }
  }

  /** Undefined for a text of one word or none: nobody is told anything by it. */
  classify(text: string): Classification | undefined {
    const folded = foldForPhrases(text)
    this.#tokens = tokenize(folded.text, this.#tokens)
    const { count } = this.#tokens
    if (!hasWords(this.#tokens)) return undefined
    this.#features = writeFeatures(folded.text, this.#tokens, this.#lexicon, this.#features, this.#hasOrder)
    this.#sumUp(count)
    let [logit, first, last] = [Number.NEGATIVE_INFINITY, 0, count]
    this.#windows.length = 0
    eachWindow(count, (from, to) => {
      const score = this.#scoreOf(from, to)
      if (score > SUSPECT) this.#windows.push({ from, to, logit: score })
      if (score <= logit) return
      logit = score
      first = from
      last = to
      this.#best.set(this.#hidden)
    })
    this.#last = { written: text, folded }
    return { logit, category: this.#category(), ...this.#placesOf(folded, first, last) }
  }

  /** Sums up to each token, so that a window costs one difference. */
  #sumUp(count: number): void {
    if (this.#linearSums.length <= count) {
      this.#linearSums = new Int32Array(count * 2)
      this.#vectorSums = new Int32Array(count * 2 * DIMENSIONS)
    }
    const { starts } = this.#features
    const [linearSums, vectorSums] = [this.#linearSums, this.#vectorSums]
    let total = 0
    let at = starts[0] as number
    for (let token = 0; token < count; token += 1) {
      const end = starts[token + 1] as number
      const features = end - at
      total += this.#addFeatures(at, end)
      at = end
      linearSums[token + 1] = total
      const into = (token + 1) * DIMENSIONS
      for (let i = 0; i < DIMENSIONS; i += 1) vectorSums[into + i] = vectorSums[into - DIMENSIONS + i] as number
      addUnpacked(this.#sum, features, vectorSums, into)
    }
  }

  /** Sums up the vectors of some features, and gives the sum of their weights. */
  #addFeatures(from: number, to: number): number {
    const { linear } = this.#model
    const { hashes } = this.#features
    const packed = this.#packed
    let total = 0
    // Without a loop over them the sums stay in registers: half of all time is spent here.
    let [a, b, c, d, e, f, g, h] = [0, 0, 0, 0, 0, 0, 0, 0]
    for (let at = from; at < to; at += 1) {
      const hash = hashes[at] as number
      total += linear[linearPlace(hash)] as number
      const place = vectorPlace(hash) / LANES
      a = (a + (packed[place] as number)) | 0
      b = (b + (packed[place + 1] as number)) | 0
      c = (c + (packed[place + 2] as number)) | 0
      d = (d + (packed[place + 3] as number)) | 0
      e = (e + (packed[place + 4] as number)) | 0
      f = (f + (packed[place + 5] as number)) | 0
      g = (g + (packed[place + 6] as number)) | 0
      h = (h + (packed[place + 7] as number)) | 0
    }
    const sum = this.#sum
    sum[0] = a
    sum[1] = b
    sum[2] = c
    sum[3] = d
    sum[4] = e
    sum[5] = f
    sum[6] = g
    sum[7] = h
    return total
  }

  #scoreOf(from: number, to: number): number {
    const { starts } = this.#features
    const { linearScale, vectorScale, head } = this.#model
    const scale = spread((starts[to] as number) - (starts[from] as number))
    const [begin, end] = [from * DIMENSIONS, to * DIMENSIONS]
    for (let i = 0; i < DIMENSIONS; i += 1) {
      const sum = (this.#vectorSums[end + i] as number) - (this.#vectorSums[begin + i] as number)
      this.#vector[i] = sum * scale * vectorScale
    }
    const linear = (this.#linearSums[to] as number) - (this.#linearSums[from] as number)
    return scoreWindow(head, linear * scale * linearScale, this.#vector, this.#hidden)
  }

  #category(): Category {
    const { categories, categoryBias } = this.#model.head
    let best: Category = CATEGORIES[0]
    let most = Number.NEGATIVE_INFINITY
    for (let place = 0; place < CATEGORIES.length; place += 1) {
      let sum = categoryBias[place] as number
      for (let unit = 0; unit < HIDDEN; unit += 1) {
        sum += (categories[place * HIDDEN + unit] as number) * (this.#best[unit] as number)
      }
      if (sum <= most) continue
      most = sum
      best = CATEGORIES[place] as Category
    }
    return best
  }

  #placesOf(folded: FoldedText, from: number, to: number): { readonly start: number; readonly end: number } {
    const { starts, ends } = this.#tokens
    return { start: folded.toOriginal(starts[from] as number), end: folded.toOriginal(ends[to - 1] as number) }
  }
}

function hasWords({ count, kinds }: Tokens): boolean {
  let words = 0
  for (let token = 0; token < count && words < 2; token += 1) if (kinds[token] !== KIND.sign) words += 1
  return words === 2
}
