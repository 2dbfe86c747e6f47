import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from './is-process-alive.ts'

// A process id means nothing in another container that shares the folder, so age has to agree.
const ABANDONED_AFTER_MS = 12 * 60 * 60 * 1000

/**
 * Makes a temporary folder that carries this process's id, and removes those of the same purpose whose process has been
 * gone for half a day: a test run that is killed hard cannot clean up after itself.
 */
export async function makeTemporaryDirectory(purpose: string, parent = tmpdir()): Promise<string> {
  const prefix = `sluice-${purpose}-`
  const names = await readdir(parent)
  for (const name of names.filter((candidate) => candidate.startsWith(prefix))) {
    const owner = Number(name.slice(prefix.length).split('-')[0])
    const path = join(parent, name)
    const info = await stat(path).catch(() => undefined)
    if (info === undefined || isProcessAlive(owner) || Date.now() - info.mtimeMs < ABANDONED_AFTER_MS) continue
    // Another user's folder is theirs to remove.
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
  return await mkdtemp(join(parent, `${prefix}${process.pid}-`))
}
