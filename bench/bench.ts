import type { Flags, FlagValues } from './command-line.ts'

export interface BenchReport {
  /** For a person, without the last line break. */
  readonly text: string
  /** For a program. */
  readonly data: Readonly<Record<string, unknown>>
  /** What makes the figures worthless; empty when they hold. */
  readonly faults: readonly string[]
}

/** Tells how far a bench is. */
export interface Progress {
  start(steps: number): void
  step(doing: string): void
}

export interface Bench {
  /** One line for the list of benches. */
  readonly summary: string
  readonly flags: Flags
  run(flags: FlagValues, progress: Progress): Promise<BenchReport>
}
