import { readFileSync } from 'node:fs'

/**
 * Says whether a process with this id runs; one that belongs to another user counts as alive, a zombie does not: in a
 * container whose first process reaps nobody, zombies stay.
 */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return !isZombie(pid)
}

function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    // proc(5): the state follows the program's name, which stands in parentheses and may hold anything.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return status.slice(status.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}
