import { chained, type FoldedText, inPlace, replaceMatches } from '@sluice/text-folding'
import { ENGLISH } from '../words/english.ts'
import { COMMON_WORDS } from './common-words.ts'

/** Letters one by one, with the same sign or space between them. */
const SPACED =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@$!'"(](?:([ .\-_*|/\u00a0])[\p{L}\p{N}@$!'",;:?()](?![\p{L}\p{N}]))(?:\1{1,3}[\p{L}\p{N}@$!'",.;:?()](?![\p{L}\p{N}])){2,2000}/gu

/** Signs of every kind one by one, with spaces between them. */
const APART = /(?<!\S)\S(?:[ \u00a0]{1,3}\S(?!\S)){3,2000}/gu

/** Every such run has three letters alone in a row. */
const MAY_BE_SPACED = /[^\s.\-_*|/][ .\-_*|/\u00a0]{1,3}[^\s.\-_*|/][ .\-_*|/\u00a0]{1,3}[^\s.\-_*|/][ .\-_*|/\u00a0]/
/** Words that runs without any gap are parted into, and how long the longest is. */
const WORDS: ReadonlySet<string> = new Set([
  ...COMMON_WORDS,
  ...Object.values(ENGLISH).flatMap((words) => words.split(/\s+/).filter((word) => /^[a-z]{2,}$/.test(word))),
  ...'a i previous instruction instructions ignoring disregard forget reveal password without restrictions'.split(' '),
])
const LONGEST = 14

/** A text whose single letters are words again: `i g n o r e  t h i s` and `i.g.n.o.r.e`. */
export function withoutGaps(text: string): FoldedText {
  if (!MAY_BE_SPACED.test(text)) return inPlace(text)
  const close = replaceMatches(text, APART, ([run]) => {
    const letters = run.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    // Drawings and tables have few.
    if (letters < (run.match(/\S/g)?.length ?? 0) * 0.6) return run
    return run
      .split(/[ \u00a0]{2,3}/)
      .map((word) => joined(word.replace(/[ \u00a0]/g, '')))
      .join(' ')
  })
  const words = replaceMatches(close.text, SPACED, ([run, gap = '']) => {
    const wide = gap.repeat(2)
    const parts = run.split(wide).map((word) => word.replaceAll(gap, ''))
    return parts.map(joined).join(' ')
  })
  return chained(words, close)
}

function joined(word: string): string {
  return word.length > LONGEST ? parted(word) : word
}

/** The fewest known words that a run of letters can be parted into; letters that belong to none stand together. */
function parted(run: string): string {
  const small = run.toLowerCase()
  const costs = [0]
  const from = [0]
  for (let end = 1; end <= small.length; end += 1) {
    let [least, best] = [(costs[end - 1] as number) + 2, end - 1]
    for (let start = Math.max(0, end - LONGEST); start < end - 1; start += 1) {
      const cost = (costs[start] as number) + 1
      if (cost < least && WORDS.has(small.slice(start, end))) [least, best] = [cost, start]
    }
    costs.push(least)
    from.push(best)
  }
  const words: string[] = []
  for (let end = small.length; end > 0; end = from[end] as number) words.push(small.slice(from[end], end))
  return words.toReversed().join(' ')
}
