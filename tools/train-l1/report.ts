import type { LabelledRow } from './labelled-rows.ts'

interface Scored {
  readonly row: LabelledRow
  readonly logit: number
}

/** Prints, by file, the score that one in a hundred is above, and how many reach some probabilities. */
export function printReport(
  judged: readonly Scored[],
  said: readonly { readonly probability: number; readonly label: 0 | 1 }[],
): void {
  const probabilityOf = new Map(judged.map(({ row }, i) => [row, said[i]?.probability ?? 0]))
  const sources = new Map<string, Scored[]>()
  for (const one of judged) {
    const key = `${one.row.source} ${one.row.label === 1 ? 'attacks' : 'others'}`
    sources.set(key, [...(sources.get(key) ?? []), one])
  }
  for (const [source, scored] of sources) {
    const sorted = scored.map(({ logit }) => logit).toSorted((one, other) => other - one)
    const at = sorted[Math.floor(sorted.length / 100)] ?? 0
    const shares = [0.5, 0.8, 0.9, 0.95].map(
      (least) => scored.filter(({ row }) => (probabilityOf.get(row) ?? 0) >= least).length / scored.length,
    )
    const figures = shares.map((share) => share.toFixed(3)).join(' ')
    console.log(
      `${source.padEnd(36)} ${String(scored.length).padStart(6)}  1 in 100 above ${at.toFixed(2)}  at 0.5 0.8 0.9 0.95: ${figures}`,
    )
  }
}
