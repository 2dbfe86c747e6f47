import { execFile } from 'node:child_process'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { promisify } from 'node:util'

/** A file as it is stored, one character a byte, so that nothing is left out as unreadable. */
export interface TrackedFile {
  /** Path from the repository's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

const LONGEST_LISTING_MS = 30_000
const LARGEST_LIST_BYTES = 64 * 2 ** 20
/** What is new and not ignored will be tracked; and the check is cached by what the files hold, tracked or not. */
const LIST = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', '--', '.']
/** What git ignores here. */
const IGNORED = new Set(['node_modules', 'dist', '.turbo', '.git', '.sluice', 'coverage', '__pycache__', '.env'])

/**
 * Reads, one after the other, the files that git tracks, or would track. Where there is no git, or no repository of it,
 * that is every file but those that are installed or built.
 */
export async function* readTrackedFiles(root: string): AsyncGenerator<TrackedFile> {
  for (const path of (await listTracked(root)) ?? (await listFiles(root, root))) {
    const stats = await lstat(join(root, path)).catch(() => undefined)
    // A file can be deleted and still tracked; a link leads to what is read anyway, or out of the repository.
    if (stats?.isFile() === true) yield { path, text: await readFile(join(root, path), 'latin1') }
  }
}

async function listTracked(root: string): Promise<string[] | undefined> {
  try {
    const { stdout } = await promisify(execFile)('git', ['-C', root, ...LIST], {
      timeout: LONGEST_LISTING_MS,
      maxBuffer: LARGEST_LIST_BYTES,
    })
    return stdout.split('\0').filter((path) => path !== '')
  } catch {
    return undefined
  }
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries.map(async (entry) => {
    if (IGNORED.has(entry.name) || entry.name.endsWith('.log')) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? await listFiles(root, path) : [relative(root, path).split(sep).join('/')]
  })
  return (await Promise.all(found)).flat().sort()
}
