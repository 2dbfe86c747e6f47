import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

export interface SourceFile {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** `generated` holds what a tool has written; a test says whether it is up to date. */
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', '.turbo', '.git', '.sluice', 'coverage', 'generated'])
const SOURCE_FOLDERS = ['apps', 'packages', 'infra', 'bench', 'tools', 'examples']

/** Reads every TypeScript and JavaScript source of the repository, in the order of their paths. */
export async function readSourceFiles(root: string): Promise<SourceFile[]> {
  const paths = (await Promise.all(SOURCE_FOLDERS.map((folder) => listSources(join(root, folder))))).flat().sort()
  return await Promise.all(
    paths.map(async (path) => ({
      path: relative(root, path).split(sep).join('/'),
      text: await readFile(path, 'utf8'),
    })),
  )
}

async function listSources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : await listSources(path)
    return /\.(?:tsx?|mts|mjs|js)$/.test(entry.name) && !/\.d\.m?ts$/.test(entry.name) ? [path] : []
  })
  return (await Promise.all(found)).flat()
}

/**
 * Says whether a file only serves development: tests and their tables, contract suites, folders for them, and what
 * takes part in a build.
 */
export function isDevelopmentFile(path: string): boolean {
  return (
    /(?:\.(?:test|cases|contract|bench|config)|-for-tests)\.tsx?$/.test(path) ||
    /\/(?:end-to-end|fixtures|testing)\/|^apps\/[^/]+\/build\//.test(path)
  )
}
