import { median } from '../gateway/statistics.ts'

/** A value at a time in seconds. */
export interface Point {
  readonly atSeconds: number
  readonly value: number
}

/**
 * The slope of the straight line nearest to the points by least squares, in units of the value a minute; NaN where
 * there are fewer than two times.
 */
export function slopePerMinute(points: readonly Point[]): number {
  const count = points.length
  const meanX = points.reduce((sum, { atSeconds }) => sum + atSeconds, 0) / count
  const meanY = points.reduce((sum, { value }) => sum + value, 0) / count
  let [covariance, variance] = [0, 0]
  for (const { atSeconds, value } of points) {
    covariance += (atSeconds - meanX) * (value - meanY)
    variance += (atSeconds - meanX) ** 2
  }
  return variance === 0 ? Number.NaN : (60 * covariance) / variance
}

/** The least value of each stretch of time: of a heap, what is left about when it was last collected. */
export function leastOfEach(points: readonly Point[], seconds: number): Point[] {
  const least = new Map<number, Point>()
  for (const point of points) {
    const stretch = Math.floor(point.atSeconds / seconds)
    const known = least.get(stretch)
    if (known === undefined || point.value < known.value) least.set(stretch, point)
  }
  return [...least.values()]
}

/** The median of each of so many parts of the points, in their order, each as long as the others but for one point. */
export function medianOfEach(points: readonly Point[], parts: number): number[] {
  const from = (part: number) => Math.round((points.length * part) / parts)
  return Array.from({ length: parts }, (_, part) =>
    median(points.slice(from(part), from(part + 1)).map(({ value }) => value)),
  )
}
