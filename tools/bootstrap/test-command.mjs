import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execute } from './execute.mjs'
import { resolveFromRoot } from './paths.mjs'
import { runTurbo } from './turbo.mjs'

/**
 * Runs the checks and then every test. The last line of standard output is `N passed, N failed`, with `, N skipped`
 * when there are any; failing checks count as one failure.
 *
 * @param {readonly string[]} args Handed on to vitest, for example a path to run only some tests.
 */
export async function runTests(args) {
  console.log('Checking types, style and boundaries ...')
  const checked = await runTurbo('check')
  console.log(checked === 0 ? 'Checks passed.\n' : 'Checks FAILED (see above).\n')

  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'))
  const countsFile = join(folder, 'counts.json')
  const reporters = ['--reporter=default', `--reporter=${resolveFromRoot('tools/test-report/counting-reporter.ts')}`]
  const tested = await execute('vitest', ['run', ...reporters, ...args], { env: { SLUICE_TEST_COUNTS: countsFile } })
  const counts = readCounts(countsFile)
  rmSync(folder, { recursive: true, force: true })

  // A run that ended badly without a failed test, such as a crash of the runner, is a failure too.
  const crashed = tested !== 0 && counts.failed === 0 ? 1 : 0
  const failed = counts.failed + crashed + (checked === 0 ? 0 : 1)
  const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`
  console.log(`${counts.passed} passed, ${failed} failed${skipped}`)
  return failed === 0 && counts.passed > 0 ? 0 : 1
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
}
