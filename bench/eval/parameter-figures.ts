import type { KnowledgeBase } from '@sluice/assessment'
import {
  isVerdictRight,
  type MarkedPlace,
  parameterOutcome,
  STATED_PARAMETERS,
  type StatedParameter,
  saidValue,
} from '@sluice/assessment/testing'
import { type Figures, percentWithInterval, type Result, ratio, wilsonInterval } from './evaluation.ts'

/** One share: of so many that count, so many are found at all, and so many are right. */
interface Share {
  all: number
  found: number
  right: number
}

/** AES alone, because under CNSA 2.0 only its verdict hangs on a size; then all families. */
const VERDICTS = ['aesVerdict', 'verdict'] as const
type ShareName = StatedParameter | (typeof VERDICTS)[number]
const SHARES: readonly ShareName[] = [...STATED_PARAMETERS, ...VERDICTS]

const TITLES: Readonly<Record<ShareName, string>> = {
  keySize: 'size',
  curve: 'curve',
  mode: 'mode',
  padding: 'padding',
  hash: 'hash',
  aesVerdict: 'AES verdict',
  verdict: 'verdict',
}

interface Counts {
  readonly shares: Readonly<Record<ShareName, Share>>
  /** Where a mark says that there is no size: so many, and so many where one was said all the same. */
  noSize: number
  sizeInvented: number
}

/**
 * Counts, by language, how often key size, curve, mode, padding, hash and CNSA 2.0 verdict are right, of the marks that
 * state one. A family counts once on a line.
 */
export class ParameterFigures {
  readonly #knowledge: Pick<KnowledgeBase, 'find'>
  readonly #marksAreComplete: boolean
  readonly #byLanguage = new Map<string, Counts>()
  readonly #failures: Figures[] = []

  /**
   * @param marksAreComplete what a mark does not state is not known of the program, as in the held-out sets; where it
   * is false, it may be anything, and a verdict counts only where the mark states a parameter.
   */
  constructor(knowledge: Pick<KnowledgeBase, 'find'>, marksAreComplete: boolean) {
    this.#knowledge = knowledge
    this.#marksAreComplete = marksAreComplete
  }

  /** Counts the marked places of one case. */
  take(language: string, title: string, places: readonly MarkedPlace[]): void {
    const counts = this.#byLanguage.get(language) ?? newCounts()
    this.#byLanguage.set(language, counts)
    for (const place of places) {
      for (const name of STATED_PARAMETERS) this.#takeParameter(counts, title, place, name)
      this.#takeVerdict(counts, title, place)
    }
  }

  /** One table over all marks that state something, and one over those whose use was found. */
  tables(): Result['tables'] {
    const rows = [...this.#withSum()]
    return [
      {
        title: 'Right of the marks that state it, by language (95 % interval)',
        rows: rows.map(([language, counts]) => ({
          language,
          ...cells(counts, ({ all }) => all),
          'size invented': `${counts.sizeInvented} of ${counts.noSize}`,
        })),
      },
      {
        title: 'Right of those of them that are found, by language (95 % interval)',
        rows: rows.map(([language, counts]) => ({ language, ...cells(counts, ({ found }) => found) })),
      },
    ]
  }

  /** The same as numbers between 0 and 1. */
  json(): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      [...this.#withSum()].map(([language, { shares, noSize, sizeInvented }]) => [
        language,
        {
          ...Object.fromEntries(SHARES.map((name) => [name, jsonOf(shares[name])])),
          noSize,
          sizeInvented,
        },
      ]),
    )
  }

  /** Each place that was found and says something else than its mark. */
  failures(): readonly Figures[] {
    return this.#failures
  }

  #takeParameter(counts: Counts, title: string, place: MarkedPlace, name: StatedParameter): void {
    const outcome = parameterOutcome(place, name)
    if (outcome === 'unmarked') return
    const isNone = outcome === 'none-kept' || outcome === 'none-broken'
    if (isNone && name === 'keySize') {
      counts.noSize += 1
      if (outcome === 'none-broken') counts.sizeInvented += 1
    } else if (!isNone) {
      addTo(counts.shares[name], place, outcome === 'right')
    }
    if (place.detections.length > 0 && (outcome === 'wrong' || outcome === 'unsaid' || outcome === 'none-broken')) {
      this.#fail(title, `${TITLES[name]} ${outcome === 'unsaid' ? 'not said' : 'wrong'}`, place, name)
    }
  }

  #takeVerdict(counts: Counts, title: string, place: MarkedPlace): void {
    const states = place.marks.some(({ parameters }) =>
      [...STATED_PARAMETERS, 'parameterSet'].some((n) => n in parameters),
    )
    if (!this.#marksAreComplete && !states) return
    const isRight = isVerdictRight(this.#knowledge, place)
    if (isRight === undefined) return
    addTo(counts.shares.verdict, place, isRight)
    if (place.algorithm === 'AES') addTo(counts.shares.aesVerdict, place, isRight)
    if (!isRight && place.detections.length > 0) this.#fail(title, 'verdict wrong', place, 'keySize')
  }

  #fail(title: string, what: string, place: MarkedPlace, name: StatedParameter): void {
    const said = [...new Set(place.detections.map((one) => saidValue(one, name) ?? 'nothing'))]
    const stated = place.marks.map(({ text }) => text).join('; ')
    this.#failures.push({
      case: title,
      what,
      place: `${place.file}:${place.line}`,
      text: `${stated}: said ${said.join(', ')}`,
    })
  }

  *#withSum(): Iterable<readonly [language: string, counts: Counts]> {
    const sum = newCounts()
    for (const [language, counts] of this.#byLanguage) {
      yield [language, counts]
      for (const name of SHARES) {
        sum.shares[name].all += counts.shares[name].all
        sum.shares[name].found += counts.shares[name].found
        sum.shares[name].right += counts.shares[name].right
      }
      sum.noSize += counts.noSize
      sum.sizeInvented += counts.sizeInvented
    }
    yield ['all', sum]
  }
}

function newCounts(): Counts {
  const share = (): Share => ({ all: 0, found: 0, right: 0 })
  return {
    shares: {
      keySize: share(),
      curve: share(),
      mode: share(),
      padding: share(),
      hash: share(),
      aesVerdict: share(),
      verdict: share(),
    },
    noSize: 0,
    sizeInvented: 0,
  }
}

function addTo(share: Share, { detections }: MarkedPlace, isRight: boolean): void {
  share.all += 1
  if (detections.length > 0) share.found += 1
  if (isRight) share.right += 1
}

function cells({ shares }: Counts, whole: (share: Share) => number): Figures {
  return Object.fromEntries(
    SHARES.map((name) => {
      const share = shares[name]
      const of = whole(share)
      return [TITLES[name], of === 0 ? '-' : `${share.right}/${of} ${percentWithInterval(share.right, of)}`]
    }),
  )
}

function jsonOf(share: Share): Readonly<Record<string, unknown>> {
  const { all, found, right } = share
  return {
    ...share,
    ofAll: ratio(right, all),
    ofAllInterval: wilsonInterval(right, all),
    ofFound: ratio(right, found),
    ofFoundInterval: wilsonInterval(right, found),
  }
}
