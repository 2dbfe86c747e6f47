import { readFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT_DIRECTORY = fileURLToPath(new URL('../..', import.meta.url))
/** The absolute path of a file of the repository. */
export function resolveFromRoot(path) {
  return resolve(ROOT_DIRECTORY, path)
}

const STATE_DIRECTORY = resolve(ROOT_DIRECTORY, '.sluice')
const BIN_DIRECTORY = resolve(ROOT_DIRECTORY, 'node_modules/.bin')

/** The package manager's version is pinned once, in the root package.json. */
export const PNPM_VERSION = JSON.parse(
  readFileSync(resolve(ROOT_DIRECTORY, 'package.json'), 'utf8'),
).packageManager.replace('pnpm@', '')

export const PNPM_DIRECTORY = resolve(STATE_DIRECTORY, `tools/pnpm-${PNPM_VERSION}`)

/** The runtime that the packages bring along: Node 24, whatever this script itself runs on. */
export const NODE_PATH = resolve(BIN_DIRECTORY, 'node')

/** The environment of every tool: the project's own programs come first, and no tool sends telemetry. */
export function toolEnvironment(extra = {}) {
  const path = [BIN_DIRECTORY, resolve(PNPM_DIRECTORY, 'node_modules/.bin'), process.env.PATH].filter(Boolean)
  const colours = process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' }
  return {
    ...process.env,
    ...colours,
    PATH: path.join(delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    TURBO_NO_UPDATE_NOTIFIER: '1',
    DO_NOT_TRACK: '1',
    ...extra,
  }
}
