import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const FOLDER = fileURLToPath(new URL('../../../', import.meta.url))
const ROOT = resolve(FOLDER, '../..')
/** What a build is made from, from the repository's root. */
const SOURCES = [
  'apps/console/{index.html,vite.config.ts,package.json}',
  'apps/console/build/**/*.ts',
  'apps/console/src/**/*.{ts,tsx,css,svg}',
  'packages/{api-clients,contracts,evidence}/src/**/*.ts',
  'pnpm-lock.yaml',
]
const KEPT = join(ROOT, '.sluice/console-builds')

/**
 * Gives the folder of the console as it is built from the sources of now. It is built once for all test files; of two
 * that build at the same time, one's folder stays.
 */
export async function builtConsole(): Promise<string> {
  const folder = join(KEPT, await digestOfSources())
  if (existsSync(join(folder, 'index.html'))) return folder
  const partial = `${folder}.${process.pid}`
  await buildForProduction(partial)
  await rename(partial, folder).catch(async (error: unknown) => {
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(join(folder, 'index.html'))) throw error
  })
  return folder
}

/** As it is delivered: a test run names itself in `NODE_ENV`, by which React would be that of development. */
async function buildForProduction(outDir: string): Promise<void> {
  const { NODE_ENV: before } = process.env
  process.env.NODE_ENV = 'production'
  try {
    await build({ root: FOLDER, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  } finally {
    process.env.NODE_ENV = before
  }
}

async function digestOfSources(): Promise<string> {
  const paths: string[] = []
  for await (const path of glob(SOURCES, { cwd: ROOT })) {
    if (!/\/end-to-end\/|\.test\.ts$/.test(path) && (await stat(join(ROOT, path))).isFile()) paths.push(path)
  }
  const hash = createHash('sha256')
  for (const path of paths.sort()) hash.update(path).update(await readFile(join(ROOT, path)))
  return hash.digest('hex').slice(0, 20)
}
