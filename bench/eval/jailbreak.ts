import { writeFile } from 'node:fs/promises'
import { createJailbreakLayer } from '@sluice/pipeline'
import { createLevelPolicy, DEFAULT_JAILBREAK_THRESHOLDS } from '@sluice/policy'
import { type Flags, type FlagValues, wholeNumber } from '../command-line.ts'
import { median, percentile } from '../gateway/statistics.ts'
import { ENCODINGS } from './encodings.ts'
import { type Evaluation, type Figures, percent, type Result, ratio } from './evaluation.ts'
import { askLayer } from './exchange.ts'
import { areaUnderCurve, countAtLeast, thresholdFor } from './ranking.ts'
import { optionalString, type Row, stringMember } from './read-rows.ts'

export const jailbreakFlags = {
  out: { type: 'string', value: 'FILE', summary: 'Write a line of JSON for each row: file, row, score, decision.' },
  encodings: {
    type: 'string',
    default: '100',
    value: 'N',
    summary: 'So many attacks and so many other texts are judged in each encoding too; 0: none.',
  },
} as const satisfies Flags

/** Rows of these kinds are reported, and left out of the totals: they cannot be decided by technique alone. */
const REPORT_ONLY: ReadonlySet<string> = new Set(['indirect_soft', 'contextual_soft', 'harmful_plain'])
/** Of a text that is longer, an encoding would be longer than most messages. */
const MOST_ENCODED = 2_000

const { observe, block } = DEFAULT_JAILBREAK_THRESHOLDS
/** Everything that has a score at all is observed, so that the layer says its score; it refuses as shipped. */
const scoring = createLevelPolicy({
  clearances: {},
  jailbreak: { ...DEFAULT_JAILBREAK_THRESHOLDS, observe: 1e-9 },
}).current('default')

interface Judged {
  readonly source: string
  readonly kind: string
  readonly label: 0 | 1
  readonly score: number
  readonly text: string
}

/**
 * Measures L1 as shipped, for each source and kind: the share of attacks that is refused at the shipped threshold and
 * at the one that one in a hundred of all other texts reaches, the share of others that is refused and observed, and
 * how often an attack scores above another text of the run.
 */
export function evaluateJailbreak(flags: FlagValues): Evaluation {
  const layer = createJailbreakLayer({ timeoutMs: 60_000, opinionTimeoutMs: 60_000, keptLevelOf: () => 7 })
  const judged: Judged[] = []
  const times: number[] = []
  const predictions: string[] = []
  const rowsOf = new Map<string, number>()
  const scoreOf = async (text: string) => {
    const { type, findings = [] } = await askLayer(layer, text, scoring)
    return {
      decision: type,
      score: Math.max(0, ...findings.map((one) => (one.kind === 'threat' ? one.confidence : 0))),
    }
  }
  return {
    async take(row, file) {
      const text = stringMember(row, 'text')
      const label = labelOf(row)
      const number = (rowsOf.get(file) ?? 0) + 1
      rowsOf.set(file, number)
      const startMs = performance.now()
      const { decision, score } = await scoreOf(text)
      times.push((performance.now() - startMs) * 1_000)
      predictions.push(JSON.stringify({ file, row: number, score: Number(score.toFixed(6)), decision }))
      const source = optionalString(row, 'source') ?? file
      judged.push({ source, kind: optionalString(row, 'kind') ?? 'unknown', label, score, text })
    },
    async result() {
      if (typeof flags.out === 'string') await writeFile(flags.out, `${predictions.join('\n')}\n`)
      const encoded = await judgeEncoded(
        judged,
        wholeNumber(flags, 'encodings'),
        async (text) => (await scoreOf(text)).score,
      )
      return summarise(judged, encoded, times)
    },
  }
}

interface EncodedCount {
  readonly encoding: string
  readonly attacks: number
  readonly refused: number
  readonly others: number
  readonly refusedOthers: number
}

/** The first so many attacks and others of the run, evenly from all of them, in each encoding. */
async function judgeEncoded(
  judged: readonly Judged[],
  most: number,
  scoreOf: (text: string) => Promise<number>,
): Promise<readonly EncodedCount[]> {
  if (most === 0) return []
  const texts = ([1, 0] as const).map((wanted) => {
    const all = judged.filter(({ label, kind, text }) => {
      return label === wanted && !REPORT_ONLY.has(kind) && text.length <= MOST_ENCODED
    })
    const step = Math.max(1, all.length / most)
    return Array.from({ length: Math.min(most, all.length) }, (_, i) => all[Math.floor(i * step)]?.text ?? '')
  })
  const counts: EncodedCount[] = []
  for (const [encoding, encode] of Object.entries(ENCODINGS)) {
    const refused = await Promise.all(
      texts.map(async (some) => {
        const scores: number[] = []
        for (const text of some) scores.push(await scoreOf(encode(text)))
        return countAtLeast(scores, block)
      }),
    )
    const [attacks = 0, others = 0] = texts.map(({ length }) => length)
    counts.push({ encoding, attacks, refused: refused[0] ?? 0, others, refusedOthers: refused[1] ?? 0 })
  }
  return counts
}

function summarise(judged: readonly Judged[], encoded: readonly EncodedCount[], times: readonly number[]): Result {
  const counted = judged.filter(({ kind }) => !REPORT_ONLY.has(kind))
  const others = scoresOf(counted, 0)
  const atOnePercent = thresholdFor(others, 0.01)
  const groups = Map.groupBy(judged, ({ source, kind }) => JSON.stringify([source, kind]))
  const rows = [...groups].map(([name, group]) => ({ name, figures: figuresOf(group, others, atOnePercent) }))
  const all = figuresOf(counted, others, atOnePercent)
  const sorted = times.toSorted((one, other) => one - other)
  const time = { p50: Math.round(median(times)), p99: Math.round(percentile(sorted, 0.99)) }
  const lines = rows.map(({ name, figures }) => {
    const [source = '', kind = '']: readonly string[] = JSON.parse(name)
    return { source, kind, ...lineOf(figures) }
  })
  return {
    tables: [
      { title: 'by source and kind', rows: lines },
      { title: 'all files, without report-only kinds', rows: [lineOf(all)] },
      { title: `refused at the shipped threshold, ${block}, by encoding`, rows: encoded.map(encodedLine) },
      { title: 'time of a prompt, microseconds', rows: [time] },
    ],
    json: {
      eval: 'jailbreak',
      thresholds: { observe, block, onePercent: atOnePercent },
      sources: rows.map(({ name, figures }) => {
        const [source, kind]: readonly string[] = JSON.parse(name)
        return { source, kind, ...jsonOf(figures) }
      }),
      all: jsonOf(all),
      encodings: encoded,
      timeMicros: time,
    },
  }
}

function figuresOf(group: readonly Judged[], allOthers: readonly number[], atOnePercent: number) {
  const [attacks, others] = [scoresOf(group, 1), scoresOf(group, 0)]
  return {
    attacks: attacks.length,
    refused: countAtLeast(attacks, block),
    refusedAtOnePercent: countAtLeast(attacks, atOnePercent),
    area: areaUnderCurve(attacks, allOthers),
    others: others.length,
    refusedOthers: countAtLeast(others, block),
    observedOthers: countAtLeast(others, observe) - countAtLeast(others, block),
  }
}

type GroupFigures = ReturnType<typeof figuresOf>

function lineOf(figures: GroupFigures): Figures {
  const { attacks, refused, refusedAtOnePercent, area, others, refusedOthers, observedOthers } = figures
  return {
    attacks,
    recall: percent(refused, attacks),
    'at 1 % FPR': percent(refusedAtOnePercent, attacks),
    AUC: Number.isNaN(area) ? '-' : area.toFixed(3),
    benign: others,
    fpr: percent(refusedOthers, others),
    observed: percent(observedOthers, others),
  }
}

function jsonOf(figures: GroupFigures) {
  const { attacks, refused, refusedAtOnePercent, area, others, refusedOthers, observedOthers } = figures
  return {
    attacks,
    recall: ratio(refused, attacks),
    recallAtOnePercent: ratio(refusedAtOnePercent, attacks),
    auc: Number.isNaN(area) ? null : area,
    benign: others,
    fpr: ratio(refusedOthers, others),
    observed: ratio(observedOthers, others),
  }
}

function encodedLine({ encoding, attacks, refused, others, refusedOthers }: EncodedCount): Figures {
  return { encoding, attacks, recall: percent(refused, attacks), benign: others, fpr: percent(refusedOthers, others) }
}

function scoresOf(group: readonly Judged[], wanted: 0 | 1): readonly number[] {
  return group.flatMap(({ label, score }) => (label === wanted ? [score] : []))
}

function labelOf(row: Row): 0 | 1 {
  const { label } = row.value
  if (label !== 0 && label !== 1) throw new Error(`${row.place}: "label" must be 0 or 1`)
  return label
}
