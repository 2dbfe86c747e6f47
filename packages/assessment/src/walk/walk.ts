import { type Dirent, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Ignored, SkipReason } from '../model/detection.ts'
import { IgnoreRules } from './ignore-rules.ts'

const MAX_DEPTH = 64
const MAX_IGNORE_BYTES = 262_144
/** Of version control, which is not the project's own. */
const ALWAYS_LEFT_OUT = new Set(['.git', '.hg', '.svn', '.bzr', 'CVS', '.jj'])

/** Magic numbers of file systems that make up their files (statfs(2)): proc, sysfs, cgroup, devpts, debugfs, ... */
const PSEUDO_FILE_SYSTEMS = new Set([
  0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x1cd1, 0x64626720, 0x74726163, 0x6165676c, 0x73636673, 0xcafe4a11,
])

export interface WalkOptions {
  readonly skip: (reason: SkipReason) => void
  /** Told of each file of interest and each folder that an ignore file leaves out. */
  readonly ignore: (kind: keyof Ignored) => void
  /** Reads also what ignore files leave out. */
  readonly readsIgnored: boolean
  /** Says whether a file is of interest, by its path relative to the root. */
  readonly wants: (path: string) => boolean
}

/** Whether a path lies on a file system without real files, such as /proc. */
export function isPseudoFileSystem(path: string): boolean {
  try {
    return PSEUDO_FILE_SYSTEMS.has(statfsSync(path).type)
  } catch {
    return false
  }
}

interface Folder {
  readonly path: string
  readonly depth: number
  readonly rules: IgnoreRules | undefined
}

/**
 * Gives the files below a folder, relative to it, in a stable order. Honours .gitignore and .ignore unless told not
 * to; never follows links, never leaves for a file system without real files, never goes deeper than 64 folders.
 */
export function* walk(root: string, options: WalkOptions): Generator<string> {
  const { skip, ignore, readsIgnored, wants } = options
  const device = statSync(root).dev
  const open: Folder[] = [{ path: '', depth: 0, rules: undefined }]
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = readFolder(join(root, folder.path), skip)
    const rules = readsIgnored ? undefined : rulesFor(root, folder, entries)
    const inner: Folder[] = []
    for (const entry of entries) {
      const path = folder.path === '' ? entry.name : `${folder.path}/${entry.name}`
      if (entry.isSymbolicLink()) skip('symlink')
      else if (entry.isDirectory()) {
        if (ALWAYS_LEFT_OUT.has(entry.name)) continue
        if (rules?.ignores(path, true)) ignore('folders')
        else if (folder.depth >= MAX_DEPTH) skip('too-deep')
        else if (isForeign(join(root, path), device)) skip('special-file')
        else inner.push({ path, depth: folder.depth + 1, rules })
      } else if (!entry.isFile()) skip('special-file')
      else if (!wants(path)) continue
      else if (rules?.ignores(path, false)) ignore('files')
      else yield path
    }
    open.push(...inner.reverse())
  }
}

function isForeign(path: string, device: number): boolean {
  try {
    return statSync(path).dev !== device && isPseudoFileSystem(path)
  } catch {
    return false
  }
}

function readFolder(path: string, skip: WalkOptions['skip']): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    skip('unreadable')
    return []
  }
}

function rulesFor(root: string, folder: Folder, entries: readonly Dirent[]): IgnoreRules | undefined {
  let { rules } = folder
  for (const entry of entries) {
    if (!entry.isFile() || (entry.name !== '.gitignore' && entry.name !== '.ignore')) continue
    try {
      const path = join(root, folder.path, entry.name)
      if (statSync(path).size > MAX_IGNORE_BYTES) continue
      rules = new IgnoreRules(folder.path, readFileSync(path, 'utf8'), rules)
    } catch {
      // An ignore file that cannot be read ignores nothing.
    }
  }
  return rules
}
