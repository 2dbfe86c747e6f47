import { describe } from 'vitest'
import { findChromium } from './find-chromium.ts'

const missing = await findChromium().then(
  () => undefined,
  (error: Error) => error.message,
)

/**
 * Tests that need a browser. Without one they are skipped, and their name says why; where `SLUICE_REQUIRE_BROWSER` is
 * set, as continuous integration does, they fail instead.
 */
export function describeInBrowser(name: string, tests: () => void): void {
  if (missing === undefined || (process.env.SLUICE_REQUIRE_BROWSER ?? '') !== '') describe(name, tests)
  else describe.skip(`${name} (skipped: ${missing})`, tests)
}
