import { existsSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** The file system in memory that Linux has for programs (shm_overview(7)). */
const SHARED_MEMORY = '/dev/shm'
/** Several times what a run of tests keeps there: containers have 64 MiB by default, which is too little. */
const NEEDED_BYTES = 4 * 1_024 ** 3

/**
 * A folder for files that need not last, in memory where there is plenty of it, else the one for temporary files. What
 * a disk does for hundreds of small files that are made and removed costs more than what is in them.
 */
export function memoryFolder(): string {
  return hasRoom() && freemem() >= NEEDED_BYTES ? SHARED_MEMORY : tmpdir()
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || !existsSync(SHARED_MEMORY)) return false
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize >= NEEDED_BYTES
}
