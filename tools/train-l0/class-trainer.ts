import { CLASS_BITS, CLASS_COUNT, type ClassWeights, classPlace } from '@sluice/prompt-classifier/training'
import { Random } from '../seeded-random/random.ts'

/** A request to learn from, as the gateway reads it. */
export interface ClassRow {
  readonly hashes: Int32Array
  /** A place among the classes. */
  readonly label: number
  readonly weight: number
}

const RATE = 0.08
const START = 1e-3
const BIAS_RATE = 0.02
const DECAY = 2e-5

/** Learns a row of weights for each feature by stochastic gradients with a step for each weight (AdaGrad). */
class ClassTrainer {
  readonly rows = new Float32Array(CLASS_COUNT << CLASS_BITS)
  readonly bias = new Float32Array(CLASS_COUNT)
  readonly #squares = new Float32Array(1 << CLASS_BITS)
  readonly #logits = new Float64Array(CLASS_COUNT)
  readonly #leftOut: number
  #salt = 1
  rate = 1

  constructor(leftOut: number) {
    this.#leftOut = leftOut
  }

  learn({ hashes, label, weight }: ClassRow): number {
    this.#salt = Math.imul(this.#salt, 0x5bd1e995) + 12345
    const scale = 1 / Math.sqrt(hashes.length * (1 - this.#leftOut) + 20)
    const logits = this.#logits.fill(0)
    for (const hash of hashes) {
      if (this.#isDropped(hash)) continue
      const place = classPlace(hash)
      for (let one = 0; one < CLASS_COUNT; one += 1) {
        logits[one] = (logits[one] as number) + (this.rows[place + one] as number)
      }
    }
    let most = Number.NEGATIVE_INFINITY
    for (let one = 0; one < CLASS_COUNT; one += 1) {
      const value = (logits[one] as number) * scale + (this.bias[one] as number)
      logits[one] = value
      most = Math.max(most, value)
    }
    let total = 0
    for (let one = 0; one < CLASS_COUNT; one += 1) {
      logits[one] = Math.exp((logits[one] as number) - most)
      total += logits[one] as number
    }
    let square = 0
    const loss = -Math.log(Math.max(1e-9, (logits[label] as number) / total)) * weight
    for (let one = 0; one < CLASS_COUNT; one += 1) {
      const slope = ((logits[one] as number) / total - (one === label ? 1 : 0)) * weight
      this.bias[one] = (this.bias[one] as number) - this.rate * BIAS_RATE * slope
      logits[one] = slope * scale
      square += (logits[one] as number) ** 2
    }
    if (square < 1e-10) return loss
    for (const hash of hashes) {
      if (this.#isDropped(hash)) continue
      const place = classPlace(hash)
      const row = place / CLASS_COUNT
      const sum = (this.#squares[row] as number) + square
      this.#squares[row] = sum
      const step = (this.rate * RATE) / Math.sqrt(sum + START)
      for (let one = 0; one < CLASS_COUNT; one += 1) {
        const before = this.rows[place + one] as number
        this.rows[place + one] = before - step * ((logits[one] as number) + DECAY * before)
      }
    }
    return loss
  }

  #isDropped(hash: number): boolean {
    const mixed = Math.imul(hash ^ this.#salt, 0x9e3779b1)
    return ((mixed ^ (mixed >>> 15)) >>> 8) / 0x1000000 < this.#leftOut
  }
}

/** Trains on rows in random order, so many times. The same for the same seed. */
export function learnClasses(rows: readonly ClassRow[], epochs: number, seed: number, leftOut: number): ClassTrainer {
  const random = new Random(seed)
  const trainer = new ClassTrainer(leftOut)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    trainer.rate = 1 - (0.8 * epoch) / Math.max(1, epochs - 1)
    let loss = 0
    for (const row of random.shuffled(rows)) loss += trainer.learn(row)
    console.log(`  epoch ${epoch + 1}: ${rows.length} requests, loss ${(loss / rows.length).toFixed(4)}`)
  }
  return trainer
}

/** The weights in one byte each. */
export function inBytes({ rows, bias }: ClassTrainer): ClassWeights {
  const used = rows
    .filter((weight) => weight !== 0)
    .map(Math.abs)
    .sort()
  const scale = ((used[Math.floor(used.length * 0.9995)] ?? 1) || 1) / 127
  return {
    rows: Int8Array.from(rows, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale)))),
    scale,
    bias,
  }
}
