import { Random } from '../seeded-random/random.ts'
import type { LabelledRow } from './labelled-rows.ts'
import { Trainer } from './trainer.ts'

/** Rows of a larger file weigh less, so that no file speaks for all; no row weighs more than this. */
const FULL_FILE = 400
const MOST = 3
/** An attack weighs at most so much more than a text that is none. */
const MOST_BALANCE = 2
/** The share of features that each step leaves out, so that no phrase of a template speaks alone. */
const LEFT_OUT = 0.3
/** How often in the last epoch the weights are taken into their mean, which is what is learnt. */
const TAKEN = 16

/** Trains on rows in random order, so many times. The same for the same seed. */
export function learn(rows: readonly LabelledRow[], epochs: number, seed: number): Trainer {
  const random = new Random(seed)
  const trainer = new Trainer(seed, LEFT_OUT)
  const weights = weightsOf(rows)
  const sums = [0, 0]
  for (const row of rows) sums[row.label] = (sums[row.label] as number) + (weights.get(row) ?? 0)
  const balance = Math.min(MOST_BALANCE, (sums[0] as number) / (sums[1] as number))
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    trainer.rate = 1 - (0.8 * epoch) / Math.max(1, epochs - 1)
    let loss = 0
    const every = Math.ceil(rows.length / TAKEN)
    for (const [at, row] of random.shuffled(rows).entries()) {
      if (epoch === epochs - 1 && at % every === every - 1) trainer.takeIntoMean()
      loss += trainer.learn(row, (weights.get(row) ?? 0) * (row.label === 1 ? balance : 1), row.category)
    }
    console.log(`  epoch ${epoch + 1}: ${rows.length} texts, loss ${(loss / rows.length).toFixed(4)}`)
  }
  trainer.becomeMean()
  return trainer
}

/** What each row weighs. */
export function weightsOf(rows: readonly LabelledRow[]): ReadonlyMap<LabelledRow, number> {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return new Map(
    rows.map((row) => {
      const weight = Math.min(MOST, Math.sqrt(FULL_FILE / (counts.get(keyOf(row)) ?? 1)))
      return [row, row.source === 'own' ? 1 : weight]
    }),
  )
}

function keyOf({ label, source, family }: LabelledRow): string {
  return `${label} ${source} ${family}`
}
