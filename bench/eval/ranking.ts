/** The share of pairs in which an attack scores above a text that is none; ties count half. NaN without pairs. */
export function areaUnderCurve(attacks: readonly number[], others: readonly number[]): number {
  const all = [
    ...attacks.map((score) => ({ score, isAttack: true })),
    ...others.map((score) => ({ score, isAttack: false })),
  ]
  all.sort((one, other) => one.score - other.score)
  let ranks = 0
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.score === all[from]?.score) to += 1
    // Equal scores share the mean of their ranks, which begin at 1.
    for (let i = from; i < to; i += 1) if (all[i]?.isAttack === true) ranks += (from + to + 1) / 2
    from = to
  }
  const count = attacks.length
  return (ranks - (count * (count + 1)) / 2) / (count * others.length)
}

/** The lowest threshold that at most this share of the scores reach; 0 without scores. */
export function thresholdFor(scores: readonly number[], share: number): number {
  const sorted = scores.toSorted((one, other) => other - one)
  const allowed = Math.floor(sorted.length * share)
  const first = sorted[allowed]
  if (first === undefined) return 0
  // Above the score that would be one too many.
  return first + Number.EPSILON
}

/** How many of the scores reach a threshold. */
export function countAtLeast(scores: readonly number[], threshold: number): number {
  return scores.filter((score) => score >= threshold).length
}
