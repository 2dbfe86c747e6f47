import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { execute } from './execute.mjs'
import { NODE_PATH, PNPM_DIRECTORY, PNPM_VERSION, ROOT_DIRECTORY } from './paths.mjs'

const STAMP_PATH = resolve(ROOT_DIRECTORY, 'node_modules/.sluice-stamp')
const LOCKFILES = ['pnpm-lock.yaml', 'pnpm-workspace.yaml']

/**
 * Installs pnpm and the packages when they are missing or the lockfile has changed; silent when there is nothing to do.
 */
export async function installWhatIsMissing() {
  await installPnpm()
  const wanted = lockfileDigest()
  if (existsSync(NODE_PATH) && installedDigest() === wanted) return
  report('Installing packages (the first time takes a minute or two) ...')
  rmSync(STAMP_PATH, { force: true })
  const pnpm = resolve(PNPM_DIRECTORY, 'node_modules/.bin/pnpm')
  // Without a terminal pnpm would ask whether it may replace a folder of another layout, and fail.
  const args = ['install', '--frozen-lockfile', '--reporter=append-only', '--config.confirmModulesPurge=false']
  const code = await execute(pnpm, args, { captureOutput: true })
  if (code !== 0) throw new Error(`The packages could not be installed (pnpm ended with code ${code}, see above).`)
  if (!existsSync(NODE_PATH)) throw new Error('The packages are installed, but Node 24 is not among them.')
  writeFileSync(STAMP_PATH, wanted)
  report('Packages are installed.')
}

/** Turborepo calls pnpm by name, so it must stand in a folder that can be put on PATH; npx offers none. */
async function installPnpm() {
  if (existsSync(resolve(PNPM_DIRECTORY, 'node_modules/.bin/pnpm'))) return
  report(`Installing pnpm ${PNPM_VERSION} into the project's state folder ...`)
  mkdirSync(PNPM_DIRECTORY, { recursive: true })
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const place = ['--prefix', PNPM_DIRECTORY, '--global=false', '--ignore-scripts=false']
  const code = await execute('npm', ['install', ...quiet, ...place, `pnpm@${PNPM_VERSION}`], { captureOutput: true })
  if (code === 0) return
  rmSync(PNPM_DIRECTORY, { recursive: true, force: true })
  throw new Error(
    `pnpm could not be installed (npm ended with code ${code}, see above). Is the npm registry reachable?`,
  )
}

function lockfileDigest() {
  const hash = createHash('sha256')
  for (const name of LOCKFILES) hash.update(readFileSync(resolve(ROOT_DIRECTORY, name)))
  return hash.digest('hex')
}

function installedDigest() {
  return existsSync(STAMP_PATH) ? readFileSync(STAMP_PATH, 'utf8') : undefined
}

function report(line) {
  // Standard output belongs to the command: `npm run token` prints only the token there.
  process.stderr.write(`${line}\n`)
}
