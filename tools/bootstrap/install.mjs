import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { execute } from './execute.mjs'
import { nodePath, pnpmDirectory, pnpmVersion, rootDirectory } from './paths.mjs'

const stampPath = resolve(rootDirectory, 'node_modules/.sluice-stamp')
const lockfiles = ['pnpm-lock.yaml', 'pnpm-workspace.yaml']

/** Installs pnpm and the packages when they are missing or the lockfile has changed; silent when there is nothing to do. */
export async function installWhatIsMissing() {
  await installPnpm()
  const wanted = lockfileDigest()
  if (existsSync(nodePath) && installedDigest() === wanted) return
  report('Installing packages (the first time takes a minute or two) ...')
  rmSync(stampPath, { force: true })
  const pnpm = resolve(pnpmDirectory, 'node_modules/.bin/pnpm')
  // Without a terminal pnpm would ask whether it may replace a folder of another layout, and fail.
  const args = ['install', '--frozen-lockfile', '--reporter=append-only', '--config.confirmModulesPurge=false']
  const code = await execute(pnpm, args, { captureOutput: true })
  if (code !== 0) throw new Error(`The packages could not be installed (pnpm ended with code ${code}, see above).`)
  if (!existsSync(nodePath)) throw new Error('The packages are installed, but Node 24 is not among them.')
  writeFileSync(stampPath, wanted)
  report('Packages are installed.')
}

/** Turborepo calls pnpm by name, so it must stand in a folder that can be put on PATH; npx offers none. */
async function installPnpm() {
  if (existsSync(resolve(pnpmDirectory, 'node_modules/.bin/pnpm'))) return
  report(`Installing pnpm ${pnpmVersion} into the project's state folder ...`)
  mkdirSync(pnpmDirectory, { recursive: true })
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']
  const place = ['--prefix', pnpmDirectory, '--global=false', '--ignore-scripts=false']
  const code = await execute('npm', ['install', ...quiet, ...place, `pnpm@${pnpmVersion}`], { captureOutput: true })
  if (code === 0) return
  rmSync(pnpmDirectory, { recursive: true, force: true })
  throw new Error(
    `pnpm could not be installed (npm ended with code ${code}, see above). Is the npm registry reachable?`,
  )
}

function lockfileDigest() {
  const hash = createHash('sha256')
  for (const name of lockfiles) hash.update(readFileSync(resolve(rootDirectory, name)))
  return hash.digest('hex')
}

function installedDigest() {
  return existsSync(stampPath) ? readFileSync(stampPath, 'utf8') : undefined
}

function report(line) {
  // Standard output belongs to the command: `npm run token` prints only the token there.
  process.stderr.write(`${line}\n`)
}
