import type { Overview, OverviewWindow } from '../../api/overview.ts'

type Counts = Overview['requests']['total']

/** How many steps a window has, the one of the moment included: what is plotted adds up to the total. */
export const STEPS: Readonly<Record<OverviewWindow, number>> = { hour: 13, day: 25, fortnight: 14 }

/** Requests that came to an end, however it was. */
export function allOf(counts: Counts): number {
  return answeredOf(counts) + stoppedOf(counts) + counts.failed + counts.aborted
}

/** Requests that got an answer, whoever gave it. */
export function answeredOf({ answered, cached }: Counts): number {
  return answered + cached
}

/** Requests that a layer, a policy or a limit has stopped. */
export function stoppedOf({ held, denied, refused }: Counts): number {
  return held + denied + refused
}

/**
 * Gives one number for each step up to the moment of the figures: the steps without requests are 0.
 *
 * @param length Steps in all.
 */
export function stepValues(
  { requests, at }: Pick<Overview, 'requests' | 'at'>,
  length: number,
  value: (counts: Counts) => number,
): number[] {
  const stepMs = requests.step_seconds * 1000
  const last = Math.floor(Date.parse(at) / stepMs)
  const byStep = new Map(requests.steps.map((step) => [Math.floor(Date.parse(step.at) / stepMs), value(step)]))
  return Array.from({ length }, (_, index) => byStep.get(last - length + 1 + index) ?? 0)
}
