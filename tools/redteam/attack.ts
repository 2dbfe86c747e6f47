import type { Target } from './target.ts'

/** What became of an attack. What was not seen is never called stopped. */
export type Result = 'stopped' | 'NOT stopped' | 'could not tell'

export interface Outcome {
  readonly result: Result
  /** What was seen, or what was missing to see it. */
  readonly reason: string
}

/** An attack, in words for a report and as what is done. */
export interface Attack {
  readonly id: string
  readonly group: string
  readonly sends: string
  readonly stoppedWhen: string
  run(target: Target, signal: AbortSignal): Promise<Outcome>
}

export const stopped = (reason: string): Outcome => ({ result: 'stopped', reason })
export const notStopped = (reason: string): Outcome => ({ result: 'NOT stopped', reason })
export const couldNotTell = (reason: string): Outcome => ({ result: 'could not tell', reason })
