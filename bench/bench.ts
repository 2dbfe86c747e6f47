import type { ParseArgsOptionsConfig } from 'node:util'

/** The flags that a bench was called with. */
export type BenchFlags = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

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
  readonly flags: ParseArgsOptionsConfig
  run(flags: BenchFlags, progress: Progress): Promise<BenchReport>
}
