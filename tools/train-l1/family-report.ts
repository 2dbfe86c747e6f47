/** A text that no model had seen the family of, with its score. */
interface Judged {
  readonly source: string
  readonly label: 0 | 1
  readonly kind: string
  readonly logOdds: number
}

/** Sources of ordinary prompts with fewer texts than this say little about one in a hundred. */
const LEAST_TEXTS = 100

/**
 * Prints how many attacks of each family score above what one in a hundred, and one in twenty, of all ordinary prompts
 * scores, and above the strictest of the thresholds that let one in a hundred of each source through, which it returns.
 */
export function printFamilies(
  title: string,
  judged: readonly Judged[],
  families: readonly (readonly string[])[],
): number {
  const ordinary = judged.filter(({ label, kind }) => label === 0 && kind === 'benign')
  const others = judged.filter(({ label }) => label === 0).map(({ logOdds }) => logOdds)
  const [one, five] = [0.01, 0.05].map((share) => thresholdOf(ordinary, share)) as [number, number]
  const sources = [...Map.groupBy(ordinary, ({ source }) => source).values()]
  const strictest = Math.max(
    ...sources.filter(({ length }) => length >= LEAST_TEXTS).map((some) => thresholdOf(some, 0.01)),
  )
  console.log(
    `\n${title}: one in a hundred of ${ordinary.length} scores above ${one.toFixed(2)}, shipped ${strictest.toFixed(2)}`,
  )
  const known = new Set(families.flat())
  const attacks = judged.filter(({ label }) => label === 1)
  const rest = [...new Set(attacks.map(({ source }) => source))]
    .filter((source) => !known.has(source))
    .map((source) => [source])
  const figures = [...families, ...rest].map((names) => {
    const scores = attacks.filter(({ source }) => names.includes(source)).map(({ logOdds }) => logOdds)
    const above = [one, five, strictest].map((least) => scores.filter((score) => score > least).length / scores.length)
    return { name: names[0] ?? '', count: scores.length, figures: [...above, area(scores, others)] }
  })
  const mean = [0, 1, 2, 3].map((i) => figures.reduce((sum, each) => sum + (each.figures[i] ?? 0), 0) / figures.length)
  for (const each of [...figures, { name: 'mean', count: attacks.length, figures: mean }]) {
    console.log(
      `${each.name.padEnd(24)} ${String(each.count).padStart(6)}  ${each.figures.map((one_) => one_.toFixed(3)).join('  ')}`,
    )
  }
  console.log('of others, above one in a hundred of all, and above shipped:')
  for (const [source, some] of Map.groupBy(
    judged.filter(({ label }) => label === 0),
    ({ source }) => source,
  )) {
    const shares = [one, strictest].map((least) => some.filter(({ logOdds }) => logOdds > least).length / some.length)
    console.log(
      `${source.padEnd(24)} ${String(some.length).padStart(6)}  ${shares.map((share) => share.toFixed(4)).join('  ')}`,
    )
  }
  return strictest
}

/** What so large a share scores above. */
function thresholdOf(some: readonly Judged[], share: number): number {
  const sorted = some.map(({ logOdds }) => logOdds).toSorted((one, other) => other - one)
  return sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY
}

/** How often an attack scores above another text (Mann and Whitney, 1947); a draw counts half. */
function area(attacks: readonly number[], others: readonly number[]): number {
  const sorted = others.toSorted((one, other) => one - other)
  const below = (score: number, orSame: boolean) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const value = sorted[middle] as number
      if (value < score || (orSame && value === score)) low = middle + 1
      else high = middle
    }
    return low
  }
  const sum = attacks.reduce((total, score) => total + (below(score, false) + below(score, true)) / 2, 0)
  return sum / (attacks.length * sorted.length)
}
