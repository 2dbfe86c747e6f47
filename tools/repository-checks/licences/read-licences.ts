import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { PNPM_DIRECTORY, toolEnvironment } from '../../bootstrap/paths.mjs'

/** A package that is installed to run, not only to develop, and what it says of its licence. */
export interface LicensedPackage {
  readonly name: string
  readonly versions: readonly string[]
  /** An SPDX expression where the package is well kept; `Unknown` where nothing was found. */
  readonly licence: string
}

const LONGEST_READING_MS = 60_000
const LARGEST_LIST_BYTES = 64 * 2 ** 20

const listSchema = z.record(
  z.string(),
  z.array(z.object({ name: z.string(), versions: z.array(z.string()).nonempty() })),
)

/**
 * Reads from disk the licence of every production dependency of every workspace package, those of the benches and of
 * the test kit included. No network is asked. Throws where pnpm cannot say.
 */
export async function readLicences(root: string): Promise<LicensedPackage[]> {
  const pnpm = resolve(PNPM_DIRECTORY, 'node_modules/.bin/pnpm')
  const { stdout } = await promisify(execFile)(pnpm, ['licenses', 'list', '--prod', '--recursive', '--json'], {
    cwd: root,
    env: toolEnvironment(),
    timeout: LONGEST_READING_MS,
    maxBuffer: LARGEST_LIST_BYTES,
  })
  return Object.entries(listSchema.parse(JSON.parse(stdout))).flatMap(([licence, packages]) =>
    packages.map(({ name, versions }) => ({ name, versions, licence })),
  )
}
