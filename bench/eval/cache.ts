import { writeFile } from 'node:fs/promises'
import { matchPrompts } from '@sluice/semantic-match'
import type { Flags, FlagValues } from '../command-line.ts'
import { type Evaluation, type Figures, percentWithInterval, type Result, ratio, wilsonInterval } from './evaluation.ts'
import { optionalString, type Row, stringMember } from './read-rows.ts'

export const cacheFlags = {
  out: { type: 'string', value: 'FILE', summary: 'Write a line of JSON for each row: file, row, hit, similarity.' },
} as const satisfies Flags

interface Counts {
  same: number
  hits: number
  different: number
  falseHits: number
}

/** Measures the matcher of the semantic cache as it is shipped. A prompt that it does not compare is a miss. */
export function evaluateCache(flags: FlagValues): Evaluation {
  const perSource = new Map<string, Counts>()
  const predictions: string[] = []
  const rowsOf = new Map<string, number>()
  return {
    async take(row, file) {
      const number = (rowsOf.get(file) ?? 0) + 1
      rowsOf.set(file, number)
      const isSame = sameOf(row)
      const { isHit, similarity } = matchPrompts(stringMember(row, 'a'), stringMember(row, 'b'))
      predictions.push(JSON.stringify({ file, row: number, hit: isHit, similarity: Number(similarity.toFixed(4)) }))
      const counts = countsOf(perSource, optionalString(row, 'source') ?? file)
      counts[isSame ? 'same' : 'different'] += 1
      if (isHit) counts[isSame ? 'hits' : 'falseHits'] += 1
    },
    async result() {
      if (typeof flags.out === 'string') await writeFile(flags.out, `${predictions.join('\n')}\n`)
      return summarise(perSource)
    },
  }
}

function sameOf({ place, value }: Row): boolean {
  const { same } = value
  if (typeof same !== 'boolean') throw new Error(`${place}: "same" must be true or false`)
  return same
}

function countsOf(perSource: Map<string, Counts>, source: string): Counts {
  const counts = perSource.get(source) ?? noCounts()
  perSource.set(source, counts)
  return counts
}

function noCounts(): Counts {
  return { same: 0, hits: 0, different: 0, falseHits: 0 }
}

function summarise(perSource: ReadonlyMap<string, Counts>): Result {
  const all = noCounts()
  for (const counts of perSource.values()) {
    for (const name of ['same', 'hits', 'different', 'falseHits'] as const) all[name] += counts[name]
  }
  const lines = [...perSource, ['all sources', all] as const]
  const rates = [...perSource.values()].filter(({ same }) => same > 0).map(({ hits, same }) => hits / same)
  return {
    tables: [{ title: 'semantic cache, shares with their 95 % intervals', rows: lines.map(lineOf) }],
    json: {
      eval: 'cache',
      sources: Object.fromEntries([...perSource].map(([source, counts]) => [source, figuresOf(counts)])),
      all: figuresOf(all),
      meanHitRate: ratio(
        rates.reduce((sum, rate) => sum + rate, 0),
        rates.length,
      ),
    },
  }
}

function lineOf([source, { same, hits, different, falseHits }]: readonly [string, Counts]): Figures {
  return {
    source,
    same,
    'hit rate': percentWithInterval(hits, same),
    different,
    'false hits': percentWithInterval(falseHits, different),
    'wrong of all hits': percentWithInterval(falseHits, hits + falseHits),
  }
}

function figuresOf(counts: Counts) {
  const { same, hits, different, falseHits } = counts
  return {
    ...counts,
    hitRate: same === 0 ? null : hits / same,
    hitRateInterval: wilsonInterval(hits, same),
    falseHitRate: different === 0 ? null : falseHits / different,
    falseHitRateInterval: wilsonInterval(falseHits, different),
    wrongOfHits: hits + falseHits === 0 ? null : falseHits / (hits + falseHits),
  }
}
