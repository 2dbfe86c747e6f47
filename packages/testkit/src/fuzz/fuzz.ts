import { appendFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** A property with what it draws. */
interface FuzzProperty<Drawn> {
  readonly property: fc.IRawProperty<Drawn>
  /** Runs in the ordinary test suite; 100 unless it says otherwise. */
  readonly runs?: number
}

/** How long one property may take in the ordinary suite, in milliseconds. */
const SUITE_TIMEOUT_MS = 120_000
/** What a run may take beyond its share of the time, in milliseconds: the last case, and making it smaller. */
const GRACE_MS = 240_000
/** The seed of the ordinary suite, which tries the same cases each time. */
const SUITE_SEED = 20_260_101

/**
 * Declares the properties of a fuzz target as tests. The ordinary suite tries each with a fixed seed. `npm run fuzz`
 * gives a seed and a time in the environment, of which each property gets an equal share, and reads the figures.
 */
export function fuzz<Drawn extends Readonly<Record<string, unknown>>>(
  target: string,
  properties: { readonly [Name in keyof Drawn]: FuzzProperty<Drawn[Name]> },
): void {
  const { SLUICE_FUZZ_MS: timeMs, SLUICE_FUZZ_SEED: seed, SLUICE_FUZZ_REPORT: report } = process.env
  const entries: [string, FuzzProperty<Drawn[keyof Drawn]>][] = Object.entries(properties)
  const shareMs = timeMs === undefined ? undefined : Number(timeMs) / entries.length
  describe(`fuzz ${target}`, () => {
    for (const [name, { property, runs = 100 }] of entries) {
      const check = async () => {
        const startedMs = performance.now()
        const details = await fc.check(property, {
          seed: seed === undefined ? SUITE_SEED : Number(seed),
          ...(shareMs === undefined
            ? { numRuns: runs }
            : { numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: shareMs }),
        })
        const minutes = (performance.now() - startedMs) / 60_000
        const { failed, numRuns } = details
        if (report !== undefined)
          appendFileSync(report, `${JSON.stringify({ name, runs: numRuns, minutes, failed })}\n`)
        if (failed) {
          const message = (await fc.asyncDefaultReportMessage(details)) ?? 'The property failed.'
          throw new Error(message, { cause: details.errorInstance })
        }
        // A run whose time is over before the first case has shown nothing.
        expect(numRuns).toBeGreaterThan(0)
      }
      it(name, check, shareMs === undefined ? SUITE_TIMEOUT_MS : shareMs + GRACE_MS)
    }
  })
}
