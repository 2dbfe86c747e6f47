import { realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { ScanFailureReason } from '@sluice/assessment-contract/vocabulary'
import { InvalidRequestError } from '@sluice/service-kit'
import { ScanFailure } from '../engine.ts'

export interface ProjectPath {
  /** Absolute, as it was asked for. */
  readonly path: string
  /** Absolute, with every symbolic link resolved. */
  readonly root: string
}

interface ProjectPathOptions {
  /** What relative paths are relative to. */
  readonly workingDirectory: string
  /** Only what lies in these folders may be scanned; anything, where there are none. From {@link resolveRoots}. */
  readonly roots: readonly string[]
}

/**
 * Finds the folder that a request means.
 *
 * Throws an `InvalidRequestError` for a folder outside the roots, before the file system is asked and again for where
 * its links lead, and a `ScanFailure` when there is nothing.
 */
export async function locateProject(project: string, options: ProjectPathOptions): Promise<ProjectPath> {
  const path = resolve(options.workingDirectory, project)
  requireInside(path, options.roots)
  const root = await resolveLinks(path)
  requireInside(root, options.roots)
  return { path, root }
}

/**
 * The configured roots, each as it is written and with its links resolved: a request may use either. Throws when one
 * does not exist, because it would let nothing in.
 */
export async function resolveRoots(roots: readonly string[], workingDirectory: string): Promise<string[]> {
  const resolved = roots.map(async (root) => {
    const path = resolve(workingDirectory, root)
    const target = await realpath(path).catch((cause: unknown) => {
      throw new Error(`ASSESSMENT_ROOTS: ${path} cannot be resolved`, { cause })
    })
    return [path, target]
  })
  return [...new Set((await Promise.all(resolved)).flat())]
}

function requireInside(path: string, roots: readonly string[]): void {
  if (roots.length === 0 || roots.some((root) => isInside(path, root))) return
  throw new InvalidRequestError([{ path: 'project', message: 'is outside the folders that may be scanned' }])
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)
}

const REASONS: Readonly<Record<string, ScanFailureReason>> = {
  ENOENT: 'not-found',
  ENAMETOOLONG: 'not-found',
  ENOTDIR: 'not-a-directory',
  EACCES: 'unreadable',
  EPERM: 'unreadable',
  ELOOP: 'refused',
}

async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw new ScanFailure(REASONS[code] ?? 'unreadable', { cause })
  }
}
