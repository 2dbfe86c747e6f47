/** A text by what is known of it, and what it is. */
interface Example {
  readonly inputs: readonly number[]
  readonly label: 0 | 1
  readonly weight: number
}

const ROUNDS = 30
/** Keeps the weights small where the examples say nothing. */
const RIDGE = 1e-3

/** The weights of a logistic regression, the last one without an input (Newton's method, as in IRLS). */
export function fitLogOdds(examples: readonly Example[]): readonly number[] {
  const size = (examples[0]?.inputs.length ?? 0) + 1
  let weights = Array.from({ length: size }, () => 0)
  for (let round = 0; round < ROUNDS; round += 1) {
    const slope = weights.map((weight) => -RIDGE * weight)
    const curve = weights.map((_, i) => weights.map((_unused, j) => (i === j ? RIDGE : 0)))
    for (const { inputs, label, weight } of examples) {
      const x = [...inputs, 1]
      const odds = x.reduce((sum, value, i) => sum + value * (weights[i] as number), 0)
      const probability = 1 / (1 + Math.exp(-odds))
      const bend = Math.max(1e-6, probability * (1 - probability)) * weight
      for (let i = 0; i < size; i += 1) {
        slope[i] = (slope[i] as number) + (label - probability) * weight * (x[i] as number)
        const row = curve[i] as number[]
        for (let j = 0; j < size; j += 1) row[j] = (row[j] as number) + bend * (x[i] as number) * (x[j] as number)
      }
    }
    const step = solve(curve, slope)
    weights = weights.map((weight, i) => weight + (step[i] as number))
    if (step.every((value) => Math.abs(value) < 1e-9)) break
  }
  return weights
}

/** Solves a symmetric, positive system of equations by elimination. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number])
  for (const [i, pivot] of rows.entries()) {
    for (const row of rows.slice(i + 1)) {
      const factor = (row[i] as number) / (pivot[i] as number)
      for (let j = i; j < row.length; j += 1) row[j] = (row[j] as number) - factor * (pivot[j] as number)
    }
  }
  const found = right.map(() => 0)
  for (let i = found.length - 1; i >= 0; i -= 1) {
    const row = rows[i] as number[]
    const rest = found.reduce((sum, value, j) => (j > i ? sum + value * (row[j] as number) : sum), 0)
    found[i] = ((row[found.length] as number) - rest) / (row[i] as number)
  }
  return found
}
